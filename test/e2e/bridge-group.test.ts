// A group that is nowhere but between peers: its bots hear what a peer tells, and their answers are told to it (X1–X5).
import { expect, onTestFinished, test } from 'vitest'
import type { BridgedMessage } from '../../src/channels/bridge/envelope.ts'
import type { ConnectionRow, TalkLine } from '../../src/feed/contract.ts'
import { key } from '../channels/bridge/bridge-world.ts'
import { says, scriptedPeer, toldIn } from '../channels/bridge/scripted-peer.ts'
import { iris, quick, rex, running, tempFolders } from './running.ts'
import { spawned } from './spawned.ts'
import { waitFor } from './visitor.ts'
import { chatting } from '../world/service-world.ts'
import { postJson } from '../world/posting.ts'

const folder = tempFolders()
const lab = 'bridge:lab'

async function fileFor(peer: string, over: object = {}) {
  const chat = await chatting((n) => `A Welch test, I say for the ${n}. time.`)
  return {
    bots: [iris, rex].map((bot) => ({ ...bot, model: chat.model })),
    groupSocial: { ...quick, policy: 'mention' },
    bridge: {
      id: 'alpha',
      peers: [{ id: 'beta', url: peer, keys: { in: [key(1)], out: [key(2)] }, groups: [lab, 'web:lobby'] }],
    },
    ...over,
  }
}

async function alpha(over: object = {}) {
  const peer = await scriptedPeer()
  const service = await running(folder(), await fileFor(peer.url, over))
  onTestFinished(() => service.stop())
  const talk = async (bot: string): Promise<TalkLine[]> =>
    (await (await fetch(`${service.url}/api/talk?actor=${bot}%20${lab}`)).json()) as TalkLine[]
  const verdicts = () => service.lines.filter(({ group, gate }) => group === lab && gate !== undefined)
  return { peer, service, talk, verdicts, says: (told: BridgedMessage) => says(service.url, 'beta', key(1), told) }
}

const asked: BridgedMessage = {
  group: lab,
  message: 'm-1',
  sender: { id: 'rex', name: 'Rex' },
  text: 'Which test fits 12 samples?',
  mentions: [{ id: 'alpha/iris', name: 'Iris' }],
  hops: 1,
  root: 'm-1',
}

test('who is mentioned by id answers to the peer, one hop on, and the other own bot hears it (R4, X4)', async () => {
  const { peer, talk, says: tell } = await alpha()
  expect(await tell(asked)).toBe(202)
  const { body } = await waitFor('the answer', () => peer.got[0])
  const { message, ...told } = toldIn(body)
  expect(told).toEqual({
    group: lab,
    sender: { id: 'iris', name: 'Iris' },
    text: 'A Welch test, I say for the 1. time.',
    replyTo: 'm-1',
    mentions: [],
    hops: 2,
    root: 'm-1',
  })
  const heard = await waitFor('the answer in the talk of Rex', async () => {
    const lines = await talk('rex')
    return lines.length > 1 ? lines : undefined
  })
  expect(heard.map(({ id, sender, bot, replyTo }) => [id, sender, bot, replyTo])).toEqual([
    ['m-1', 'beta/rex', true, undefined],
    [message, 'alpha/iris', true, 'm-1'],
  ])
})

test.each([
  ['the peer’s own bot of the same id', 'beta/rex'],
  ['a bare id, which is the speaker’s own', 'rex'],
  ['a bot that nobody has', 'alpha/max'],
])('a mention of %s is none of ours (R4, X4)', async (_, id) => {
  const { verdicts, says: tell } = await alpha()
  await tell({ ...asked, text: 'What about it?', mentions: [{ id, name: 'Roger' }] })
  await tell({ ...asked, message: 'm-2', text: 'And this?', mentions: [{ id: 'alpha/rex', name: 'Rex' }] })
  await waitFor('the answer to the second one', () =>
    verdicts().find(({ gate, outcome }) => gate === 'send' && outcome === 'sent'),
  )
  const sent = verdicts().filter(({ gate, outcome }) => gate === 'send' && outcome === 'sent')
  expect(sent.map(({ bot }) => bot)).toEqual(['rex'])
})

test('a talk among bots in such a group ends at the hop limit, not at a brake that waits for a person (X3, 18)', async () => {
  const { peer, verdicts, says: tell } = await alpha()
  for (const n of [1, 2, 3, 4, 5, 6]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await tell({ ...asked, message: `m-${n}`, root: `m-${n}`, hops: n < 6 ? 1 : 4 })).toBe(202)
    // oxlint-disable-next-line no-await-in-loop
    if (n < 6) await waitFor(`answer ${n}`, () => peer.got[n - 1])
  }
  const failed = await waitFor('the end', () => verdicts().find(({ outcome }) => outcome === 'failed'))
  expect([failed['why'], failed['reason']]).toEqual(['channelRefused', 'bots alone have talked long enough (hops)'])
  expect(peer.got.map(({ body }) => toldIn(body).hops)).toEqual([2, 2, 2, 2, 2])
})

