// Model calls that offer tools, call them and read their results, as Why shows them: in two languages, two themes, two widths.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallRecord } from '../../src/feed/contract.ts'
import { quick, rooms, type Running } from '../e2e/running.ts'
import { browserTests } from './chromium.ts'
import { pageOf } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
let service: Running

beforeAll(async () => {
  service = await served({ groupSocial: quick, channels: rooms('lobby') })
  const { visitor } = service
  await visitor.reply('lobby', { id: await visitor.say('lobby', 'Rex, does this test leak?'), bot: 'rex' })
})

afterAll(() => service?.stop())

const schema = {
  type: 'object',
  properties: { path: { type: 'string', description: 'Within the folder of the group' } },
}
const call: CallRecord = {
  turn: 1,
  kind: 'think',
  at: 1_000,
  endedAt: 2_300,
  model: 'scripted',
  prompt: [
    { role: 'system', content: 'You are Rex.' },
    { role: 'user', content: 'Does this test leak?' },
    {
      role: 'assistant',
      content: 'I look at both.',
      calls: [
        { name: 'fs.read', arguments: '{"path":"test/leak.test.ts"}' },
        {
          name: 'fs.edit',
          arguments: '{"path":"notes.txt","find":"one line of some length","put":"another line, longer"}',
        },
      ],
    },
    { role: 'tool', tool: 'fs.read', content: '1  test("leaks", () => open())\n'.repeat(30) },
    { role: 'tool', tool: 'fs.edit', content: '<b>not found</b>' },
  ],
  leftOut: 4,
  tools: ['fs.read', 'fs.edit'].map((name) => ({
    name,
    description: `What ${name} does, in one sentence that takes the whole of a line and a little more than that`,
    parameters: JSON.stringify(schema),
  })),
  answer: '',
  calls: [
    { name: 'fs.read', arguments: '{"path":"notes.txt"}' },
    { name: '', arguments: '{"comm', isCut: true },
  ],
  tokens: 1_840,
}

async function shown(page: Page): Promise<void> {
  await page.route('**/api/calls*', (route) => route.fulfill({ json: [call] }))
  await page.reload()
  await page.evaluate(axe.source)
}

async function unfolded(page: Page, width: number, pane: string): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  if (width < 1280) await page.locator('.panes').getByRole('button', { name: pane, exact: true }).click()
  if ((await page.locator('.made-call:visible').count()) === 0) await page.locator('.call-head').click()
  await page.locator('.made-call').first().waitFor()
}

test('how long calls took are bars on one axis of time, and what they cost are bars below', async () => {
  const page = await open(`${pageOf(service)}#actor=${encodeURIComponent('rex web:lobby')}`)
  const decide: CallRecord = { turn: 1, kind: 'decide', at: 1_000, endedAt: 1_500, model: 'm', prompt: [], tokens: 300 }
  const compose: CallRecord = { ...decide, kind: 'compose', at: 1_500, endedAt: 3_000, tokens: 1_200 }
  await page.route('**/api/calls*', (route) => route.fulfill({ json: [decide, compose] }))
  await page.reload()
  await page.locator('.call-head').nth(1).waitFor()
  const barsOf = (track: string) =>
    page.evaluate(`[...document.querySelectorAll('${track}')].map((track) => {
      const [whole, bar] = [track, track.querySelector('i')].map((each) => each.getBoundingClientRect())
      return [bar.left - whole.left, bar.width].map((px) => Math.round((100 * px) / whole.width))
    })`)
  expect({ time: await barsOf('.call-track'), tokens: await barsOf('.call-tokens') }).toEqual({
    time: [
      [0, 25],
      [25, 75],
    ],
    tokens: [
      [0, 25],
      [0, 100],
    ],
  })
  expect(await textsOf(page, '.call-figures')).toEqual(['500 ms · 300 tokens', '1.5 s · 1.2k tokens'])
})

const textsOf = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('${selector}')].map(({ textContent }) => textContent)`)

test.each([
  ['en-GB', 'light', 'Room'],
  ['en-GB', 'dark', 'Room'],
  ['zh-CN', 'light', '房间'],
  ['zh-CN', 'dark', '房间'],
] as const)('in %s and %s they are legible, and nothing is cut', async (locale, colorScheme, pane) => {
  const page = await open(`${pageOf(service)}#actor=${encodeURIComponent('rex web:lobby')}`, {
    locale,
    colorScheme,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  })
  await shown(page)
  for (const width of [1280, 800]) {
    // oxlint-disable no-await-in-loop -- one page, one width after the other
    await unfolded(page, width, pane)
    expect(await page.locator('.on-offer pre').first().isVisible()).toBe(false)
    await page.locator('.on-offer > summary').click()
    await page.locator('.on-offer details > summary').first().click()
    expect(await page.locator('.on-offer pre').first().textContent()).toBe(JSON.stringify(schema, null, 2))
    const found = await page.evaluate(`axe.run(document.querySelector('.why'), { resultTypes: ['violations'] }).then(
      ({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`)
    const over = await page.evaluate('document.documentElement.scrollWidth')
    expect({ width, found, over }).toEqual({ width, found: [], over: width })
    await page.locator('.on-offer details > summary').first().click()
    await page.locator('.on-offer > summary').click()
    // oxlint-enable no-await-in-loop
  }
  const chinese = locale === 'zh-CN'
  expect(await textsOf(page, '.made-call > span')).toEqual([
    chinese ? '调用 fs.read' : 'calls fs.read',
    chinese ? '调用 ? · 没有写完就被截断：不执行' : 'calls ? · cut before its end: not made',
    chinese ? '调用 fs.read' : 'calls fs.read',
    chinese ? '调用 fs.edit' : 'calls fs.edit',
  ])
  expect(await textsOf(page, '.asked > span')).toEqual(
    chinese
      ? ['系统', '用户', '助手', '工具结果 fs.read', '工具结果 fs.edit']
      : ['system', 'user', 'assistant', 'tool result fs.read', 'tool result fs.edit'],
  )
  expect(await textsOf(page, '.left-out, .on-offer > summary')).toEqual(
    chinese ? ['可用的工具：2 个', '更早的 4 条没有保留'] : ['2 tools on offer', '4 earlier messages are not kept'],
  )
  expect(await page.locator('.why b:text-is("not found")').count()).toBe(0)
})
