import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { chime, start } from './chime.ts'
import { folder } from '../world/folders.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

describe('the command line', () => {
  test.concurrent.each(['serve', 'demo', 'chat', 'replay', 'eval', 'party', 'doctor', 'skills', 'tape'])(
    '%s explains itself, with examples',
    async (name) => {
      const { code, out, err } = await chime([name, '--help'])
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toMatch(new RegExp(`^Usage: chime ${name} `))
      expect(out).toMatch(new RegExp(`\nExamples:\n(?:  \\$ .*chime.*\n)+$`))
    },
  )

  test('it lists its commands', async () => {
    const { code, out } = await chime(['--help'])
    const commands = [...out.matchAll(/^ {2}(\w+)(?: \[options\]| \[command\]| {2})/gm)].map(([, name]) => name)
    expect({ code, commands }).toEqual({
      code: 0,
      commands: [
        'serve',
        'demo',
        'chat',
        'replay',
        'eval',
        'party',
        'doctor',
        'skills',
        'tape',
        'run',
        'idle',
        'cluster',
        'migrate',
        'schedule',
        'help',
      ],
    })
  })

  test('it says its version', async () => {
    expect(await chime(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
  })

  test.concurrent.each([
    [['demi'], 'error: unknown command \'demi\': did you mean "demo"?'],
    [
      ['frobnicate'],
      "error: unknown command 'frobnicate': expected one of serve, demo, chat, replay, eval, party, doctor, skills, tape, run, idle, cluster, migrate, schedule",
    ],
    [['demo', '--lag', 'zh'], "error: unknown option '--lag'\n(Did you mean --lang?)"],
    [['demo', '--lang', 'fr'], "error: option '--lang <lang>' argument 'fr' is invalid. Allowed choices are en, zh."],
    [['demo', '--seed', 'x'], "error: option '--seed <n>' argument 'x' is invalid. It must be a whole number."],
    ...['', ' ', '-1', '0x1', '1e3', '1.5', 'NaN', '99999999999999999999', '１'].map((seed): [string[], string] => [
      ['demo', '--seed', seed],
      `error: option '--seed <n>' argument '${seed}' is invalid. It must be a whole number.`,
    ]),
    [
      ['replay', 'talk.jsonl', '--bot', 'Iris', '--price-in', '1e400'],
      "error: option '--price-in <money>' argument '1e400' is invalid. It must be a number.",
    ],
    [['party', '--speed', ''], "error: option '--speed <x>' argument '' is invalid. It must be a number above 0."],
    [
      ['eval', 'x', '--require', '.0.'],
      "error: option '--require <share>' argument '.0.' is invalid. It must be from 0 to 1.",
    ],
    [['chat', '--name', ' '], "error: option '--name <name>' argument ' ' is invalid. It must not be empty."],
    [['doctor', '--reset', ''], "error: option '--reset <group>' argument '' is invalid. It must not be empty."],
    [['replay', '--bot', 'Iris'], "error: missing required argument 'file'"],
    [
      ['replay', 'talk.jsonl', '--bot', ' '],
      "error: option '--bot <name>' argument ' ' is invalid. It must not be empty.",
    ],
    [['replay', 'talk.jsonl'], "error: required option '--bot <name>' not specified"],
  ])('a wrong call ends with 2 and a hint: %j', async (args, message) => {
    expect(await chime(args)).toEqual({ code: 2, out: '', err: `${message}\nTry: chime --help\n` })
  })

  test('a file that is not there ends with 1 and its name', async () => {
    const replayed = await chime(['replay', 'nothing.jsonl', '--bot', 'Iris'], { cwd: folder() })
    expect(replayed).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^chime: nothing\.jsonl cannot be read: there is no such file: check its path$/m),
    })
    const served = await chime(['serve', '--config', 'nothing.yaml'], { cwd: folder() })
    expect(served).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^chime: nothing\.yaml: no such file: check --config/),
    })
  })

  test('a trace that cannot be written ends with 1 and its name', async () => {
    const cwd = folder({ 'talk.jsonl': '{"id":"1","ts":1,"group":"g","sender":"s"}' })
    const { code, err } = await chime(['replay', 'talk.jsonl', '--bot', 'Iris', '--trace', 'no/such/place'], { cwd })
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^chime: the trace cannot be written to no\/such\/place: /m),
    })
  })

  test.each([[['demo']], [['eval', '--help']], [['--help']]])(
    'a reader of %j that has seen enough is no failure',
    async (args) => {
      const child = start(args, {})
      child.stdout.destroy()
      let err = ''
      child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
      const code = await new Promise((resolve) => child.once('close', resolve))
      expect({ code, err }).toEqual({ code: 0, err: '' })
    },
  )
})
