// A peer that was down and is heard again (X6).
import { expect, test, vi } from 'vitest'
import { writeEvent } from '../../../src/channels/bridge/envelope.ts'
import { sign } from '../../../src/channels/bridge/signature.ts'
import { group, key, polling, says, side, start } from './bridge-world.ts'
import { scriptedPeer } from './scripted-peer.ts'

test('a peer that counts as down is tried at once when it is heard (X6)', async () => {
  const peer = await scriptedPeer()
  const alpha = side({
    id: 'alpha',
    peers: [{ id: 'beta', url: peer.url, keys: { in: [key(2)], out: [key(1)] }, groups: [group] }],
  })
  alpha.begin()
  peer.state.status = 503
  says(alpha.bridge, { message: 'om_1' }, start)
  for (let tries = 1; tries < 6; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a pause after the other
    await vi.waitFor(() => expect(peer.got).toHaveLength(tries), polling)
    // oxlint-disable-next-line no-await-in-loop
    await alpha.hand.pause()
  }
  await vi.waitFor(() => expect(alpha.bridge.standings()[0]).toMatchObject({ state: 'open', isDown: true }), polling)
  peer.state.status = 202
  const told = {
    group,
    message: 'om_9',
    sender: { id: 'rex', name: 'Rex' },
    text: 'Back.',
    mentions: [],
    hops: 1,
    root: 'om_9',
  }
  const { id, body } = writeEvent('beta', told, start)
  expect(await alpha.bridge.receive(sign([key(2)], id, body, alpha.hand.now()), async () => Buffer.from(body))).toBe(
    'taken',
  )
  await vi.waitFor(() => expect(peer.got.at(-1)).toMatchObject({ id: 'om_1', status: 202 }), polling)
  await vi.waitFor(
    () => expect(alpha.bridge.standings()[0]).toMatchObject({ state: 'up', failures: 0, waiting: 0 }),
    polling,
  )
})
