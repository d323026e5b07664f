// The chart under a hand: labels from a zoom on, a chosen state among dimmed others, clocks at their lines, two fingers.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quick, rex, rooms, type Running } from '../e2e/running.ts'
import { browserTests } from './chromium.ts'
import { pageOf, polling, say } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
let service: Running

beforeAll(async () => {
  service = await served({
    bots: [rex],
    groupSocial: { ...quick, delay: { fastMs: [60_000, 60_000] } },
    channels: rooms('whole', 'zoom', 'choice', 'clock', 'fingers'),
  })
})

afterAll(() => service?.stop())

async function chartIn(room: string, options = {}): Promise<Page> {
  const page = await open(`${pageOf(service)}#actor=${encodeURIComponent(`rex web:${room}`)}`, options)
  await page.locator('[data-state].on').first().waitFor()
  return page
}

/** The zoom of the scene, in hundredths. */
const zoomOf = (page: Page): Promise<number> =>
  page.evaluate<number>(
    `Math.round(100 * new DOMMatrix(getComputedStyle(document.querySelector('.chart .scene')).transform).a)`,
  )

/** Once the view rests. */
async function settled(page: Page): Promise<number> {
  await page.evaluate(
    `Promise.all(document.querySelector('.chart .scene').getAnimations().map(({ finished }) => finished))`,
  )
  return zoomOf(page)
}

/** Of the smallest name in sight, px on the screen. */
const smallestName = (page: Page): Promise<number> =>
  page.evaluate<number>(`Math.min(...[...document.querySelectorAll('.chart .name')].map((name) =>
    parseFloat(getComputedStyle(name).fontSize) * name.getScreenCTM().a))`)

test.each([
  [1440, 900],
  [1280, 800],
] as const)('where all is seen at %i × %i px names are read at 9.8 px and more', async (width, height) => {
  const page = await chartIn('whole', { viewport: { width, height } })
  await settled(page)
  const overview = await smallestName(page)
  expect(await page.locator('.chart .label-body').count()).toBeGreaterThan(20)
  await page.getByRole('button', { name: 'All transitions' }).click()
  await page.locator('.chart.small').waitFor()
  await settled(page)
  const full = await smallestName(page)
  expect({ overview, full, isRead: Math.min(overview, full) >= 9.8 }).toEqual({ overview, full, isRead: true })
})

test('all transitions show names where all is seen, and their labels from a zoom on', async () => {
  const page = await chartIn('zoom')
  await page.getByRole('button', { name: 'All transitions' }).click()
  await page.locator('.chart.small').waitFor()
  await settled(page)
  const smallest = await page.evaluate<number>(
    `Math.min(...[...document.querySelectorAll('.chart .leaf .name')].map((name) => name.getBoundingClientRect().height))`,
  )
  expect(smallest).toBeGreaterThan(8)
  expect(await page.locator('.chart .label-body').count()).toBe(0)
  const zoomIn = page.getByRole('button', { name: 'Zoom in (+)' })
  for (let i = 0; i < 12; i += 1) await zoomIn.click() // oxlint-disable-line no-await-in-loop -- one click after the other
  expect(await page.locator('.chart .label-body').count()).toBeGreaterThan(60)
  await page.keyboard.press('0')
  await expect.poll(() => page.locator('.chart .label-body').count(), polling).toBe(0)
})

test('a chosen state dims the others, which stay visible, and tells the words of its edges at any zoom', async () => {
  const page = await chartIn('choice')
  await page.getByRole('button', { name: 'All transitions' }).click()
  await page.locator('.chart.small').waitFor()
  const opacities = (): Promise<Record<string, number>> =>
    page.evaluate(`Promise.all(document.querySelectorAll('.chart .state')[0].getAnimations({ subtree: true }).map(({ finished }) => finished))
      .then(() => Object.fromEntries(['sending.delivering', 'turn.cooling', 'memory.renewing'].map((id) =>
        [id, Number(getComputedStyle(document.querySelector(\`[data-state$="\${id}"]\`)).opacity)])))`)
  await page.locator('[data-state="group.turn.sending.delivering"]').click()
  await expect
    .poll(opacities, polling)
    .toEqual({ 'sending.delivering': 1, 'turn.cooling': 1, 'memory.renewing': expect.closeTo(0.45) })
  expect(await page.locator('.chart .sign text').allTextContents()).toEqual(expect.arrayContaining(['✓ deliver']))
  await page.locator('[data-state="group.turn.sending.delivering"]').focus()
  await page.keyboard.press('Escape')
  await expect.poll(opacities, polling).toEqual({ 'sending.delivering': 1, 'turn.cooling': 1, 'memory.renewing': 1 })
  expect(await page.locator('.chart .sign').count()).toBe(0)
})

test('a running timer counts down at the line that it drives', async () => {
  const page = await chartIn('clock')
  await say(page, 'Rex, does this test leak?')
  await page.locator('.clock[data-timer=typingDelay]').waitFor()
  const away = await page.evaluate<number>(`{
    const { left, right, top, bottom } = document.querySelector('.clock[data-timer=typingDelay] rect').getBoundingClientRect()
    const line = document.querySelector('[data-edge$="delaying.pausing->group.turn.delaying.due"] .run')
    const matrix = line.getScreenCTM()
    const points = Array.from({ length: 200 }, (_, at) => line.getPointAtLength((at / 199) * line.getTotalLength()).matrixTransform(matrix))
    Math.min(...points.map(({ x, y }) => Math.hypot(x - Math.max(left, Math.min(right, x)), y - Math.max(top, Math.min(bottom, y)))))
  }`)
  expect(away).toBe(0)
})

test('on a phone two fingers zoom, one moves, and a double tap shows the whole', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const page = await open(`${pageOf(service)}#actor=${encodeURIComponent('rex web:fingers')}`, phone)
  await page.getByText('Chart', { exact: true }).tap()
  await page.locator('.chart .leaf.on').first().waitFor()
  const box = await page.locator('.chart').boundingBox()
  expect(box).not.toBeNull()
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  const fingers = await page.context().newCDPSession(page)
  const touch = (type: string, ...points: [number, number][]) =>
    fingers.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })),
    })
  const before = await settled(page)
  await touch('touchStart', [x - 30, y], [x + 30, y])
  await touch('touchMove', [x - 45, y], [x + 45, y])
  await touch('touchMove', [x - 60, y], [x + 60, y])
  await touch('touchEnd')
  const pinched = await zoomOf(page)
  expect(pinched / before).toBeCloseTo(2, 0)
  const scene = () =>
    page.evaluate<number>(`new DOMMatrix(getComputedStyle(document.querySelector('.chart .scene')).transform).e`)
  const left = await scene()
  await touch('touchStart', [x, y])
  await touch('touchMove', [x + 5, y])
  await touch('touchMove', [x + 25, y])
  await touch('touchEnd')
  expect((await scene()) - left).toBeCloseTo(25, 0)
  // Both taps are sent at once: a loaded machine would make two single ones of them.
  await Promise.all([touch('touchStart', [x, y]), touch('touchEnd'), touch('touchStart', [x, y]), touch('touchEnd')])
  await expect.poll(() => settled(page), polling).toBeLessThan(50)
})
