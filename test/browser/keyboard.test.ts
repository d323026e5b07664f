// The page without a mouse: its keys, what Tab reaches, and that the focus is seen.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quick, rooms, type Running } from '../e2e/running.ts'
import { browserTests } from './chromium.ts'
import { heard, pageOf, polling } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
let service: Running

beforeAll(async () => {
  service = await served({ groupSocial: quick, channels: rooms('lobby', 'den') })
})

afterAll(() => service?.stop())

const chosen = (page: Page) => page.locator('.crumb h2').textContent()
const focused = (page: Page) => page.evaluate<string>('document.activeElement.id || document.activeElement.localName')

test('j and k move between groups, / filters, ? helps, c writes', async () => {
  const page = await open(`${pageOf(service)}#actor=${encodeURIComponent('iris web:den')}`)
  await page.locator('[data-state].on').first().waitFor()
  const walk: (string | null)[] = []
  for (const key of ['j', 'j', 'k', 'k']) {
    const before = page.url()
    // oxlint-disable no-await-in-loop -- a person presses one key after the other
    await page.keyboard.press(key)
    await expect.poll(() => page.url(), polling).not.toBe(before)
    walk.push(await chosen(page))
    // oxlint-enable no-await-in-loop
  }
  expect(walk).toEqual(['Iris @ lobby', 'Rex @ den', 'Iris @ lobby', 'Iris @ den'])

  await page.keyboard.press('/')
  await expect.poll(() => focused(page), polling).toBe('filter')
  await page.keyboard.type('rex lobby')
  await expect.poll(() => page.locator('.group-line').count(), polling).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page), polling).toBe('body')

  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await expect
    .poll(() => page.locator('.stored').textContent(), polling)
    .toMatch(/^About \d+ messages since .+: \d+ [KM]B of at most 2 GB, kept for 30 days\.$/)
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  // The dialog is gone a moment before the page knows.
  await page.locator('.help h2').first().waitFor({ state: 'detached' })
  expect(await chosen(page)).toBe('Iris @ den')

  await page.keyboard.press('c')
  await expect.poll(() => focused(page), polling).toBe('say')
  await page.keyboard.type('jk?/')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Ann')
  await page.keyboard.press('Enter')
  await heard(page, 'jk?/')
})

interface Stop {
  name: string
  isSeen: boolean
}

test('Tab reaches every control in reading order, and the focus is always seen', async () => {
  const page = await open(pageOf(service))
  await page.locator('[data-state].on').first().waitFor()
  await page.getByRole('slider').waitFor()
  const stops: Stop[] = []
  for (let i = 0; i < 60 && stops.at(-1)?.name !== 'the end'; i += 1) {
    // oxlint-disable no-await-in-loop -- a person presses one key after the other
    await page.keyboard.press('Tab')
    stops.push(await page.evaluate<Stop>(focusedStop))
    // oxlint-enable no-await-in-loop
  }
  const reached = stops.map(({ name }) => name)
  expect(reached.filter((name) => landmarks.includes(name))).toEqual(landmarks)
  expect((await page.evaluate<string[]>(controls)).filter((name) => !reached.includes(name))).toEqual([])
  expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([])
})

test('the composer is within five tabs of the top, and the first of them leads there at once', async () => {
  for (const text of ['one', 'two', 'three', 'four'])
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as people talk
    await service.visitor.say('lobby', text)
  const page = await open(`${pageOf(service)}#actor=${encodeURIComponent('rex web:lobby')}`)
  await page.locator('[data-state].on').first().waitFor()
  await page.locator('.message').nth(3).waitFor()
  const stops: string[] = []
  while (stops.length < 5 && stops.at(-1) !== 'say') {
    // oxlint-disable no-await-in-loop -- a person presses one key after the other
    await page.keyboard.press('Tab')
    stops.push(await focused(page))
    // oxlint-enable no-await-in-loop
  }
  expect(stops).toEqual(['a', 'button', 'button', 'input', 'say'])

  await page.locator('h1').click()
  await page.locator('.skip').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page), polling).toBe('say')
})

