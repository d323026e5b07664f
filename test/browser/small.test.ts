// Windows of every width, in both languages: nothing overflows, a finger reaches every tab, the room comes first on a phone.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { iris, quick, rex, rooms, type Running } from '../e2e/running.ts'
import { browserTests } from './chromium.ts'
import { pageOf, polling } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
let service: Running

beforeAll(async () => {
  service = await served({
    bots: [iris, { ...rex, name: 'Rex of the long and careful reviews' }],
    groupSocial: quick,
    groups: { 'web:den': { groupSocial: { policy: 'mention' } } },
    channels: rooms('lobby', 'den', 'silent'),
  })
  const { visitor } = service
  await visitor.reply('lobby', { id: await visitor.say('lobby', 'Iris, which paper is it?'), bot: 'iris' })
  await visitor.say('lobby', `https://example.org/${'a-long-path/'.repeat(20)}`)
})

afterAll(() => service?.stop())

const at = () => `${pageOf(service)}#actor=${encodeURIComponent('iris web:lobby')}`

/** What stands out of the window and is not cut off by what it stands in, or scrolls sideways. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('body *')].filter((each) => each.checkVisibility() && !each.closest('svg, .skip, .unseen'))
    .flatMap((each) => {
      const { left, right, width } = each.getBoundingClientRect()
      const cuts = (one) => one !== null && one !== document.body && (['hidden', 'clip'].includes(getComputedStyle(one).overflowX) || cuts(one.parentElement))
      const isOut = width > 0 && (right > innerWidth + 0.5 || left < -0.5) && !cuts(each.parentElement)
      const scrolls = ['auto', 'scroll'].includes(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth + 1
      return isOut || scrolls ? [each.localName + '.' + each.className] : []
    })`)

async function everyPart(page: Page, narrow: boolean): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = { first: await overflowing(page) }
  const look = async (name: string) => void (found[name] = await overflowing(page))
  const panes = narrow ? ['groups', 'room', 'chart', 'why'] : ['chart']
  // oxlint-disable no-await-in-loop -- one page, one part after the other
  for (const pane of panes) {
    const tab = page.locator(`.panes .pane-${pane}`)
    if (narrow && !(await tab.isVisible())) continue
    if (narrow) await tab.click()
    if (narrow) await page.locator(`.app[data-pane=${pane}]`).waitFor()
    await look(pane)
    if (pane !== 'chart') continue
    for (const view of ['sequence', 'context', 'chart']) {
      await page.locator(`#tab-${view}`).click()
      await page.locator(`#view-${view} > :not(.note)`).waitFor()
      await look(view)
    }
    const fold = page.locator('.foot > .fold[aria-expanded=false]')
    if ((await fold.count()) > 0) await fold.click()
    await page.getByRole('slider').waitFor()
    await look('timeline')
  }
  // oxlint-enable no-await-in-loop
  await page.keyboard.press('Escape')
  await page.locator('h1').click()
  await page.keyboard.press('ArrowLeft')
  await page.locator('.paused-at').waitFor()
  await look('the past')
  return found
}

test.each(['en-GB', 'zh-CN'])('nothing overflows at any width in %s', async (locale) => {
  for (const width of [390, 800, 1280, 1440]) {
    // oxlint-disable no-await-in-loop -- one page after the other
    const page = await open(at(), { locale, viewport: { width, height: width < 640 ? 844 : 900 } })
    await page.locator('.message').nth(2).waitFor()
    await page.locator('[data-state].on').first().waitFor({ state: 'attached' })
    const found = await everyPart(page, width < 1280)
    expect({ width, found }).toEqual({ width, found: Object.fromEntries(Object.keys(found).map((name) => [name, []])) })
    // oxlint-enable no-await-in-loop
  }
})

interface Box {
  name: string | null
  isInWindow: boolean
  isLarge: boolean
}

const boxesOf = (page: Page, selector: string, least: number): Promise<Box[]> =>
  page.locator(selector).evaluateAll(
    (all, size) =>
      all.map((each) => {
        const { left, right, top, bottom, width, height } = each.getBoundingClientRect()
        const isInWindow = left >= 0 && right <= 390 && top >= 0 && bottom <= 844
        return { name: each.textContent, isInWindow, isLarge: width >= size && height >= size }
      }),
    least,
  )

test('on a phone the room comes first, and a finger reaches Groups, Room, Chart and Why', async () => {
  const page = await open(at(), { viewport: { width: 390, height: 844 }, hasTouch: true })
  await page.locator('.message').nth(2).waitFor()
  const reachable = { isInWindow: true, isLarge: true }
  expect(await boxesOf(page, '.panes button', 44)).toEqual(
    ['Groups', 'Room', 'Chart', 'Why, budget'].map((name) => ({ name, ...reachable })),
  )
  expect(await page.locator('.centre, .board, .side-lower, .foot').locator('visible=true').count()).toBe(0)

  const heights = await page
    .locator('.composer > :is(input, textarea, button)')
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().height)))
  expect(heights).toEqual([44, 44, 44, 44])

  await page.locator('.pane-why').tap()
  await page.getByRole('meter', { name: '24h tokens' }).waitFor()
  await page.locator('.pane-groups').tap()
  await page.locator('.group-line', { hasText: 'den' }).first().tap()
  await expect.poll(() => page.locator('.app').getAttribute('data-pane'), polling).toBe('room')

  await page.locator('.pane-chart').tap()
  await page.locator('[data-state].on').first().waitFor()
  expect(await boxesOf(page, '.crumb [role=tab]', 36)).toEqual(
    ['Statechart', 'Sequence', 'Context'].map((name) => ({ name, ...reachable })),
  )
})

test('the timeline is folded at first where there is little room, and stays as it was left', async () => {
  const page = await open(at(), { viewport: { width: 800, height: 900 } })
  const fold = page.getByRole('button', { name: 'Timeline', exact: true })
  await fold.waitFor()
  expect(await page.getByRole('slider').count()).toBe(0)
  await fold.click()
  await page.getByRole('slider').waitFor()
  await page.reload()
  await page.getByRole('slider').waitFor()
  await fold.click()
  await page.reload()
  await fold.waitFor()
  expect(await page.getByRole('slider').count()).toBe(0)
})

test('at 1440 × 900 the room shows ten messages with what became of them', async () => {
  for (let i = 1; i <= 14; i += 1)
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as people talk
    await service.visitor.say('den', `message ${i}`, { name: i % 2 === 0 ? 'Ann' : 'Ben' })
  const page = await open(`${pageOf(service)}#actor=${encodeURIComponent('iris web:den')}`)
  const whole = () =>
    page.evaluate<number>(`{
      const { top, bottom } = document.querySelector('.talk-lines').getBoundingClientRect()
      const isWhole = (each) => each.getBoundingClientRect().top >= top && each.getBoundingClientRect().bottom <= bottom + 1
      const messages = [...document.querySelectorAll('.message')].filter((each) => each.querySelectorAll('.outcome').length === 2)
      messages.filter(isWhole).length
    }`)
  await expect.poll(whole, polling).toBeGreaterThanOrEqual(10)
})

test('at 1440 × 900 the budgets and what Why says first are seen beside the room without unfolding anything', async () => {
  const page = await open(at())
  await page.locator('.why-facts').waitFor()
  const names = await page.getByRole('meter').evaluateAll((all) => all.map((each) => each.ariaLabel))
  expect(names).toEqual(['5m messages', '5m tokens', '3h messages', '3h tokens', '24h messages', '24h tokens'])
  const inWindow = await page.evaluate(`['.budget-line', '.why-facts'].map((selector) => {
    const { top, bottom } = [...document.querySelectorAll(selector)].at(-1).getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })`)
  expect(inWindow).toEqual([true, true])
})

test('at 1440 × 900 the last budget is whole in a room where nobody has spoken', async () => {
  const page = await open(`${pageOf(service)}#actor=${encodeURIComponent('iris web:silent')}`)
  const last = page.locator('.budget-line').nth(2)
  await last.waitFor()
  expect(await last.evaluate((line) => line.getBoundingClientRect().bottom <= 900)).toBe(true)
})
