// Getting Chromium on a machine that has none: installed where nobody needs to be asked, else the next step is named.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { missing } from '../../tools/chromium.mjs'
import { tempFolders } from '../e2e/running.ts'

const folder = tempFolders()
const script = fileURLToPath(new URL('../../tools/need.mjs', import.meta.url))
const isRoot = process.getuid?.() === 0

const others = ['XMPP', 'BASH', 'RESTATE', 'POSTGRES']

/** What `tools/need.mjs` says where PATH has these programs alone. */
function need(
  programs: Record<string, string>,
  env: Record<string, string> = {},
): { status: number | null; said: string; bin: string } {
  const bin = join(folder(), 'bin')
  mkdirSync(bin)
  for (const [name, code] of Object.entries(programs))
    writeFileSync(join(bin, name), `#!${process.execPath}\n${code}`, { mode: 0o755 })
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    env: {
      PATH: bin,
      CHIME_POSTGRES_BIN: bin,
      ...Object.fromEntries(others.map((name) => [`CHIME_SKIP_${name}`, '1'])),
      ...env,
    },
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr, bin }
}

const aptGet = `const fs = require('node:fs')
const args = process.argv.slice(2).join(' ')
fs.appendFileSync(__filename + '.log', args + '\\n')
if (args.includes('install')) fs.writeFileSync(__dirname + '/chromium', '', { mode: 0o755 })`
const sudo = `const [, name, ...args] = process.argv.slice(2)
process.exit(name === 'true' ? 0 : require('node:child_process').spawnSync(name, args).status)`
const installing =
  "chime: installing Debian's chromium with apt-get for the browser tests (CHIME_SKIP_BROWSER=1 leaves them out)\n"

test('on Debian, as root or with sudo, it is installed', () => {
  const { said, bin } = need({ 'apt-get': aptGet, ...(!isRoot && { sudo }) })
  expect(said).toBe(installing)
  expect(readFileSync(join(bin, 'apt-get.log'), 'utf8').split('\n')).toEqual([
    '-qq -o DPkg::Lock::Timeout=300 update',
    '-qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends chromium fonts-dejavu-core',
    '',
  ])
})

test('Prosody comes the same way', () => {
  const programs = { 'apt-get': aptGet.replace('/chromium', '/prosody'), ...(!isRoot && { sudo }) }
  const { said, bin } = need(programs, { CHIME_SKIP_BROWSER: '1', CHIME_SKIP_XMPP: '0' })
  expect(said).toBe(
    "chime: installing Debian's prosody with apt-get for the XMPP tests (CHIME_SKIP_XMPP=1 leaves them out)\n",
  )
  expect(readFileSync(join(bin, 'apt-get.log'), 'utf8').split('\n').at(-2)).toBe(
    '-qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends prosody',
  )
})

// It is looked for on Linux alone.
test.runIf(process.platform === 'linux')('so does bubblewrap', () => {
  const programs = { 'apt-get': aptGet.replace('/chromium', '/bwrap'), ...(!isRoot && { sudo }) }
  const { said, bin } = need(programs, { CHIME_SKIP_BROWSER: '1', CHIME_SKIP_BASH: '0' })
  expect(said).toBe(
    "chime: installing Debian's bubblewrap with apt-get for the tests of the shell (CHIME_SKIP_BASH=1 leaves them out)\n",
  )
  expect(readFileSync(join(bin, 'apt-get.log'), 'utf8').split('\n').at(-2)).toBe(
    '-qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends bubblewrap',
  )
})

test('so does Postgres, and then the client of it by npm', () => {
  const programs = {
    'apt-get': aptGet
      .replace('/chromium', '/postgres')
      .replace(/$/, "\nfs.writeFileSync(__dirname + '/initdb', '', { mode: 0o755 })"),
    npm: `process.stderr.write('no network'); process.exit(1)`,
    ...(!isRoot && { sudo }),
  }
  const env = { CHIME_SKIP_BROWSER: '1', CHIME_SKIP_POSTGRES: '0' }
  const { said, bin } = need(programs, env)
  expect(said).toMatch(
    "chime: installing Debian's postgresql with apt-get for the tests with a database (CHIME_SKIP_POSTGRES=1 leaves them out)\n",
  )
  expect(readFileSync(join(bin, 'apt-get.log'), 'utf8').split('\n').at(-2)).toBe(
    '-qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends postgresql',
  )
})

test('an installation that fails is told, with the next step', () => {
  const failing = "process.stderr.write('no network'); process.exit(100)"
  expect(need({ 'apt-get': failing, ...(!isRoot && { sudo }) }).said).toBe(
    `${installing}chime: apt-get update failed (100):\nno network\nchime: apt-get install failed (100):\nno network\nchime: ${missing}\n`,
  )
})

// A Mac may have a Chrome that is not on PATH.
test.runIf(process.platform === 'linux')('elsewhere the next step is told', () => {
  expect(need({}).said).toBe(`chime: ${missing}\n`)
})

test.each([
  { where: 'on PATH', programs: { 'google-chrome': '', 'apt-get': aptGet }, env: {} },
  { where: 'in CHROME_PATH', programs: { 'apt-get': aptGet }, env: { CHROME_PATH: process.execPath } },
  { where: 'not wanted', programs: { 'apt-get': aptGet }, env: { CHIME_SKIP_BROWSER: '1' } },
])('nothing is done where it is $where', ({ programs, env }) => {
  expect(need(programs, env)).toMatchObject({ status: 0, said: '' })
})
