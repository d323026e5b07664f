// Files that are none, or have no end: refused at once, with what they are.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../src/channels/plugins.ts'
import { ConfigError } from '../../src/config/explain.ts'
import { loadRoster } from '../../src/prompt/roster.ts'
import { watchedPersonas } from '../../src/config/watched-personas.ts'
import { folderOfFile } from '../world/folders.ts'

const base = folderOfFile()
const folder = (): string => mkdtempSync(join(base, 'home-'))

/** What the configuration says of it, without the places of this machine. */
function problemsIn(home: string, file?: string): string[] {
  try {
    loadConfig({ env: {}, cwd: home, ...(file !== undefined && { file }) })
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((problem) => problem.replaceAll(home, '/here'))
  }
}

const large = 'it has 1000000000 bytes: a text file has at most 67108864'

const mkfifo = '/usr/bin/mkfifo'

/** By name, what is made there, and what it is called. */
const odd: [string, (path: string) => void, string][] = [
  ['an endless device', (path) => symlinkSync('/dev/zero', path), 'it is a device, not a text file'],
  ['a device of chance', (path) => symlinkSync('/dev/urandom', path), 'it is a device, not a text file'],
  ['a pipe that nobody writes into', (path) => void execFileSync(mkfifo, [path]), 'it is a pipe, not a text file'],
  [
    'a file of 1 GB',
    (path) => {
      writeFileSync(path, '')
      truncateSync(path, 1e9)
    },
    large,
  ],
]

describe.runIf(process.platform === 'linux')('in place of a persona', () => {
  test.each(odd)('%s is a problem of the configuration', (_, make, what) => {
    const home = folder()
    make(join(home, 'ada.md'))
    writeFileSync(join(home, 'chime.yaml'), 'bots: [{ name: Ada, persona: ada.md }]')
    expect(problemsIn(home)).toEqual([`chime.yaml: bots[0].persona: "ada.md": ${what} (/here/ada.md)`])
  })

  test.each(odd)('%s among the files of its folder is one, too', (_, make, what) => {
    const home = folder()
    mkdirSync(join(home, 'ada'))
    writeFileSync(join(home, 'ada', 'IDENTITY.md'), 'You are Ada.')
    make(join(home, 'ada', 'SOUL.md'))
    writeFileSync(join(home, 'chime.yaml'), 'bots: [{ name: Ada, persona: ada }]')
    expect(problemsIn(home)).toEqual([`chime.yaml: bots[0].persona: "ada": ${what} (/here/ada/SOUL.md)`])
  })

  test.each(odd)('%s under a running service is told once, and the last text stays in use', (_, make, what) => {
    const home = folder()
    const file = join(home, 'ada.md')
    writeFileSync(file, 'You are Ada.')
    writeFileSync(join(home, 'chime.yaml'), 'bots: [{ name: Ada, persona: ada.md }]')
    const [bot] = loadConfig({ env: {}, cwd: home }).bots
    const told: string[] = []
    let now = 0
    const profile = watchedPersonas(
      (problem) => told.push(problem.replaceAll(home, '/here')),
      () => (now += 10_000),
    )
    if (!bot) throw new Error('there is no bot')
    profile(bot)
    rmSync(file)
    make(file)
    expect([profile(bot).persona, profile(bot).persona, told]).toEqual([
      'You are Ada.',
      'You are Ada.',
      [`/here/ada.md: ${what}: its last text stays in use until it is back`],
    ])
  })
})

test.runIf(process.platform === 'linux').each(odd)(
  '%s in the roster is told, and the other files are read',
  (_, make, what) => {
    const home = folder()
    make(join(home, 'a.md'))
    writeFileSync(join(home, 'b.md'), '| name | id |\n|-|-|\n| Zoe | zoe |\n')
    const told: string[] = []
    const members = loadRoster(home, (problem) => told.push(problem.replaceAll(home, '/here')))
    expect([members.map(({ name }) => name), told]).toEqual([['Zoe'], [`/here/a.md cannot be read: ${what}`]])
  },
)

describe.runIf(process.platform === 'linux')('as the configuration', () => {
  test('a device is refused, whoever names it', () => {
    const home = folder()
    expect([problemsIn(home, '/dev/zero'), problemsIn(home, '/dev/null')]).toEqual([
      ['/dev/zero: it is a device, not a text file (/dev/zero)'],
      ['/dev/null: it is a device, not a text file (/dev/null)'],
    ])
  })

  test('a file of 1 GB is refused, and so is such an .env', () => {
    const home = folder()
    for (const name of ['chime.yaml', '.env']) {
      writeFileSync(join(home, name), '')
      truncateSync(join(home, name), 1e9)
    }
    expect(problemsIn(home)).toEqual([`.env: ${large} (/here/.env)`])
    rmSync(join(home, '.env'))
    expect(problemsIn(home)).toEqual([`chime.yaml: ${large} (/here/chime.yaml)`])
  })

  test('what a command writes into a pipe is read', () => {
    const home = folder()
    const script = `const { loadConfig } = await import('${new URL('../../src/channels/plugins.ts', import.meta.url).href}')
      console.log(loadConfig({ env: {}, cwd: process.cwd(), file: '/dev/stdin' }).bots.map(({ name }) => name).join())`
    const out = execFileSync(
      'bash',
      ['-c', `(sleep 0.2; echo 'bots: [{ name: Ada }]') | "$0" --input-type=module -e "$1"`, process.execPath, script],
      { cwd: home, encoding: 'utf8' },
    )
    expect(out).toBe('Ada\n')
  })
})
