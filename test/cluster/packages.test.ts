// The packages that only a cluster needs are in no plain install, and are installed when they are not as their lock says.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { installCommand, installPackages, missingPackages, packageFolders } from '../../src/cluster/packages.ts'
import { root, textOf } from '../docs/pages.ts'
import { folder } from '../world/folders.ts'

type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string> | undefined>
const namesIn = (path: string): string[] => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(textOf(path)) as Manifest
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
}

test('a plain install has none of the packages of a cluster', () => {
  const ofClusters = Object.values(packageFolders).flatMap((set) => namesIn(`${set}/package.json`))
  expect(ofClusters.toSorted()).toEqual([
    '@restatedev/restate-sdk',
    '@restatedev/restate-sdk-clients',
    '@restatedev/restate-server',
    '@restatedev/restatectl',
    'postgres',
  ])
  expect(namesIn('package.json').filter((name) => ofClusters.includes(name))).toEqual([])
  const locked = Object.keys((JSON.parse(textOf('package-lock.json')) as { packages: object }).packages)
  expect(locked.filter((path) => path.includes('restatedev') || path === 'node_modules/postgres')).toEqual([])
})

test('only check and test install them: a plain install and start run nothing of it', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const running = Object.keys(scripts).filter((name) => /cluster-packages|need\.mjs/.test(scripts[name] ?? ''))
  expect(running.toSorted()).toEqual(['cluster:install', 'precheck', 'pretest'])
})

/** A project of its own, and on the PATH an npm that notes what it is called with and installs what the lock says. */
function project(): { home: string; npmCalls: () => string[] } {
  const home = folder()
  for (const set of Object.values(packageFolders)) {
    mkdirSync(join(home, set), { recursive: true })
    for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, set, name), join(home, set, name))
  }
  // Whatever stands above it, the script is CommonJS.
  const bin = folder({ calls: '', 'package.json': '{}' })
  const calls = join(bin, 'calls')
  writeFileSync(join(bin, 'npm'), `#!${process.execPath}\n${npm(calls)}`, { mode: 0o755 })
  vi.stubEnv('PATH', bin)
  onTestFinished(() => void vi.unstubAllEnvs())
  return { home, npmCalls: () => readFileSync(calls, 'utf8').split('\n').filter(Boolean) }
}

const npm = (calls: string): string => `
const fs = require('node:fs')
fs.appendFileSync(${JSON.stringify(calls)}, process.argv.slice(2).join(' ').replaceAll(process.cwd(), '.') + '\\n')
if (process.env.NPM_FAILS) {
  fs.writeSync(2, Array.from({ length: 99 }, (_, i) => 'line ' + i + '\\n').join(''))
  process.exit(1)
}
const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'))
const here = Object.entries(packages).filter(([path, { os, cpu, dev }]) => path !== '' && path !== process.env.NPM_LEAVES_OUT &&
  (os ?? [process.platform]).includes(process.platform) && (cpu ?? [process.arch]).includes(process.arch) &&
  !(dev && process.argv.includes('--omit=dev')))
for (const [path] of here) { fs.mkdirSync(path, { recursive: true }); fs.writeFileSync(path + '/package.json', '{}') }
fs.mkdirSync('node_modules', { recursive: true })
fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(here) }))
`

const ciWith = (kind: string): string => `ci --prefix . ${kind} --ignore-scripts --no-audit --no-fund --loglevel=error`

test('what is missing is installed by npm ci without the packages’ scripts, and what is there is left alone', () => {
  const { home, npmCalls } = project()
  const told: string[] = []
  expect(installPackages((line) => void told.push(line), { home })).toEqual(['src/host/restate', 'src/store/postgres'])
  expect(npmCalls()).toEqual([ciWith('--include=dev'), ciWith('--include=dev')])
  expect(installPackages((line) => void told.push(line), { home })).toEqual([])
  expect(npmCalls()).toHaveLength(2)
  expect(told).toEqual([
    'installing what a cluster needs in src/host/restate',
    'installing what a cluster needs in src/store/postgres',
  ])
})

test('a changed lock, and a package that was deleted, are made good; the other set is left alone', () => {
  const { home } = project()
  installPackages(() => {}, { home })
  const path = join(home, packageFolders.postgres, 'package-lock.json')
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('3.4.9', '3.4.10'))
  expect(missingPackages('postgres', { home })).toBe(
    `src/store/postgres: postgres 3.4.10 is not installed but 3.4.9: run \`${installCommand}\``,
  )
  expect(installPackages(() => {}, { home })).toEqual(['src/store/postgres'])

  rmSync(join(home, packageFolders.restate, 'node_modules/@restatedev/restate-sdk-core'), { recursive: true })
  expect(missingPackages('restate', { home })).toMatch('restate-sdk-core 1.17.2 is not installed: run')
  expect(installPackages(() => {}, { home })).toEqual(['src/host/restate'])
  expect(missingPackages('restate', { home })).toBe(undefined)
})

test('a machine that only runs workers has no Restate server, and lacks nothing', () => {
  const { home, npmCalls } = project()
  installPackages(() => {}, { home, isProduction: true })
  expect(npmCalls()).toEqual([ciWith('--omit=dev'), ciWith('--omit=dev')])
  expect(missingPackages('restate', { home, isProduction: true })).toBe(undefined)
  expect(missingPackages('restate', { home })).toMatch(
    'src/host/restate: @restatedev/restate-server 1.7.12 is not installed',
  )
})

test('a failing npm is told with its last lines and the next step', () => {
  const { home } = project()
  vi.stubEnv('NPM_FAILS', '1')
  const failing = () => installPackages(() => {}, { home, sets: ['postgres'] })
  const last = Array.from({ length: 15 }, (_, i) => `line ${84 + i}`).join('\n')
  expect(failing).toThrow(
    `the packages in src/store/postgres could not be installed: see what npm says below, then run \`${installCommand}\` again\n${last}`,
  )
})

test('an npm that says all is well and leaves a package out is not believed', () => {
  const { home } = project()
  vi.stubEnv('NPM_LEAVES_OUT', 'node_modules/postgres')
  expect(() => installPackages(() => {}, { home })).toThrow('postgres 3.4.9 is not installed')
})
