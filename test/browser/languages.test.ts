// Both languages: the page's words change, the charts' words stay, and the choice is remembered.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quick, rooms, type Running } from '../e2e/running.ts'
import { browserTests } from './chromium.ts'
import { pageOf, polling } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
let service: Running

beforeAll(async () => {
  service = await served({ groupSocial: quick, channels: rooms('lobby') })
})

afterAll(() => service?.stop())

const wordsOf = async (page: Page) => {
  await page.locator('[data-state].on').first().waitFor()
  await page.locator('.timeline').waitFor()
  return page.evaluate(`({
    lang: document.documentElement.lang,
    tabs: [...document.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent),
    send: document.querySelector('.composer [type=submit]').textContent,
    why: document.querySelector('.why h3').textContent.trim(),
    lanes: [...document.querySelectorAll('.lane-name')].map(({ textContent }) => textContent),
    vitality: document.querySelector('.crumb .vitality').textContent,
    turn: document.querySelector('.crumb .chip:not(.vitality)').title,
    states: [...document.querySelectorAll('.chart text')].map(({ textContent }) => textContent)
      .filter((name) => ['deciding', 'cooling', 'DORMANT'].includes(name)).toSorted(),
  })`)
}

const english = {
  lang: 'en',
  tabs: ['Statechart', 'Sequence', 'Context'],
  send: 'Send',
  why: 'Why',
  lanes: ['Chat', 'Turn', 'Model', 'Vitality'],
  vitality: 'DORMANT',
  turn: 'idle',
  states: ['DORMANT', 'cooling', 'deciding'],
}
const chinese = {
  ...english,
  lang: 'zh-CN',
  tabs: ['状态图', '时序图', '上下文'],
  send: '发送',
  why: '为什么',
  lanes: ['聊天', '回合', '模型', '活力'],
}

test('a browser set to English gets English; Chinese chosen once stays after a reload', async () => {
  const page = await open(pageOf(service))
  expect(await wordsOf(page)).toEqual(english)
  await page.getByRole('button', { name: '中文' }).click()
  await page.getByRole('tab', { name: '状态图' }).waitFor()
  expect(await wordsOf(page)).toEqual(chinese)
  await page.reload()
  expect(await wordsOf(page)).toEqual(chinese)
})

test('a browser set to Chinese gets Chinese; English chosen once stays after a reload', async () => {
  const page = await open(pageOf(service), { locale: 'zh-CN' })
  expect(await wordsOf(page)).toEqual(chinese)
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('tab', { name: 'Statechart' }).waitFor()
  await page.reload()
  expect(await wordsOf(page)).toEqual(english)
})

test('the theme goes with the system while the page is open, until a person chooses one', async () => {
  const page = await open(pageOf(service), { colorScheme: 'dark' })
  const theme = () => page.evaluate<string>('document.documentElement.dataset.theme')
  expect(await theme()).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(theme, polling).toBe('light')
  await page.getByRole('button', { name: 'Light or dark' }).click()
  await expect.poll(theme, polling).toBe('dark')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.reload()
  expect(await theme()).toBe('dark')
})
