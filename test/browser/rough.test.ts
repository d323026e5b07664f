// The page on bad days: a slow stream, an answer that breaks, links to moments that are no more, small and plain screens.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { iris, quick, rex, type Running } from '../e2e/running.ts'
import { browserTests } from './chromium.ts'
import { pageOf, polling, say, talkOf } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
const many = Array.from({ length: 20 }, (_, i) => `room${i}`)
let service: Running

beforeAll(async () => {
  service = await served({
    bots: [rex, iris],
    groupSocial: { ...quick, decision: { lullMs: 100 } },
    channels: {
      web: {
        rooms: [...['lobby', 'slow', 'broken', ...many].map((id) => ({ id, bots: ['rex'] })), { id: 'both' }],
      },
    },
  })
})

afterAll(() => service?.stop())

const at = (room: string, more = '') => `${pageOf(service)}#actor=${encodeURIComponent(`rex web:${room}`)}${more}`
const lit = (page: Page) => page.locator('[data-state].on').first().waitFor()
const answered = (page: Page) => page.getByRole('button', { name: 'answered' }).first().waitFor()

test('what happens before a slow stream begins is not missed', async () => {
  const page = await open(at('lobby'))
  await lit(page)
  await page.route('**/api/feed?*', async (route) => {
    const id = await service.visitor.say('slow', 'Rex, does this test leak?')
    await service.visitor.outcome('slow', 'rex', id)
    await route.continue()
  })
  await page.goto(at('slow'))
  await expect
    .poll(async () => (await talkOf(page)).map(({ outcomes }) => outcomes), polling)
    .toEqual([['✓ answered'], []])
})

test('a look at the tape that breaks is taken again', async () => {
  const id = await service.visitor.say('broken', 'Rex, does this test leak?')
  await service.visitor.outcome('broken', 'rex', id)
  const page = await open(at('lobby'))
  await lit(page)
  await page.route('**/api/tape?*', (route) => route.fulfill({ body: 'not JSON' }), { times: 1 })
  await page.goto(at('broken'))
  await page.getByRole('button', { name: 'answered' }).waitFor()
  expect(await page.locator('.top .pill').allTextContents()).toEqual(['● Live'])
})

test('a link to a moment that is not recorded leads to the nearest, and says so', async () => {
  await service.visitor.say('lobby', 'anyone?')
  const page = await open(at('lobby', '&at=99999'))
  const told = page.getByText('Step 99999 is not recorded: this is the nearest one')
  await told.waitFor()
  expect(new URL(page.url()).hash).toMatch(/&at=\d{1,3}$/)
  await page.keyboard.press('Escape')
  await told.waitFor({ state: 'detached' })
})

test('in the past another bot of the group is shown at the same moment', async () => {
  const id = await service.visitor.say('both', 'Rex, does this test leak?')
  await Promise.all(['rex', 'iris'].map((bot) => service.visitor.outcome('both', bot, id)))
  const page = await open(at('both', '&at=2'))
  await page.locator('.paused-at', { hasText: '#2' }).waitFor()
  await page.locator('.outcome', { hasText: 'Iris' }).first().click()
  await page.locator('.crumb h2', { hasText: 'Iris' }).waitFor()
  expect(await page.locator('.paused-at').count()).toBe(1)
})

test('the newest message stays in sight when the outcomes of other bots arrive after it', async () => {
  const last = `seven of ${Date.now()}`
  // By a second person, whom no bot has answered yet: each bot judges it, and none answers.
  for (const text of ['one', 'two', 'three', 'four', 'five', 'six', last])
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as people talk
    await service.visitor.say('both', text, { name: 'Ben' })
  const page = await open(at('both'), { viewport: { width: 1280, height: 640 } })
  await lit(page)
  await page.getByText(last, { exact: true }).waitFor()
  await expect
    .poll(async () => (await talkOf(page)).at(-1), polling)
    .toEqual({
      who: 'Ben',
      text: last,
      outcomes: [expect.stringContaining('skipped'), expect.stringContaining('skipped')],
    })
  const below = () =>
    page.evaluate<number>(`(({ scrollHeight, scrollTop, clientHeight }) =>
      Math.round(scrollHeight - scrollTop - clientHeight))(document.querySelector('.talk-lines'))`)
  await expect.poll(below, polling).toBeLessThan(2)
})

