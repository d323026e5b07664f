// Pictures that another chat has, on the page: small, large on a click, and why there is none where that is so.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { picture } from '../media/samples.ts'
import { iris, quick } from '../e2e/running.ts'
import { carryingChat } from '../fakes/carrying-chat.ts'
import { browserTests } from './chromium.ts'
import { pageOf, polling } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
const cat = await picture(1_600, 900, 'jpeg')
const never = new Promise<Uint8Array>(() => {})

async function room(bytes: Parameters<typeof carryingChat>[0]) {
  const chat = await carryingChat(bytes)
  const service = await served({ bots: [iris], groupSocial: quick, channels: { ...chat.channels } })
  onTestFinished(service.stop)
  const says = (ref: string, about: object = {}) =>
    chat.says('', { parts: [{ kind: 'image', ref, name: `${ref}.jpg`, ...about }] })
  return { chat, says, url: `${pageOf(service)}#actor=${encodeURIComponent('iris carrying:lab')}` }
}

const told = (page: Page): Promise<string[]> =>
  page
    .locator('.part.file')
    .allInnerTexts()
    .then((all) => all.map((text) => text.replaceAll(/\s+/g, ' ')))
const widths = (page: Page): Promise<number[]> =>
  page.evaluate('Array.from(document.querySelectorAll(".photo img"), (img) => img.naturalWidth)')
/** Most requests of pictures that were under way at the same time. */
const atOnce = (page: Page): Promise<number> =>
  page.evaluate(`{
    const all = performance.getEntriesByType('resource').filter((each) =>
      each.initiatorType === 'fetch' && each.name.includes('/api/pictures?'))
    Math.max(...all.map(({ startTime }) =>
      all.filter((each) => each.startTime <= startTime && startTime < each.responseEnd).length))
  }`)
const inChinese = (page: Page): Promise<void> => page.getByRole('button', { name: '中文' }).click()

test('a picture of another chat is drawn small, told by what is known of it, and shown large on a click', async () => {
  const { says, url } = await room({ cat })
  says('cat', { alt: 'a cat' })
  const page = await open(url)
  const small = page.getByRole('button', { name: 'Show cat.jpg: a cat large' })
  await small.locator('img').waitFor()
  await expect.poll(() => widths(page), polling).toEqual([462])
  await small.click()
  const large = page.getByRole('dialog', { name: 'cat.jpg' }).getByRole('img', { name: 'cat.jpg: a cat' })
  await large.waitFor()
  await expect.poll(() => page.evaluate('document.querySelector("dialog img").naturalWidth'), polling).toBe(1_024)
})

test('a picture that is not to be had is told by name, with the reason in both languages, and is asked for again', async () => {
  const bytes: Record<string, Uint8Array> = { page: Buffer.from('<script>document.title = "ran"</script>') }
  const { says, chat, url } = await room(bytes)
  says('dog', { width: 640, height: 480, bytes: 12_000 })
  says('page')
  says('wall', { bytes: 11_000_000 })
  const page = await open(url, { mayComplain: /404/ })
  await expect
    .poll(() => told(page), polling)
    .toEqual([
      '▣ dog.jpg picture · 640×480 · 12 KB · its chat does not give it now Try again',
      '▣ page.jpg picture · no picture that can be shown',
      '▣ wall.jpg picture · 11.0 MB · too large to be shown',
    ])
  expect(chat.fetched.toSorted()).toEqual(['dog', 'page'])
  await inChinese(page)
  await expect
    .poll(() => told(page), polling)
    .toEqual([
      '▣ dog.jpg 图片 · 640×480 · 12 KB · 所在的聊天现在不提供 重试',
      '▣ page.jpg 图片 · 不是可以显示的图片',
      '▣ wall.jpg 图片 · 11.0 MB · 太大，无法显示',
    ])
  const asked = page.waitForResponse((answer) => answer.url().includes('/api/pictures?') && answer.status() === 404)
  await page.getByRole('button', { name: '重试' }).press('Enter')
  await asked
  expect(await page.title()).not.toBe('ran')
})

test('a chat that hangs keeps two requests of the page, which goes on; what comes late is drawn when it has come', async () => {
  const late = Promise.withResolvers<Uint8Array>()
  const hanging = Array.from({ length: 6 }, (_, n) => `late${n}`)
  const { chat, url } = await room(Object.fromEntries(hanging.map((ref) => [ref, late.promise])))
  chat.says('', { parts: hanging.map((ref) => ({ kind: 'image', ref, name: `${ref}.jpg` })) })
  const page = await open(url, { mayComplain: /503/ })
  await expect.poll(() => chat.fetched.length, polling).toBe(2)
  expect(await page.locator('.coming').first().innerText()).toMatch(/^▣ late\d\.jpg\s+being fetched…$/)
  // One connection holds the feed, two wait: an answer does not wait for these.
  const ms = await page.evaluate<number>(`{
    const began = performance.now()
    Promise.all(Array.from({ length: 3 }, () => fetch('/api/bots', { cache: 'no-store' }).then((answer) => answer.text())))
      .then(() => performance.now() - began)
  }`)
  expect(ms).toBeLessThan(2_000)
  late.resolve(cat)
  await expect.poll(() => widths(page), polling).toEqual(hanging.map(() => 462))
  expect(await atOnce(page)).toBe(2)
})

test.each(['light', 'dark'] as const)(
  'axe finds nothing in the %s theme, at three widths, and nothing is cut',
  async (colorScheme) => {
    const { says, url } = await room({ cat, hangs: never })
    says('cat')
    says('hangs', { name: `${'a-long-name-'.repeat(12)}.jpg` })
    says('gone', { name: `${'another-long-name-'.repeat(12)}.jpg`, bytes: 12_000, width: 640, height: 480 })
    const viewport = { width: 1280, height: 800 }
    const page = await open(url, { colorScheme, reducedMotion: 'reduce', viewport, mayComplain: /404|503/ })
    await page.locator('button.photo img').waitFor()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.evaluate(axe.source)
    for (const width of [1280, 800, 390]) {
      // oxlint-disable no-await-in-loop -- one width after the other
      await page.setViewportSize({ width, height: 800 })
      if (width < 1280)
        await page.getByRole('navigation', { name: 'What is shown' }).getByRole('button', { name: 'Room' }).click()
      await page.locator('button.photo img').waitFor()
      const found = await page.evaluate(`axe.run(document).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`)
      const over = await page.evaluate('document.documentElement.scrollWidth')
      expect({ width, found, over }).toEqual({ width, found: [], over: width })
      // oxlint-enable no-await-in-loop
    }
  },
)
