// The Chinese page, whatever becomes of a message: no English sentence outside of messages, quotations and names of the chart.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quick, type Running } from '../e2e/running.ts'
import { type FakeFeishu, fakeFeishu } from '../fakes/feishu/fake-feishu.ts'
import { type ScriptedChat, scriptedChat } from '../fakes/scripted-chat.ts'
import { failure } from '../llm/fake-provider.ts'
import { browserTests } from './chromium.ts'
import { pageOf, polling } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
const spent = { shortWindow: { maxMessages: 0, maxTokens: 500_000 } }
let fake: FakeFeishu
let chat: ScriptedChat
let bad: ScriptedChat
let service: Running

beforeAll(async () => {
  fake = await fakeFeishu({ apps: [{ handle: 'iris' }], people: ['ann'], reconnectMs: 50, reconnectNonceMs: 0 })
  chat = await scriptedChat('十二个样本太少了。')
  bad = await scriptedChat('')
  const refuses = failure(401, 'bad key')
  bad.behave({ decide: refuses, compose: refuses, rejudge: refuses })
  service = await served({
    bots: [
      { id: 'iris', name: 'Iris', role: '研究助理', expertise: '论文、统计', model: chat.model },
      { id: 'rex', name: 'Rex', role: '代码评审', expertise: '评审、测试', model: bad.model },
    ],
    groupSocial: quick,
    groups: { 'web:spent': { groupSocial: { limits: { ...quick.limits, ...spent } } } },
    channels: {
      web: { rooms: ['answered', 'other', 'refused', 'spent', 'muted'].map((id) => ({ id })) },
      feishu: { domain: fake.url, accounts: [{ bot: 'iris', ...fake.app('iris'), appSecret: 'not-the-secret' }] },
    },
  })
})

afterAll(async () => {
  await service?.stop()
  await Promise.all([chat?.stop(), bad?.stop(), fake?.stop()])
})

/** Three words in a row in any text, name, title or hint; messages, code and quotations are somebody's own words, a guard is a chart's. */
const englishIn = (page: Page): Promise<string[]> =>
  page.evaluate(`{
    const own = '.message .text, .quoted, code, pre, script, style'
    const hints = ['aria-label', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'alt']
    const told = [...document.querySelectorAll('body *')].filter((each) => !each.closest(own)).flatMap((each) => [
      ...[...each.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data),
      ...hints.map((name) => each.getAttribute(name) ?? ''),
    ])
    ;[...new Set(told)].filter((text) => /[a-z]+ [a-z]+ [a-z]+/i.test(text.replaceAll(/“[^”]*”|\\[[^\\]]*\\]/g, '')))
  }`)

async function pageOfRoom(room: string, bot: string): Promise<Page> {
  const page = await open(`${pageOf(service)}#actor=${encodeURIComponent(`${bot} web:${room}`)}`, { locale: 'zh-CN' })
  await page.locator('[data-state].on').first().waitFor()
  return page
}

const outcomes = [
  { room: 'answered', bot: 'iris', text: 'Iris，多少样本够用？', outcome: '已回复' },
  { room: 'other', bot: 'iris', text: 'Rex，测试通过了吗？', outcome: '未回复' },
  { room: 'refused', bot: 'rex', text: 'Rex，测试通过了吗？', outcome: '失败' },
  { room: 'spent', bot: 'iris', text: 'Iris，多少样本够用？', outcome: '' },
  { room: 'muted', bot: 'iris', text: 'Iris，多少样本够用？', outcome: '未回复' },
]

test.each(outcomes)('in $room nothing is English but messages and quotations', async ({ room, bot, text, outcome }) => {
  const page = await pageOfRoom(room, bot)
  const asked: string[] = []
  if (room === 'muted') {
    await page.getByRole('group', { name: '控制' }).getByRole('button', { name: '静音', exact: true }).click()
    asked.push(...(await englishIn(page)))
    await page.getByRole('dialog').getByRole('button', { name: '静音', exact: true }).click()
    await page.locator('.silence', { hasText: '已静音' }).first().waitFor()
  }
  await page.getByRole('textbox', { name: '你的名字' }).fill('安')
  await page.locator('#say').fill(text)
  await page.locator('#say').press('Enter')
  const told = page.locator('.message').first().locator('.outcome', { hasText: outcome }).first()
  await told.click()
  await expect.poll(() => page.locator('.why-sentence bdi').textContent(), polling).toMatch(/\p{Script=Han}/u)
  for (const view of ['状态图', '时序图', '上下文']) {
    // oxlint-disable-next-line no-await-in-loop -- one view after the other
    await page.getByRole('tab', { name: view }).click()
    // oxlint-disable-next-line no-await-in-loop
    expect([view, asked, await englishIn(page)]).toEqual([view, [], []])
  }
})

test('a line that has failed says why in Chinese, the platform’s words in quotation marks', async () => {
  const page = await pageOfRoom('answered', 'iris')
  await page.getByRole('button', { name: 'feishu 失败' }).click()
  await page.locator('.line-reason', { hasText: '飞书拒绝了' }).waitFor()
  expect(await englishIn(page)).toEqual([])
})

test('what the service has against a message is told in Chinese', async () => {
  const page = await open(pageOf(service), { locale: 'zh-CN', mayComplain: /409/ })
  await page.getByRole('textbox', { name: '你的名字' }).fill('Iris')
  await page.locator('#say').fill('大家好')
  await page.locator('#say').press('Enter')
  const problem = page.locator('.composer [role=alert]')
  expect(await problem.textContent()).toBe('Iris 是机器人 Iris 的名字，或与它太像：换一个')
})
