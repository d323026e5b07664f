// `chime chat --workspace`, as a user calls it: a pipe, a terminal, Ctrl-C, and what is kept for the next start (A15, A16).
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as consumers from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { inSteps } from '../fakes/scripted-tools.ts'
import * as cli from '../../src/cli/chat.ts'
import { shell, type ShellOptions } from '../../src/cli/shell.ts'
import { chime, start } from './chime.ts'
import { streamOf } from '../llm/streaming.ts'
import { keys, shellWorld, terminal } from './shell-world.ts'

const reads = { calls: [['fs.read', { path: 'notes.txt' }]] } as const
const plain = (text: string): string => text.replaceAll(/ \d+\.\d s$/gmu, ' N s')

test('a line of a pipe is a task: what it does in the folder is told as it happens, then the answer, without escapes', async () => {
  const { home, chat } = await shellWorld([reads, 'Seven, the notes say.'])
  const input = 'How many samples?\n,tools\n,quit\nnever said\n'
  const { code, out, err } = await chime(['chat', '--workspace', '.', '--name', 'Olga'], { cwd: home, input })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(plain(out).split('\n').slice(0, 5)).toEqual([
    '  → fs.read {"path":"notes.txt"}',
    '  ← fs.read N s',
    '    Seven samples.',
    '    On Friday.',
    'Iris: Seven, the notes say.',
  ])
  expect(out).toContain('Iris: fs.read – only reads')
  expect([out.includes('\u001B'), out.includes('never said')]).toEqual([false, false])
  expect(chat.asked.length).toBe(2)
})

test('what Chime is configured by and what it keeps cannot be reached, and a path out of the folder neither', async () => {
  const { home } = await shellWorld([
    {
      calls: [
        ['fs.read', { path: 'chime.yaml' }],
        ['fs.read', { path: './data/chime.sqlite' }],
        ['fs.write', { path: '.env', text: 'OPENAI_BASE_URL=http://elsewhere' }],
        ['fs.read', { path: '../x' }],
      ],
    },
    'No.',
  ])
  const { out } = await chime(['chat', '--workspace', '.', '--name', 'Olga'], { cwd: home, input: 'Look around.' })
  expect(
    out
      .split('\n')
      .filter((line) => line.startsWith('    '))
      .toSorted(),
  ).toEqual([
    '    ../x leads out of the workspace',
    "    .env is Chime's own: it is out of reach here",
    "    chime.yaml is Chime's own: it is out of reach here",
    "    data is Chime's own: it is out of reach here",
  ])
})

test('SIGINT stops the run as ,stop does, a line behind it is not begun, and the process ends', async () => {
  const { home, chat } = await shellWorld([reads, 'never'])
  const sayFirst = inSteps(reads)
  const child = start(['chat', '--workspace', '.', '--name', 'Olga'], { cwd: home })
  let asked = 0
  chat.behave({
    compose(response, body) {
      asked += 1
      // The second step is never answered.
      if (asked === 1) sayFirst(response, body)
      else child.kill('SIGINT')
    },
  })
  child.stdin.end('How many samples?\nAnd how many now?\n')
  const closed = once(child, 'close') as Promise<[number]>
  const out = await consumers.text(child.stdout)
  const [code] = await closed
  expect(code).toBe(130)
  expect(out).toContain('Iris: Stopped: the reply and the work under way are dropped, and what you asked is withdrawn.')
  expect(asked).toBe(2)
})

test('a call that needs a word waits for the next line of the pipe, and is not made where there is none', async () => {
  const { home } = await shellWorld(
    [
      { calls: [['tape.search', { words: 'samples' }]] },
      { calls: [['fs.write', { path: 'seven.txt', text: 'Seven.' }]] },
      'It is written.',
    ],
    { allow: [{ tools: ['fs.*', 'tape.search'], groups: ['terminal'], by: 'operators' }] },
  )
  const piped = (input: string) => chime(['chat', '--workspace', '.', '--name', 'Olga'], { cwd: home, input })
  const without = await piped('Write it down.\n')
  expect([without.out.includes('Iris: Stopped'), existsSync(join(home, 'seven.txt'))]).toEqual([true, false])
  const { out } = await piped('Write it down.\n,approve 1\n,approve 2\n')
  expect(out).toContain('nothing waits for a word on 1')
  expect(out).toContain('Iris: 2: allowed, this once.')
  expect(out).toMatch(/Iris: It is written\.\n$/u)
  expect(readFileSync(join(home, 'seven.txt'), 'utf8')).toBe('Seven.')
})