test('the messages are one tab stop: up and down go from message to message, left and right within one', async () => {
  const page = await open(`${pageOf(service)}#actor=${encodeURIComponent('rex web:lobby')}`)
  await page.locator('.outcome').nth(3).waitFor()
  const place = () =>
    page.evaluate<[number, number]>(`(() => {
      const message = document.activeElement.closest('.message')
      const all = [...document.querySelectorAll('.message')]
      return [all.length - all.indexOf(message), [...message.querySelectorAll('button')].indexOf(document.activeElement)]
    })()`)
  const stops = () =>
    page.locator('.talk-lines button').evaluateAll((all) => all.filter((each) => each.tabIndex === 0).length)
  expect(await stops()).toBe(1)
  await page.locator('.talk-lines button[tabindex="0"]').focus()
  const walk = [await place()]
  for (const key of ['ArrowUp', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown', 'End']) {
    // oxlint-disable no-await-in-loop -- a person presses one key after the other
    await page.keyboard.press(key)
    walk.push(await place())
    // oxlint-enable no-await-in-loop
  }
  expect({ walk: walk.slice(0, 6), stops: await stops(), cursor: new URL(page.url()).hash.includes('at=') }).toEqual({
    walk: [
      [1, 0],
      [2, 0],
      [2, 1],
      [3, 0],
      [3, 0],
      [2, 0],
    ],
    stops: 1,
    cursor: false,
  })
})

/** Whether a key means something at each place: its handlers keep the browser from its own. */
const handledAt = (page: Page, place: string): Promise<string[]> =>
  page.evaluate(`${JSON.stringify(tried)}.filter((key) => !document.querySelector(${JSON.stringify(place)})
    .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))`)

/** The keys that the help lists, by place. */
const listedKeys = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(`Object.fromEntries([...document.querySelectorAll('.key-places section')].map((each) =>
    [each.dataset.place, [...each.querySelectorAll('[data-key]')].map(({ dataset }) => dataset.key)]))`)

const places: Record<string, string> = {
  page: 'h1',
  messages: '.talk-lines [tabindex="0"]',
  chart: '.chart > svg',
  timeline: '[role=slider]',
  sequence: '.sequence-rows',
}
const letters = Array.from('abcdefghijklmnopqrstuvwxyz0123456789!#$%&()*,./:;<>?@[]^_{|}~+-')
const named = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'Escape']
/** They leave the place, or close it: tried last. */
const leaving = ['j', 'k', 'o', 'c', '/', 'Escape', '?']
const tried = [...[...letters, ...named].filter((key) => !leaving.includes(key)), ...leaving]

test('the help lists every key that works, and every key that it lists works', async () => {
  await service.visitor.say('lobby', 'Anyone?')
  const address = `${pageOf(service)}#actor=${encodeURIComponent('rex web:lobby')}`
  const page = await open(address)
  await page.locator('[data-state].on').first().waitFor()
  await page.locator('.talk-lines [tabindex="0"]').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  const listed = await listedKeys(page)
  await page.keyboard.press('Escape')
  await page.locator('.help h2').first().waitFor({ state: 'detached' })
  const everywhere = listed['page'] ?? []
  const works: Record<string, string[]> = {}
  for (const [place, selector] of Object.entries(places)) {
    // oxlint-disable no-await-in-loop -- one place after the other
    if (place === 'sequence') await page.getByRole('tab', { name: 'Sequence' }).click()
    await page.locator(selector).first().waitFor()
    await page.locator(selector).first().focus()
    works[place] = await handledAt(page, selector)
    // The keys may have led to another group.
    await page.goto('about:blank')
    await page.goto(address)
    await page.locator('[data-state].on').first().waitFor()
    await page.locator('.talk-lines [tabindex="0"]').waitFor()
    // The parts of the page are told one after the other.
    await page.locator('[role=slider]:not([aria-valuemax="0"])').waitFor()
    // oxlint-enable no-await-in-loop
  }
  // Without a chart there is none to switch.
  const all = (place: string) =>
    new Set([...(listed[place] ?? []), ...everywhere.filter((key) => place !== 'sequence' || key !== 'o')])
  expect(Object.fromEntries(Object.entries(works).map(([place, keys]) => [place, keys.toSorted()]))).toEqual(
    Object.fromEntries(Object.keys(places).map((place) => [place, [...all(place)].toSorted()])),
  )

  await page.locator('#say').fill('one')
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ann')
  await page.locator('#say').press('Shift+Enter')
  expect(await page.locator('#say').inputValue()).toBe('one\n')
  await page.locator('#say').press('Escape')
  expect(await focused(page)).toBe('body')
  await page.locator('#say').press('Enter')
  await expect.poll(() => page.locator('#say').inputValue(), polling).toBe('')
})

const landmarks = [
  'Write to the room',
  'One step back',
  'Your name',
  'Why',
  'Filter and search',
  'Statechart',
  'Zoom in (+)',
  'Timeline',
  'Timeline',
  'the end',
]

/** Names of everything on the page that a mouse could use. */
const controls = `[...document.querySelectorAll('a, button, input, textarea, summary, select')]
  .filter((each) => each.checkVisibility() && !each.disabled && each.tabIndex >= 0)
  .map((each) => each.ariaLabel ?? each.textContent.trim())`

const focusedStop = `(() => {
  const stop = document.activeElement
  if (stop === document.body) return { name: 'the end', isSeen: true }
  const name = stop.ariaLabel ?? stop.textContent.trim()
  // A state of the chart shows the focus on its box.
  const drawn = stop.querySelector(':scope > .body') ?? stop
  const { outlineStyle, outlineWidth, stroke, strokeWidth } = getComputedStyle(drawn)
  const { left, top, right, bottom } = stop.getBoundingClientRect()
  const isInSight = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
  const isMarked = drawn === stop ? outlineStyle !== 'none' && parseFloat(outlineWidth) > 0 : parseFloat(strokeWidth) >= 2.5
  return { name, isSeen: isInSight && isMarked }
})()`
