// A chart that a bot's chart invokes, on the page: followed live, at a moment of the past, and back to its bot.
import { onTestFinished, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { StepRecord } from '../../src/feed/contract.ts'
import { iris, quick, rooms } from '../e2e/running.ts'
import { withDrafter } from '../fakes/drafter.ts'
import { wantsTo } from '../fakes/scripted-chat.ts'
import { chatting } from '../world/service-world.ts'
import { browserTests } from './chromium.ts'
import { litStates, pageOf, polling, say } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
const names = (page: Page) => page.locator('.invoked button').allTextContents()
const title = (page: Page) => page.locator('.crumb h2').textContent()

test('is opened from the chart of its bot, followed while it works, and looked at in the past', async () => {
  withDrafter()
  const chat = await chatting()
  let answer = (): void => {}
  chat.behave({
    decide: (response, body) => {
      answer = () => wantsTo(response, body)
    },
  })
  const file = { bots: [{ ...iris, model: chat.model }], groupSocial: quick, channels: rooms('lobby') }
  const service = await served(file)
  onTestFinished(() => service.stop())
  const page = await open(pageOf(service))
  await say(page, 'Iris, which test?')
  await page.getByRole('button', { name: 'compose →' }).click()
  await expect.poll(() => litStates(page), polling).toEqual(['drafter.thinking'])
  expect([await title(page), await names(page)]).toEqual(['Iris @ lobby', ['← Iris']])
  expect(await page.locator('.group-line[aria-current=true]').count()).toBe(1)
  answer()
  await expect.poll(() => litStates(page), polling).toEqual(['drafter.drafted'])

  await page.getByRole('button', { name: '← Iris' }).click()
  await expect.poll(() => litStates(page), polling).toContain('group.turn')
  await expect.poll(() => names(page), polling).toEqual([])
  const actor = encodeURIComponent('iris web:lobby')
  const tape = (await (await fetch(`${service.url}/api/tape?actor=${actor}`)).json()) as StepRecord[]
  const { seq } = tape.find(({ invoked }) => invoked) as StepRecord
  const then = await open(`${pageOf(service)}#actor=${actor}&at=${seq}`)
  await then.getByRole('button', { name: 'compose →' }).click()
  await expect.poll(() => litStates(then), polling).toEqual(['drafter.thinking'])
  expect(new URL(then.url()).hash).toBe(`#actor=${encodeURIComponent('#compose/compose/iris web:lobby')}&at=1`)
  await then.getByRole('button', { name: '← Iris' }).click()
  await expect.poll(() => new URL(then.url()).hash, polling).toBe(`#actor=${actor}&at=${seq}`)
})