test('an answer goes on from the message that it answers, whatever else it read (X3)', async () => {
  const { peer, says: tell } = await alpha({
    groupSocial: { ...quick, policy: 'mention', batching: { intervalMs: 20_000 } },
  })
  await tell({ ...asked, message: 'm-1', root: 'm-0', hops: 3, mentions: [] })
  await tell({ ...asked, message: 'm-2', root: 'm-2' })
  const { body } = await waitFor('the answer', () => peer.got[0])
  const { replyTo, hops, root } = toldIn(body)
  expect({ replyTo, hops, root }).toEqual({ replyTo: 'm-2', hops: 2, root: 'm-2' })
})

test('a person’s question begins a talk anew, however long the bots around it have talked, and what is kept back is told (X3)', async () => {
  const {
    peer,
    service,
    says: tell,
  } = await alpha({
    groupSocial: { ...quick, policy: 'mention', batching: { intervalMs: 20_000 } },
  })
  const lobby = { ...asked, group: 'web:lobby', root: 'm-0', hops: 4 }
  for (const n of [1, 2, 3]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await tell({ ...lobby, message: `m-${n}`, text: 'And what of letter b?', mentions: [] })).toBe(202)
  }
  const id = await service.visitor.say('lobby', 'Iris, which test fits 12 samples?')
  const { body } = await waitFor('the answer', () => peer.got[0])
  const { replyTo, hops, root } = toldIn(body)
  expect({ replyTo, hops, root }).toEqual({ replyTo: id, hops: 1, root: id })

  expect(await tell({ ...lobby, message: 'm-4' })).toBe(202)
  const line = await waitFor('the line in the log', () => service.lines.find(({ hops: told }) => told === 5))
  expect(line).toMatchObject({ level: 'warn', group: 'web:lobby', bot: 'iris' })
  expect(await service.visitor.health()).toMatchObject({
    status: 'ok',
    untoldToPeers: 1,
    failures: {
      bridge: { count: 1, error: 'a reply in web:lobby is kept back: bots alone have talked long enough (hopLimit)' },
    },
  })
  const rows = (await (await fetch(`${service.url}/api/connections`)).json()) as ConnectionRow[]
  expect(rows.find(({ kind }) => kind === 'peer')).toMatchObject({ bot: 'beta', untold: 1 })
})

test('an answer that a crash left behind is told after it, under the same id (S5, X6)', async () => {
  const peer = await scriptedPeer()
  peer.state.status = 0
  const home = folder()
  const file = await fileFor(peer.url)
  const first = await spawned(home, file)
  expect(await says(first.url, 'beta', key(1), asked)).toBe(202)
  await waitFor('the try that gets no answer', () => peer.got[0])
  await first.kill()
  peer.state.status = 202
  const second = await spawned(home)
  onTestFinished(() => second.kill())
  // The same event once more, as if its answer had been lost: known, and nobody answers again.
  expect(await says(second.url, 'beta', key(1), asked)).toBe(200)
  await waitFor('the next try', () => peer.got[1])
  await says(second.url, 'beta', key(1), { ...asked, message: 'm-2' })
  await waitFor('the answer to the next question', () => peer.got[2])
  const [a, b, c] = peer.got
  expect([b?.headers['webhook-id'], b?.body]).toEqual([a?.headers['webhook-id'], a?.body])
  expect([a, b, c].map((each) => toldIn(each?.body ?? '').replyTo)).toEqual(['m-1', 'm-1', 'm-2'])
})

test('how a peer stands is told beside the bots’ lines, /health counts it, and it is tried again by hand (X6)', async () => {
  const { peer, service, says: tell } = await alpha()
  const rows = async (): Promise<ConnectionRow[]> =>
    (await (await fetch(`${service.url}/api/connections`)).json()) as ConnectionRow[]
  const beta = async () => (await rows()).find(({ kind }) => kind === 'peer')
  expect((await rows()).map(({ bot, channel, state }) => `${bot} ${channel} ${state}`)).toEqual([
    'iris web online',
    'rex web online',
    'iris bridge online',
    'rex bridge online',
    'beta peer up',
  ])
  Object.assign(peer.state, { status: 429, headers: { 'retry-after': '300' } })
  await tell(asked)
  const down = await waitFor('the pause', async () => {
    const row = await beta()
    return row?.state === 'backingOff' ? row : undefined
  })
  expect(down).toEqual({
    kind: 'peer',
    bot: 'beta',
    channel: 'peer',
    state: 'backingOff',
    since: expect.any(Number),
    reason: 'the peer answered 429',
    code: 'peerAnswered',
    numbers: { status: 429 },
    retryAt: down.since + 300_000,
    failures: 1,
    waiting: 1,
  })
  const again = async () => {
    const tries = peer.got.length
    await postJson(`${service.url}/api/control`, { do: 'retry', bot: 'beta', channel: 'peer' })
    await waitFor('a try', () => peer.got[tries])
    return waitFor('its end', async () => {
      const row = await beta()
      return row?.state === 'delivering' ? undefined : row
    })
  }
  for (const n of [2, 3, 4, 5, 6]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await again()).failures).toBe(n)
  }
  expect(await beta()).toMatchObject({ state: 'open', isDown: true, waiting: 1 })
  expect(await service.visitor.health()).toMatchObject({ status: 'ok', failedLines: 0, peersDown: 1 })
  peer.state.status = 202
  expect(await again()).toMatchObject({ state: 'up', failures: 0, waiting: 0 })
  expect(await service.visitor.health()).toMatchObject({ status: 'ok', peersDown: 0 })
})
