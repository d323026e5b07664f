// Commands of operators in virtual time: answered at once, beside every turn, on the tape before they are answered (A4).
import { expect, test } from 'vitest'
import type { CommandEvent, MessageRef } from '../../machines/group/types.ts'
import { groupLife, inputWith, type Script } from '../fakes/group-life.ts'

const ref = (id: string): MessageRef => ({
  id,
  ts: 0,
  kind: 'person',
  sender: 'olga',
  mentioned: true,
  how: 'mention',
  relevance: 0,
  tokens: 20,
})

function lifeWith(script: Script = {}) {
  const life = groupLife(inputWith({ delay: { fastMs: [2_000, 2_000] }, delivery: { backoffMs: 5_000 } }), script, true)
  return {
    ...life,
    gives(at: number, id: string, command: CommandEvent['command']): void {
      life.host.runUntil(at)
      const event = { type: 'command.received', message: ref(id), command }
      life.host.tellAt(at, 'g', event)
    },
    asks: (src: string) => life.asked.filter((each) => each.src === src).map(({ at, input }) => [at, input]),
    /** Rows of the tape that steps wrote. */
    rows: () =>
      life.steps.flatMap(({ records }) =>
        records.flatMap(({ name, params }) =>
          name === 'noteEntries' ? (params as { id: string; body: unknown }[]) : [],
        ),
      ),
  }
}

const commandOf = (message: string, name: string, more: object = {}) => ({
  message,
  sender: 'olga',
  name,
  ...more,
  tools: [],
  timeoutMs: 30_000,
})

test('it opens no turn and asks no model; its answer is posted under a key of its own', () => {
  const life = lifeWith()
  life.gives(1_000, 'm1', { name: 'help' })
  life.host.runUntil(60_000)
  expect(life.asks('command')).toEqual([[1_000, commandOf('m1', 'help')]])
  expect(life.asks('answer')).toEqual([
    [
      1_100,
      { key: 'iris/web:lobby#,m1', message: 'm1', name: 'help', text: 'done', expiresAt: 1_000 + 30_000 + 300_000 },
    ],
  ])
  expect(life.asked.map(({ src }) => src)).toEqual(['command', 'answer'])
  expect(life.story('control', 'dispatch', 'buffer')).toEqual(['1000 control command', '1200 control answered'])
  expect(life.rows()).toEqual([
    {
      run: 'command m1',
      id: 'command',
      kind: 'event',
      body: { name: 'command', command: 'help', by: 'olga', outcome: 'taken', messages: ['m1'] },
      tokens: 20,
    },
  ])
})

test('several are answered one after the other; more than eight are not taken', () => {
  const life = lifeWith()
  for (let n = 1; n <= 10; n += 1) life.gives(1_000, `m${n}`, { name: 'help' })
  life.host.runUntil(60_000)
  expect(life.asks('answer')).toHaveLength(8)
  expect(life.story('control').filter((line) => line.startsWith('1000'))).toHaveLength(10)
  expect((life.context() as { commands?: unknown[] }).commands).toEqual([])
})

test('of members four in five minutes are answered, whatever operators ask beside them', () => {
  const life = lifeWith()
  for (let n = 1; n <= 6; n += 1) life.gives(n * 10_000, `m${n}`, { name: 'facts', byMember: true })
  life.gives(70_000, 'm7', { name: 'facts' })
  life.gives(311_000, 'm8', { name: 'facts', byMember: true })
  life.host.runUntil(400_000)
  const answered = life.asks('answer').map(([, input]) => (input as { message: string }).message)
  expect(answered).toEqual(['m1', 'm2', 'm3', 'm4', 'm7', 'm8'])
  expect(
    life
      .at('control')
      .filter(({ why }) => why === 'commandsFull')
      .map(({ numbers }) => numbers),
  ).toEqual([
    { command: 'facts', by: 'olga', most: 4 },
    { command: 'facts', by: 'olga', most: 4 },
  ])
})

test('a fact is forgotten in the step that takes the answer, before that is posted', () => {
  const life = lifeWith({ command: () => ({ outcome: { output: { text: 'forgotten', forgets: 41 } }, afterMs: 100 }) })
  life.gives(1_000, 'm1', { name: 'forget', byMember: true })
  life.host.runUntil(1_150)
  expect(life.rows().at(-1)).toEqual({
    run: 'command m1',
    id: 'forget',
    kind: 'event',
    body: { name: 'fact.forget', fact: 41, messages: ['m1'] },
    tokens: 20,
  })
  expect([life.asks('answer').length, life.story('control')]).toEqual([1, ['1000 control command']])
})

test('a draft under way is not judged again for one, and goes out', () => {
  const life = lifeWith()
  life.say(1_000, { mentioned: true, how: 'mention', sender: 'olga' })
  life.gives(3_000, 'm9', { name: 'why' })
  life.host.runUntil(60_000)
  expect(life.asked.map(({ src }) => src)).toEqual(['compose', 'command', 'answer', 'deliver'])
  expect(life.asks('command')).toEqual([[3_000, commandOf('m9', 'why', { isMet: true })]])
})

test('a shell command that a restart cut off is told as such, and the tape has it', () => {
  const life = lifeWith({
    command: () => ({ outcome: { error: { kind: 'interrupted', message: 'x' } }, afterMs: 100 }),
  })
  life.gives(1_000, 'm1', { name: 'ls', isShell: true })
  life.host.runUntil(60_000)
  expect(life.asks('answer')).toMatchObject([[1_100, { name: 'ls', failed: 'interrupted' }]])
  expect(life.rows().map(({ id }) => id)).toEqual(['command', 'error'])
})

test('while the channel is away the answer is tried again under the same key, until it expires', () => {
  const life = lifeWith({
    answer: () => ({ outcome: { error: { kind: 'unavailable', message: 'x' } }, afterMs: 100 }),
  })
  life.gives(1_000, 'm1', { name: 'help' })
  life.host.runUntil(400_000)
  const tries = life.asks('answer').map(([at, input]) => [at, (input as { key: string }).key])
  expect(tries.slice(0, 3)).toEqual([1_100, 6_200, 11_300].map((at) => [at, 'iris/web:lobby#,m1']))
  expect(Number(tries.at(-1)?.[0])).toBeLessThan(340_000)
  expect(life.story('control').at(-1)).toMatch(/control failed$/)
})
