// The terminal as a channel: one person's talk with one bot, each answer once. It has no groups, so the contract of channels is not its.
import { expect, test } from 'vitest'
import type { InboundMessage, OutboundReply } from '../../src/channels/channel.ts'
import { openTerminal } from '../../src/channels/shell/terminal-channel.ts'

const group = 'terminal:notes-1'
const reply: OutboundReply = {
  key: 'k1',
  group,
  bot: 'iris',
  text: 'Seven.',
  type: 'short',
  replyTo: 'm1',
  oneToOne: true,
  expiresAt: 100,
  meta: { model: 'm', rehearsal: false },
}

function opened() {
  let now = 1
  const shown: string[] = []
  const taken: InboundMessage[] = []
  let say: ((text: string) => Promise<string>) | undefined
  const channel = openTerminal(
    {
      bot: 'iris',
      group,
      person: { id: 'p', name: 'Olga' },
      folder: { path: '/', hidden: [] },
      show: (text) => void shown.push(text),
      opened: (given) => (say = given),
    },
    () => now,
  )
  const start = () => channel.start(async (messages) => void taken.push(...messages))
  const signal = new AbortController().signal
  return {
    channel,
    shown,
    taken,
    start,
    say: (text: string) => say?.(text),
    send: (over: Partial<OutboundReply> = {}) => channel.send({ ...reply, ...over }, signal),
    later: (ms: number) => (now += ms),
  }
}

test('what is typed is said to the bot alone, by the person at the terminal', async () => {
  const { start, say, taken } = opened()
  await start()
  const id = await say(',tools')
  expect(taken).toEqual([
    {
      id,
      group,
      ts: 1,
      sender: { id: 'p', name: 'Olga', bot: false },
      text: ',tools',
      bots: ['iris'],
      oneToOne: true,
      mentions: [],
    },
  ])
})

test('an answer is shown once however often it is sent, and comes back as the bot’s own words', async () => {
  const { send, shown, later } = opened()
  const first = await send()
  later(1_000)
  expect(await send()).toEqual(first)
  expect(shown).toEqual(['Seven.'])
  expect(first.echo).toEqual([{ id: first.id, text: 'Seven.' }])
})

test('nothing is shown late, nor what was left for another folder’s terminal', async () => {
  const { send, shown, later } = opened()
  await expect(send({ group: 'terminal:other-2' })).rejects.toMatchObject({ kind: 'permanent' })
  later(1_000)
  await expect(send({ key: 'k2' })).rejects.toMatchObject({ kind: 'permanent', why: 'replyExpired' })
  expect(shown).toEqual([])
})
