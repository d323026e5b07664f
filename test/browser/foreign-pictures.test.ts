// Pictures that another chat has, on the page: small, large on a click, and by name where there is none to be had.
import { onTestFinished, expect, test } from 'vitest'
import { png } from '../channels/web-uploads.ts'
import { iris, quick } from '../e2e/running.ts'
import { carryingChat } from '../fakes/carrying-chat.ts'
import { browserTests } from './chromium.ts'
import { pageOf, polling } from './look.ts'
import { served } from './served.ts'

const open = browserTests()

test('a picture of another chat is drawn small, shown large on a click, and told by its name where it is gone', async () => {
  const chat = await carryingChat({ cat: png })
  const service = await served({ bots: [iris], groupSocial: quick, channels: { ...chat.channels } })
  onTestFinished(service.stop)
  chat.says('', { parts: [{ kind: 'image', ref: 'cat', name: 'cat.png' }] })
  chat.says('', { parts: [{ kind: 'image', ref: 'dog', name: 'dog.png', width: 640, height: 480, bytes: 12_000 }] })
  const page = await open(`${pageOf(service)}#actor=${encodeURIComponent('iris carrying:lab')}`, { mayComplain: /404/ })
  const small = page.getByRole('button', { name: 'Show cat.png large' })
  await small.locator('img').waitFor()
  const widths = 'Array.from(document.querySelectorAll(".photo img"), (img) => img.naturalWidth > 0)'
  await expect.poll(() => page.evaluate(widths), polling).toEqual([true])
  await expect
    .poll(() => page.locator('.part.file').allInnerTexts(), polling)
    .toEqual([expect.stringMatching(/^▣\s+dog\.png\s+picture · 640×480 · 12 KB · cannot be shown now$/)])
  await small.click()
  await page.getByRole('dialog', { name: 'cat.png' }).getByRole('img').waitFor()
})

test('pictures of a chat that hangs leave the page its connections: two are asked for at once', async () => {
  const chat = await carryingChat({})
  const service = await served({ bots: [iris], groupSocial: quick, channels: { ...chat.channels } })
  onTestFinished(service.stop)
  // What nobody answered is let go when the page is closed.
  const page = await open(`${pageOf(service)}#actor=${encodeURIComponent('iris carrying:lab')}`, { mayComplain: /404/ })
  let asked = 0
  await page.route('**/api/pictures?*', () => void (asked += 1))
  for (let n = 0; n < 8; n += 1) chat.says('', { parts: [{ kind: 'image', ref: `p${n}`, name: `p${n}.png` }] })
  await expect.poll(() => page.locator('.photo').count(), polling).toBe(8)
  await expect.poll(() => asked, polling).toBe(2)
  const answered = page.evaluate<number>(`fetch('/api/board').then(({ status }) => status)`)
  expect([await answered, asked]).toEqual([200, 2])
})
