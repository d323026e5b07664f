// An operator's orders on the page: each asks first, is told on the board and the chart, and does what it says.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quick, rex, rooms, type Running } from '../e2e/running.ts'
import { browserTests } from './chromium.ts'
import { heard, litStates, pageOf, polling, say, talkOf, turnIs, whyOf } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
let service: Running

beforeAll(async () => {
  service = await served({
    bots: [rex],
    groupSocial: quick,
    groups: { 'web:slow': { groupSocial: { delay: { fastMs: [60_000, 60_000] } } } },
    channels: rooms('lobby', 'slow', 'policy'),
  })
})

afterAll(() => service?.stop())

async function pageOfRoom(room: string): Promise<Page> {
  const page = await open(`${pageOf(service)}#actor=${encodeURIComponent(`rex web:${room}`)}`)
  await page.locator('[data-state].on').first().waitFor()
  return page
}

const order = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Controls' }).getByRole('button', { name, exact: true }).click()
const silenced = (page: Page) => page.locator('.group-line[aria-current=true] .silence', { hasText: 'muted' })

test('a muted bot stays silent when it is mentioned, says why, and answers again when unmuted', async () => {
  const page = await pageOfRoom('lobby')
  await order(page, 'Mute')
  const dialog = page.getByRole('dialog', { name: 'Mute Rex in lobby?' })
  await dialog.waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await silenced(page).count()).toBe(0)

  await order(page, 'Mute')
  await dialog.getByRole('button', { name: 'Mute' }).click()
  await dialog.waitFor({ state: 'detached' })
  await silenced(page).waitFor()
  await expect.poll(() => litStates(page), polling).toContain('group.control.muted')

  await say(page, 'Rex, does this test leak?')
  await page.getByRole('button', { name: 'skipped · Control' }).click()
  await page.locator('.message.chosen').waitFor()
  expect(await whyOf(page)).toEqual({
    sentence: 'Rex stayed silent: an operator keeps the bot silent',
    gates: [expect.stringContaining('passed: Buffer'), 'passed: Dispatch: 1 message · COOLING 1/1', 'stopped: Control'],
  })
  expect(await service.visitor.replies('lobby')).toEqual([])

  await order(page, 'Unmute')
  await page.getByRole('dialog').getByRole('button', { name: 'Unmute' }).click()
  await silenced(page).waitFor({ state: 'detached' })
  await say(page, 'Rex, and now?')
  await heard(page, '(rehearsal)')
})

test('a reply that waits its pause is dropped', async () => {
  const page = await pageOfRoom('slow')
  await say(page, 'Rex, does this test leak?')
  await turnIs(page, 'delaying › pausing')
  await order(page, 'Drop reply')
  await page.getByRole('dialog').getByRole('button', { name: 'Drop reply' }).click()
  await turnIs(page, 'idle')
  await expect
    .poll(() => talkOf(page), polling)
    .toEqual([{ who: 'Ann', text: 'Rex, does this test leak?', outcomes: [expect.stringMatching(/^✕ skipped/)] }])
  expect(await service.visitor.replies('slow')).toEqual([])
})

test('a policy set on the page holds for the next message', async () => {
  const page = await pageOfRoom('policy')
  await order(page, 'Policy: auto')
  const dialog = page.getByRole('dialog', { name: 'When may Rex speak in policy?' })
  await dialog.getByRole('radio', { name: /^mention/ }).check()
  await dialog.getByRole('button', { name: 'Set policy' }).click()
  await page.getByRole('button', { name: 'Policy: mention set' }).waitFor()
  await say(page, 'Who reviews this code and its tests?')
  await page.getByRole('button', { name: 'skipped · Policy' }).waitFor()
  expect(await service.visitor.replies('policy')).toEqual([])
})
