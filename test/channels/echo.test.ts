// What a bot posted comes to its group once, whoever brings it: the chat, or the host (R2).
import { expect, onTestFinished, test } from 'vitest'
import type { InboundMessage, Intake, OutboundReply, Posted } from '../../src/channels/channel.ts'
import { makeEchoes } from '../../src/channels/echo.ts'
import { handClock } from '../host/hand-clock.ts'

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

async function posting(
  posted: Posted,
  change: Partial<OutboundReply> = {},
  refuses = () => false,
  clock = handClock(7),
) {
  const heard: InboundMessage[] = []
  const intake: Intake = async (messages) => {
    if (refuses()) throw new Error('the disk is full')
    heard.push(...messages)
  }
  const echoes = makeEchoes({ intake, ownOf: ({ bot }) => ({ id: `${bot}@irc`, name: 'Iris' }), timers: clock })
  onTestFinished(echoes.stop)
  const channel = { send: async () => posted }
  const told = await echoes.post(channel, { ...reply, ...change }, new AbortController().signal)
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
  const full = posting({ id: 'p1', echo: [{ id: 'p1', text: 'Yes.' }] }, {}, () => true)
  await expect(full).rejects.toThrow('the disk is full')
})

/** Everything that needs no timer has been done. */
const settled = () => new Promise(setImmediate)

test('what stands in the chat at the last try is posted, and its group is told as soon as that is possible', async () => {
  const clock = handClock(reply.expiresAt)
  let refusals = 0
  const fails = () => (refusals += 1) <= 3
  const { told, heard } = await posting({ id: 'p1', echo: [{ id: 'p1', text: 'Yes.' }] }, {}, fails, clock)
  expect(told).toEqual({ id: 'p1' })
  for (let n = 0; n < 3; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    await settled()
    clock.advance(clock.next() ?? 0)
  }
  await settled()
  expect(heard.map(({ id, text }) => `${id} ${text}`)).toEqual(['p1 Yes.'])
})