test('at a terminal lines are edited, completed and recalled at the next start, and one that holds a key is not kept', async () => {
  const world = await shellWorld([reads, 'Seven, the notes say.'])
  const first = terminal(world)
  await first.shows('> ')
  first.type(',fac')
  first.type(keys.tab)
  await first.shows(',facts')
  first.type(keys.enter)
  await first.shows('Iris: No fact is noted here.')
  first.type(`my password is hunter2${keys.enter}`)
  await first.shows('Iris: Seven, the notes say.')
  first.type(keys.end)
  await first.over
  const history = join(world.home, 'data', 'shell-history')
  expect(readFileSync(history, 'utf8')).toBe(',facts\n')
  expect(statSync(history).mode & 0o777).toBe(0o600)

  const second = terminal(world)
  await second.shows('> ')
  second.type(`${keys.up}${keys.enter}`)
  await second.shows('Iris: No fact is noted here.')
  second.type(`,quit${keys.enter}`)
  await second.over
})

test('Ctrl-C at a terminal stops the run and keeps the shell; a second one leaves it', async () => {
  const world = await shellWorld([reads, 'never'])
  const sayFirst = inSteps(reads)
  const hung = Promise.withResolvers<void>()
  let asked = 0
  world.chat.behave({
    compose(response, body) {
      asked += 1
      if (asked === 1) sayFirst(response, body)
      else hung.resolve()
    },
  })
  const shown = terminal(world)
  await shown.shows('> ')
  shown.type(`How many samples?${keys.enter}`)
  await hung.promise
  expect(plain(shown.screen())).toContain('→ fs.read {"path":"notes.txt"}')
  shown.type(keys.interrupt)
  await shown.shows('Iris: Stopped: the reply and the work under way are dropped, and what you asked is withdrawn.')
  shown.type(`,tools${keys.enter}`)
  await shown.shows('Iris: fs.read – only reads')
  shown.type(keys.interrupt)
  await shown.shows('Ctrl-C again')
  shown.type(keys.interrupt)
  await shown.over
})

test('what is wrong is told with the next step', async () => {
  const { home, config } = await shellWorld(['x'], {
    allow: [{ tools: ['fs.*'], groups: ['web:lobby'], by: 'members' }],
  })
  const told = (over: Partial<ShellOptions>) =>
    shell({ config, workspace: home, name: 'Olga', ...over }).catch((error: Error) => error.message)
  expect(await told({})).toMatch(/^no bot may use tools in the terminal: .*allow: /u)
  expect(await told({ bot: 'iris' })).toMatch(/^iris may not use tools in the terminal: /u)
  expect(await told({ bot: 'rex' })).toBe('there is no bot "rex": --bot takes iris')
  expect(await told({ name: 'Iris' })).toBe('Iris is a name of a bot: choose another with --name')
  await expect(cli.chat({ config, name: 'Olga', bot: 'iris' })).rejects.toThrow('give the folder with --workspace')
})

test('at a terminal the words of the model are shown as they come, and once', async () => {
  const world = await shellWorld(['x'])
  const streaming = Promise.withResolvers<ReturnType<typeof streamOf>>()
  world.chat.behave({ compose: (response) => streaming.resolve(streamOf(response)) })
  const shown = terminal(world)
  await shown.shows('> ')
  shown.type(`How many samples?${keys.enter}`)
  const stream = await streaming.promise
  stream.says('Seven')
  stream.says(' samples.\nOn Fri')
  await shown.shows('Iris: Seven samples.')
  expect(shown.screen()).not.toContain('On Fri')
  stream.says('day.')
  stream.ends()
  await shown.shows('On Friday.')
  shown.type(`,facts${keys.enter}`)
  await shown.shows('Iris: No fact is noted here.')
  expect(shown.screen().split('Seven samples.').length).toBe(2)
  shown.type(keys.end)
  await shown.over
})
