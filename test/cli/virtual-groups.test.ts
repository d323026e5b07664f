// Groups in virtual time hand messages on as the service does: each read once, none heard twice.
import { expect, test } from 'vitest'
import type { MessageRef } from '../../machines/group/types.ts'
import type { InboundMessage } from '../../src/channels/channel.ts'
import type { TraceLine } from '../../src/lab/virtual/trace.ts'
import { makeVirtualGroups } from '../../src/lab/virtual/virtual-groups.ts'
import { demoConfig } from '../config/demo-config.ts'

const startAt = Date.UTC(2026, 0, 5, 9)

function room({ bots = demoConfig.bots, isEchoed = false } = {}) {
  const refs: MessageRef[] = []
  const told: (TraceLine & { bot: string })[] = []
  const posts: InboundMessage[] = []
  const groups = makeVirtualGroups({
    config: demoConfig,
    bots,
    roster: [],
    decide: 'always',
    seed: 1,
    startAt,
    traced: (line, bot) => void told.push({ ...line, bot }),
    heard: (ref) => void refs.push(ref),
    ...(isEchoed && { said: (message) => void posts.push(message) }),
  })
  const say = (seconds: number, id: string, text: string, name = 'Ann'): void => {
    const sender = { id: name, name, bot: false }
    groups.hear({ id, group: 'lab', ts: startAt + seconds * 1_000, sender, text })
  }
  return { ...groups, refs, posts, say, duplicates: () => told.filter((line) => isOf(line, 'duplicate')) }
}

const isOf = (line: TraceLine, gate: string): boolean => line.kind === 'verdict' && line.gate === gate

test('a message that comes again has a verdict of each bot that knows it (R10)', () => {
  const { say, refs, duplicates } = room()
  say(0, 'a', 'lunch?')
  say(5, 'a', 'lunch?')
  const verdict = { turn: null, gate: 'duplicate', outcome: 'ignored', why: 'knownAlready', messages: ['a'] }
  const line = { kind: 'verdict', group: 'lab', at: startAt + 5_000, ...verdict }
  expect(duplicates()).toEqual([
    { ...line, bot: 'iris' },
    { ...line, bot: 'rex' },
  ])
  expect(refs.map(({ id }) => id)).toEqual(['a', 'a'])
})

test('a post that is handed in for the others is no duplicate for the bot that wrote it, once', () => {
  const { say, hear, runUntil, posts, duplicates } = room({ isEchoed: true })
  say(0, 'a', 'Iris, which statistics fit?')
  runUntil(startAt + 30_000)
  const [post] = posts
  if (!post) throw new Error('Iris answers')
  expect(post).toMatchObject({ sender: { id: 'iris', name: 'Iris', bot: true } })
  hear({ ...post, ts: startAt + 31_000 })
  expect(duplicates()).toEqual([])
  hear({ ...post, ts: startAt + 32_000 })
  expect(duplicates().map(({ bot }) => bot)).toEqual(['iris', 'rex'])
})

test('whom the bot answered may go on with it, though another was spoken to meanwhile (R3)', () => {
  const { say, refs } = room({ bots: demoConfig.bots.slice(0, 1) })
  say(0, 'a', 'hi', 'Bob')
  say(1, 'b', 'Iris, which statistics fit?')
  say(30, 'c', 'Bob: lunch?')
  say(40, 'd', 'one moment')
  expect(refs.map(({ addressedToOther = false }) => addressedToOther)).toEqual([false, false, true, false])
  expect(refs.at(-1)).toEqual({
    id: 'd',
    ts: startAt + 40_000,
    kind: 'person',
    sender: 'Ann',
    mentioned: false,
    relevance: expect.any(Number),
    tokens: expect.any(Number),
  })
})
