// The bots' lines on the page: who is online, who is not and why, and a way to try again.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { iris, quick, rex, type Running } from '../e2e/running.ts'
import { type FakeFeishu, fakeFeishu } from '../fakes/feishu/fake-feishu.ts'
import { browserTests } from './chromium.ts'
import { litStates, pageOf, polling } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
let fake: FakeFeishu
let service: Running

beforeAll(async () => {
  fake = await fakeFeishu({
    apps: [{ handle: 'iris' }, { handle: 'rex' }],
    people: ['ann'],
    reconnectMs: 50,
    reconnectNonceMs: 0,
  })
  service = await served({
    bots: [iris, rex],
    groupSocial: quick,
    channels: {
      web: { rooms: [{ id: 'lobby' }] },
      feishu: {
        domain: fake.url,
        accounts: [
          { bot: 'iris', ...fake.app('iris') },
          { bot: 'rex', ...fake.app('rex'), appSecret: 'not-the-secret' },
        ],
      },
    },
  })
})

afterAll(async () => {
  await service?.stop()
  await fake?.stop()
})

/** The lines of all bots as the board tells them. */
const linesOf = (page: Page): Promise<string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('.line')].map((line) =>
      [...line.childNodes].filter((node) => !node.classList?.contains('line-why')).map(({ textContent }) => textContent).join('').trim())`,
  )

test('a bot whose secret is wrong has failed, says why, and is tried again by a click; the other one is online', async () => {
  const page = await open(pageOf(service))
  await expect
    .poll(() => linesOf(page), polling)
    .toEqual(['● web online', '● feishu online', '● web online', '▲ feishu failed'])

  const line = page.getByRole('button', { name: 'feishu failed' })
  await line.focus()
  const why = page.locator('.line-why:visible')
  await why.waitFor()
  const reason = (await why.textContent()) ?? ''
  expect(reason).toMatch(/secret/i)
  expect(reason).not.toContain('not-the-secret')

  await line.click()
  const dialog = page.getByRole('dialog', { name: 'Rex on feishu' })
  await dialog.locator('.line-reason', { hasText: reason }).waitFor()
  await expect.poll(() => litStates(page), polling).toContain('connection.failed')
  await page.evaluate(axe.source)
  expect(await page.evaluate(`axe.run(document).then(({ violations }) => violations.map(({ id }) => id))`)).toEqual([])

  const asked = fake.calls.length
  await dialog.getByRole('button', { name: 'Try again now' }).click()
  await fake.until(() => fake.calls.length > asked)
  await dialog.getByText('failed', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.evaluate(`document.activeElement.classList.contains('line')`)).toBe(true)
})

test('a line that breaks counts down to its next try and comes back, in the language chosen', async () => {
  const page = await open(pageOf(service))
  await page.getByRole('button', { name: '中文' }).click()
  await page.getByRole('button', { name: 'feishu 在线' }).waitFor()
  fake.down()
  fake.disconnect('iris')
  await page.getByRole('button', { name: /feishu 重试中 \d+ 秒/ }).waitFor()
  fake.up()
  await expect
    .poll(() => linesOf(page), polling)
    .toEqual(['● web 在线', '● feishu 在线', '● web 在线', '▲ feishu 失败'])
})
