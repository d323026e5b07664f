// Chart and timeline under a mouse: the wheel, a drag, a click.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quick, rex, rooms, type Running } from '../e2e/running.ts'
import { browserTests } from './chromium.ts'
import { pageOf, polling, say } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
let service: Running

beforeAll(async () => {
  service = await served({ bots: [rex], groupSocial: quick, channels: rooms('chart', 'time') })
})

afterAll(() => service?.stop())

async function roomOf(name: string): Promise<Page> {
  const page = await open(`${pageOf(service)}#actor=${encodeURIComponent(`rex web:${name}`)}`)
  await page.locator('[data-state].on').first().waitFor()
  await page.locator('.timeline').waitFor()
  return page
}

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not drawn`)
  return box
}

test('on the chart the wheel zooms, sideways it moves, a drag moves, and a click chooses a state', async () => {
  const page = await roomOf('chart')
  const { x, y, width, height } = await boxOf(page, '.chart')
  await page.evaluate(
    `Promise.all(document.querySelector('.chart .scene').getAnimations().map(({ finished }) => finished))`,
  )
  const scene = () =>
    page.evaluate<{ k: number; left: number }>(`{
      const { a, e } = new DOMMatrix(getComputedStyle(document.querySelector('.chart .scene')).transform)
      ;({ k: Math.round(1000 * a) / 1000, left: Math.round(e) })
    }`)
  const first = await scene()
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.wheel(0, -200)
  const closer = Math.round(1000 * first.k * Math.exp(200 * 0.0015)) / 1000
  await expect.poll(async () => (await scene()).k, polling).toBeCloseTo(closer, 2)
  const { k, left } = await scene()
  await page.mouse.wheel(30, 0)
  await expect.poll(scene, polling).toEqual({ k, left: left - 30 })
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 40, y + height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(scene, polling).toEqual({ k, left: left + 10 })
  await page.keyboard.press('Escape')
  await page.locator('[data-state="group.turn.dispatching.deciding"]').click()
  await expect.poll(() => page.locator('.state.far').count(), polling).toBeGreaterThan(0)
  expect(await scene()).toEqual({ k, left: left + 10 })
})

test('on the timeline a press goes to its moment, the axis moves time, the wheel zooms it', async () => {
  const page = await roomOf('time')
  await say(page, '@Rex are you there?')
  await page.getByRole('log').locator('.avatar.by-bot').first().waitFor()
  const { x, y, width } = await boxOf(page, '.timeline')
  const paused = page.locator('.paused-at')
  await page.mouse.move(x + 110, y + 60)
  await page.mouse.down()
  await paused.waitFor()
  expect(await page.getByRole('slider').getAttribute('aria-valuenow')).toBe(
    await page.getByRole('slider').getAttribute('aria-valuemin'),
  )
  await page.mouse.move(x + width - 4, y + 60, { steps: 4 })
  await paused.waitFor({ state: 'detached' })
  await page.mouse.up()

  const apart = () =>
    page.evaluate<number>(`{
      const [one, two] = [...document.querySelectorAll('.timeline .tick text')]
        .map(({ textContent }) => textContent.split(':').reduce((sum, part) => 60 * sum + Number(part), 0))
      two - one
    }`)
  const before = await apart()
  await page.mouse.move(x + width / 2, y + 60)
  await page.mouse.wheel(0, 240)
  await page.mouse.wheel(0, 240)
  await page.mouse.wheel(0, 240)
  await expect.poll(apart, polling).toBeGreaterThan(before)

  await page.mouse.move(x + width / 2, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 200, y + 10, { steps: 4 })
  await page.mouse.up()
  // The present has left the window, and the page is still live.
  await expect.poll(() => page.locator('.playhead').count(), polling).toBe(0)
  expect(await paused.count()).toBe(0)
})