test('a row of the board keeps the focus when the list moves it out of sight', async () => {
  await service.visitor.say('lobby', 'anyone?')
  const page = await open(at('lobby'), { viewport: { width: 1280, height: 400 } })
  await lit(page)
  await page.getByRole('button', { name: 'Latest' }).click()
  await page.locator('.group-line', { hasText: 'lobby' }).focus()
  await Promise.all(many.map((room) => service.visitor.say(room, 'hello')))
  await page.locator('.group-line').first().filter({ hasNotText: 'lobby' }).waitFor()
  await expect
    .poll(() => page.evaluate('document.querySelector(".board-lines li:last-child").ariaPosInSet'), polling)
    .toBe(String(many.length + 1))
  expect(await page.evaluate('document.activeElement.textContent')).toContain('lobby')
})

test('back to live and one step on keep the focus near', async () => {
  const page = await open(at('lobby'))
  await lit(page)
  const focused = () => page.evaluate<string>('document.activeElement.ariaLabel ?? document.activeElement.localName')
  const [stepBack, stepOn] = [page.getByRole('button', { name: 'One step back' }), page.getByLabel('One step forward')]
  await say(page, 'does this test leak?')
  await stepBack.click()
  await page.getByRole('button', { name: 'Back to live' }).press('Enter')
  await page.locator('.paused-at').waitFor({ state: 'detached' })
  expect(await focused()).toBe('One step back')
  await stepBack.press('Enter')
  await page.locator('.paused-at').waitFor()
  await expect
    .poll(async () => {
      await stepOn.press('Enter')
      return page.locator('.paused-at').count()
    }, polling)
    .toBe(0)
  expect(await focused()).toBe('One step forward')
})

const heights = (page: Page) =>
  page.evaluate<Record<string, number>>(`Object.fromEntries(['side', 'room', 'why', 'budgets'].map((name) =>
    [name, document.querySelector('.' + name).clientHeight]))`)

test('on a small screen the room has its share, whatever is unfolded, and folds stay as they were left', async () => {
  const page = await open(at('lobby'), { viewport: { width: 1280, height: 800 } })
  await lit(page)
  await say(page, 'Rex, does this test leak?')
  await answered(page)
  const share = async () => {
    const { side = 0, room = 0, why = 0 } = await heights(page)
    return { room: room / side >= 0.55, why: why >= 100 }
  }
  expect(await share()).toEqual({ room: true, why: true })
  const why = page.getByRole('button', { name: 'Why', exact: true })
  await page.getByRole('meter', { name: '5m messages' }).waitFor()
  await page.getByRole('button', { name: '24 hours, all groups' }).click()
  await page.getByRole('meter', { name: 'all bots messages' }).waitFor()
  expect(await share()).toEqual({ room: true, why: true })
  await why.click()
  await page.reload()
  await page.getByRole('meter', { name: 'all bots messages' }).waitFor()
  expect(await why.getAttribute('aria-expanded')).toBe('false')
  expect(await page.locator('.why ol').count()).toBe(0)
})

test('at 200 % of a small screen the gates are still there to read', async () => {
  const page = await open(at('lobby'), { viewport: { width: 640, height: 400 } })
  await page.locator('.why').waitFor()
  await expect.poll(async () => (await heights(page))['why'], { timeout: 10_000 }).toBeGreaterThan(100)
})

test('where colours are the reader’s own, lines say what is chosen and how much is spent', async () => {
  const page = await open(at('lobby'), { forcedColors: 'active' })
  await lit(page)
  const unseen = await page.evaluate<string[]>(`[...document.querySelectorAll(
    '[aria-pressed=true], [aria-selected=true], [aria-current=true], .track')].filter((each) => each.checkVisibility())
    .filter((each) => getComputedStyle(each).outlineStyle === 'none').map(({ className, textContent }) => className + textContent)`)
  expect(unseen).toEqual([])
})
