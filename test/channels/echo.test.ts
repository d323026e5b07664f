// What a bot posted comes to its group once, whoever brings it: the chat, or the host (R2).
import { expect, test } from 'vitest'
import type { InboundMessage, Intake, OutboundReply, Posted } from '../../src/channels/channel.ts'
import { postAndEcho } from '../../src/channels/echo.ts'

const reply: OutboundReply = {
  key: 'k',
  group: 'irc:lab',
  bot: 'iris',
  text: 'A Welch test.',
  type: 'short',
  replyTo: 'm1',
  expiresAt: 9,
  meta: { model: 'rehearsal', rehearsal: true },
}

async function posting(posted: Posted, change: Partial<OutboundReply> = {}, intake?: Intake) {
  const heard: InboundMessage[] = []
  const told = await postAndEcho({ send: async () => posted }, { ...reply, ...change }, new AbortController().signal, {
    intake: intake ?? (async (messages) => void heard.push(...messages)),
    ownOf: ({ bot }) => ({ id: `${bot}@irc`, name: 'Iris' }),
    now: () => 7,
  })
  return { told, heard }
}

test('what the chat brings back by itself is not handed in a second time', async () => {
  expect(await posting({ id: 'p1' })).toEqual({ told: { id: 'p1' }, heard: [] })
})

test('what the chat does not bring back is handed in as the bot’s, part by part', async () => {
  const echo = [
    { id: 'p1', text: 'A Welch', bots: ['iris', 'rex'] },
    { id: 'p2', text: 'test.', mentions: [{ id: 'ann', name: 'Ann' }] },
  ]
  const said = { group: 'irc:lab', ts: 7, sender: { id: 'iris@irc', name: 'Iris', bot: true }, replyTo: 'm1' }
  expect(await posting({ id: 'p1', echo })).toEqual({
    told: { id: 'p1' },
    heard: [
      { ...said, id: 'p1', text: 'A Welch', bots: ['iris', 'rex'] },
      { ...said, id: 'p2', text: 'test.', mentions: [{ id: 'ann', name: 'Ann' }] },
    ],
  })
})

test('in a chat with one person it stays between the two', async () => {
  const { heard } = await posting({ id: 'p1', echo: [{ id: 'p1', text: 'Yes.' }] }, { oneToOne: true, replyTo: '' })
  expect(heard).toEqual([
    {
      id: 'p1',
      group: 'irc:lab',
      ts: 7,
      sender: { id: 'iris@irc', name: 'Iris', bot: true },
      text: 'Yes.',
      oneToOne: true,
    },
  ])
})

test('a group that could not be told is told at the next try: this one counts as failed', async () => {
  const full = () => Promise.reject(new Error('the disk is full'))
  await expect(posting({ id: 'p1', echo: [{ id: 'p1', text: 'Yes.' }] }, {}, full)).rejects.toThrow('the disk is full')
})
