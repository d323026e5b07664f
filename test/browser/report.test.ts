// The report of a replay as a reader opens it: from disk, wide and narrow, in both languages and themes.
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { chime } from '../cli/chime.ts'
import { jsonLines, livelyTalk } from '../cli/talk.ts'
import { browserTests } from './chromium.ts'
import { polling } from './look.ts'

const open = browserTests()
const reports = { one: '', two: '' }

const bots = 'bots:\n  - name: Iris\n    expertise: statistics, experiments, papers\n'
const files = {
  'talk.jsonl': jsonLines(livelyTalk({ count: 1_500, paceMs: 20_000, seed: 4 })),
  'a.yaml': bots,
  'a-setting-with-a-long-name.yaml': `${bots}groupSocial:\n  policy: mention\n`,
}

beforeAll(async () => {
  const cwd = join(inject('stores'), randomUUID())
  mkdirSync(cwd)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  const play = ['replay', 'talk.jsonl', '--bot', 'Iris', '--decide', 'always', '--json']
  const ran = [
    await chime([...play, '--report', 'one.html'], { cwd }),
    await chime([...play, '--compare', 'a.yaml', 'a-setting-with-a-long-name.yaml', '--report', 'two.html'], { cwd }),
  ]
  for (const { code, err } of ran) if (code !== 0) throw new Error(err)
  reports.one = `file://${join(cwd, 'one.html')}`
  reports.two = `file://${join(cwd, 'two.html')}`
})

const drawn = (page: Page): Promise<void> => page.locator('.plot canvas').nth(6).waitFor()
const turns = (page: Page) => page.locator('.turn')
const statusOf = (page: Page) => page.locator('#turns [role=status]').textContent()

test.each([
  ['one', 390, 'light', 'en-GB'],
  ['one', 800, 'dark', 'zh-CN'],
  ['one', 1280, 'light', 'zh-CN'],
  ['two', 390, 'dark', 'zh-CN'],
  ['two', 800, 'light', 'en-GB'],
  ['two', 1280, 'dark', 'en-GB'],
] as const)(
  'the report of %s at %i px, %s, %s: nothing overflows, axe finds nothing',
  async (which, width, theme, locale) => {
    const page = await open(reports[which], { viewport: { width, height: 900 }, colorScheme: theme, locale })
    await drawn(page)
    expect(await widerThan(page, width)).toEqual([])
    // A number that stands in two lines has two boxes.
    expect(await page.evaluate(brokenNumbers)).toEqual([])
    await page.evaluate(axe.source)
    expect(
      await page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`),
    ).toEqual([])
  },
)

/** What sticks out of the window, and what is cut: of no box that scrolls. */
const widerThan = (page: Page, width: number) =>
  page.evaluate(`[...document.querySelectorAll('body, body *')]
    .filter((each) => !each.closest('.scroll, .u-wrap, select') && (each.getBoundingClientRect().right > ${width} + 0.5 ||
      (each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1)))
    .map((each) => each.tagName + '.' + each.className)`)

const brokenNumbers = `[...document.querySelectorAll('.num, .u-value')].flatMap((each) => {
  const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT)
  const broken = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const { index, 0: number } of node.data.matchAll(/[\\d][\\d.,:]*/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + number.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(number)
    }
  return broken
})`

test('“and N more” opens the rest of a batch, of the turns and of what one setting alone answered', async () => {
  const page = await open(reports.two)
  await drawn(page)
  const answered = page.locator('#figures .rows').first().locator('.answered')
  expect(await answered.count()).toBe(5)
  const total = Number(
    /: ([\d,]+)$/.exec((await page.locator('#figures h3').first().textContent()) ?? '')?.[1]?.replace(',', ''),
  )
  const [ofAnswered] = await page.locator('#figures .more').all()
  expect(await ofAnswered?.textContent()).toBe(`and ${Math.min(total, 500) - 5} more`)
  await ofAnswered?.click()
  await expect.poll(() => answered.count(), polling).toBe(Math.min(total, 500))

  const batch = page.locator('.turn', { has: page.locator('.more') }).first()
  const hidden = Number(/\d+/.exec((await batch.locator('.more').textContent()) ?? '')?.[0])
  expect(await batch.locator('ul > li').count()).toBe(3)
  await batch.locator('.more').click()
  await expect.poll(() => batch.locator('ul > li').count(), polling).toBe(3 + hidden)

  const inView = Number(/of (\S+) turns/.exec((await statusOf(page)) ?? '')?.[1]?.replace(',', ''))
  expect(await turns(page).count()).toBe(50)
  const rest = page.locator('#turns > .more')
  expect(await rest.textContent()).toBe(`and ${inView - 50} more`)
  await rest.click()
  await expect.poll(() => turns(page).count(), polling).toBe(inView)
})

test('filters leave the turns of one outcome, gate or setting; a gate’s bar leads to its turns', async () => {
  const page = await open(reports.two)
  await drawn(page)
  const chips = async () => [...new Set(await page.locator('.turn .chip').allTextContents())].toSorted()
  await page.getByRole('combobox', { name: /^Outcome/ }).selectOption('replied')
  expect((await chips()).filter((text) => text !== 'mentioned')).toEqual(['replied'])
  await page.getByRole('combobox', { name: /^Setting/ }).selectOption({ label: 'a-setting-with-a-long-name.yaml' })
  expect(await page.locator('.turn-facts bdi', { hasText: /^a\.yaml$/ }).count()).toBe(0)
  await page.locator('.skips').getByRole('link', { name: 'Policy' }).click()
  expect(await page.getByRole('combobox', { name: /^Stopped by/ }).inputValue()).toBe('policy')
  expect((await chips()).filter((text) => text !== 'mentioned')).toEqual(['stayed silent'])
})

test('zoom by buttons narrows plots and turns; the arrow keys move the cursor of all plots', async () => {
  const page = await open(reports.one)
  await drawn(page)
  const before = await statusOf(page)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => statusOf(page), polling).not.toBe(before)
  await page.getByRole('button', { name: 'Whole time' }).click()
  await expect.poll(() => statusOf(page), polling).toBe(before)
  await page.locator('.plot [role=img]').nth(1).focus()
  await page.keyboard.press('ArrowRight')
  const times = page.locator('.u-legend tr:first-child .u-value')
  await expect.poll(async () => new Set(await times.allTextContents()).size, polling).toBe(1)
  expect(await times.first().textContent()).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d:\d\d$/)
})

test('on the Chinese page no English sentence stands beside what people and models wrote; the choice stays', async () => {
  const page = await open(reports.two)
  await page.getByRole('button', { name: '中文' }).click()
  await page.locator('html[lang=zh-CN]').waitFor()
  await drawn(page)
  await page.locator('#turns > .more').click()
  await expect.poll(() => turns(page).count(), polling).toBeGreaterThan(50)
  const sentences = await page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.querySelector('.report'), NodeFilter.SHOW_TEXT)
    const found = new Set()
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement.closest('bdi, code') && /[a-z]{2,} [a-z]{2,} [a-z]{2,}/i.test(node.data.replaceAll(/“[^”]*”/g, '')))
        found.add(node.data)
    return [...found]
  })()`)
  expect(sentences).toEqual([])
  await page.reload()
  expect(await page.evaluate('document.documentElement.lang')).toBe('zh-CN')
})
