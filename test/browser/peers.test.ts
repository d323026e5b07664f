// A peer of the bridge on the page: that it does not take what waits for it, why, and a way to try again.
import axe from 'axe-core'
import { expect, onTestFinished, test } from 'vitest'
import { key } from '../channels/bridge/bridge-world.ts'
import { says, scriptedPeer } from '../channels/bridge/scripted-peer.ts'
import { iris, quick } from '../e2e/running.ts'
import { scriptedChat } from '../fakes/scripted-chat.ts'
import { browserTests } from './chromium.ts'
import { litStates, pageOf, polling } from './look.ts'
import { served } from './served.ts'

const open = browserTests()

test('a peer that takes nothing is shown with why and with what waits, and is tried again by a click (X6)', async () => {
  const [peer, chat] = await Promise.all([scriptedPeer(), scriptedChat('A Welch test.')])
  onTestFinished(chat.stop)
  const service = await served({
    bots: [{ ...iris, model: chat.model }],
    groupSocial: quick,
    bridge: {
      id: 'alpha',
      peers: [{ id: 'beta', url: peer.url, keys: { in: [key(1)], out: [key(2)] }, groups: ['bridge:lab'] }],
    },
  })
  onTestFinished(() => service.stop())
  const page = await open(pageOf(service))
  await page.getByRole('button', { name: 'peer online' }).waitFor()

  Object.assign(peer.state, { status: 503, headers: { 'retry-after': '300' } })
  await says(service.url, 'beta', key(1), {
    group: 'bridge:lab',
    message: 'm-1',
    sender: { id: 'rex', name: 'Rex' },
    text: 'Iris, which test?',
    mentions: [{ id: 'alpha/iris', name: 'Iris' }],
    hops: 1,
    root: 'm-1',
  })
  await page.getByRole('button', { name: /peer trying \d/ }).click()
  const dialog = page.getByRole('dialog', { name: 'beta, a peer of the bridge' })
  await dialog.getByText('the peer answered 503').waitFor()
  await dialog.getByText('1 message waiting').waitFor()
  await expect.poll(() => litStates(page), polling).toContain('peer.backingOff')
  await page.evaluate(axe.source)
  expect(await page.evaluate(`axe.run(document).then(({ violations }) => violations.map(({ id }) => id))`)).toEqual([])

  peer.state.status = 202
  await dialog.getByRole('button', { name: 'Try again now' }).click()
  await dialog.getByText('The peer accepts messages.').waitFor()
  expect(peer.got.map(({ status }) => status)).toEqual([503, 202])
  expect(await dialog.getByRole('button').allTextContents()).toContain('Close')
  expect(await dialog.getByRole('button', { name: 'Reconnect' }).count()).toBe(0)
})
