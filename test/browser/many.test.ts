// Fifty rooms with five bots each: grouped, counted, filtered and searched, with only the rows in sight drawn.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quick, type Running } from '../e2e/running.ts'
import { browserTests } from './chromium.ts'
import { pageOf, polling } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
const names = ['Iris', 'Rex', 'Bot 2', 'Bot 10', 'The careful reader of long reports']
const bots = names.map((name, i) => ({ id: `bot${i}`, name, role: 'reader', expertise: `field ${i}` }))
let service: Running

beforeAll(async () => {
  const rooms = Array.from({ length: 50 }, (_, i) => ({ id: `room${i + 1}`, title: `room ${i + 1}` }))
  service = await served({ bots, groupSocial: { ...quick, policy: 'mention' }, channels: { web: { rooms } } })
  for (const [i, { id }] of rooms.entries())
    // oxlint-disable-next-line no-await-in-loop -- one room after the other
    await service.visitor.say(id, `hello number ${i + 1}${i === 29 ? ', the marmalade is out' : ''}`)
}, 60_000)

afterAll(() => service?.stop())

/** The lines in sight: headings, and rows by their names. */
const linesOf = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.board-lines li')]
    .filter((each) => each.getBoundingClientRect().top < document.querySelector('.board-lines').getBoundingClientRect().bottom)
    .map((each) => (each.querySelector('h2') ?? each.querySelector('.group-title')).textContent.trim())`)
const count = (page: Page) => page.locator('.board-count').textContent()

test('250 rows are listed by bot, by room and by time, in natural order, and counted', async () => {
  const page = await open(`${pageOf(service)}#actor=${encodeURIComponent('bot2 web:room1')}`)
  await expect.poll(() => count(page), polling).toBe('50 rooms · 5 bots')
  expect((await linesOf(page)).slice(0, 4)).toEqual(['Bot 2 50', 'room 1', 'room 2', 'room 3'])
  await page.getByRole('button', { name: 'By room' }).click()
  await expect
    .poll(async () => (await linesOf(page)).slice(0, 7), polling)
    .toEqual(['room 1 5', 'Bot 2', 'Bot 10', 'Iris', 'Rex', 'The careful reader of long reports', 'room 2 5'])
  await page.getByRole('button', { name: 'Latest' }).click()
  // Whoever is heard comes first, whenever the timers of the others have ended.
  await service.visitor.say('room7', 'and who reads this?')
  await expect.poll(async () => (await linesOf(page))[0], polling).toMatch(/ · room 7$/)
})

test('the name of a bot is whole wherever it stands', async () => {
  const page = await open(pageOf(service))
  await expect.poll(() => count(page), polling).toBe('50 rooms · 5 bots')
  for (const order of ['By room', 'Latest']) {
    // oxlint-disable no-await-in-loop -- one order after the other
    await page.getByRole('button', { name: order }).click()
    await page.locator('.bot-name', { hasText: 'careful reader' }).first().waitFor()
    const cut = await page.locator('.bot-name').evaluateAll((all) =>
      all.flatMap((each) => {
        const row = each.closest('.group-line')
        const more = row?.querySelector('.group-more')
        if (!row || !more) return ['no row']
        const [name, line, below] = [each, row, more].map((one) => one.getBoundingClientRect())
        const isWhole = each.scrollWidth <= each.clientWidth + 1 || each.clientWidth === 0
        const fits =
          name &&
          line &&
          below &&
          name.right <= line.right &&
          name.bottom <= below.top + 2 &&
          below.bottom <= line.bottom + 1
        return isWhole && fits ? [] : [each.textContent]
      }),
    )
    expect({ order, cut }).toEqual({ order, cut: [] })
    // oxlint-enable no-await-in-loop
  }
})

test('only the rows in sight are drawn, wherever the list is scrolled', async () => {
  const page = await open(pageOf(service))
  await expect.poll(() => count(page), polling).toBe('50 rooms · 5 bots')
  const box = page.locator('.board-lines')
  const drawn = () => page.locator('.board-lines li').count()
  expect(await drawn()).toBeLessThan(30)
  await box.evaluate((each) => each.scrollTo(0, each.scrollHeight))
  await page.locator('.board-lines li[aria-posinset="255"]').waitFor()
  expect(await drawn()).toBeLessThan(30)
})

test('the filter shows its first hit, counts, finds what a verdict says, and is searched in messages and verdicts', async () => {
  const page = await open(pageOf(service))
  await expect.poll(() => count(page), polling).toBe('50 rooms · 5 bots')
  await page.locator('.board-lines').evaluate((each) => each.scrollTo(0, each.scrollHeight))
  await page.locator('#filter').fill('rex room 2')
  await expect.poll(() => count(page), polling).toBe('14 of 50 rooms · 1 of 5 bots')
  expect((await linesOf(page)).slice(0, 3)).toEqual(['Rex 14', 'room 2', 'room 12'])
  expect(await page.locator('.board-lines').evaluate((each) => each.scrollTop)).toBe(0)

  await page.locator('#filter').fill('marmalade')
  await page.getByText('Nothing matches the filter.').waitFor()
  const found = page.getByRole('region', { name: 'Found in messages and verdicts' })
  await found.getByRole('button', { name: 'the marmalade is out' }).click()
  await page.locator('.message.chosen', { hasText: 'the marmalade is out' }).waitFor()
  expect(await page.locator('.room h2').first().textContent()).toBe('room 30')

  await page.locator('#filter').fill('policy')
  await expect.poll(() => count(page), polling).toBe('50 rooms · 5 bots')
  await found.locator('li button', { hasText: 'room 5' }).first().waitFor()
})
