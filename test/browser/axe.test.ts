// Nothing for axe to object to, in both themes, wide and narrow, with everything opened.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quick, rooms, type Running } from '../e2e/running.ts'
import { browserTests } from './chromium.ts'
import { pageOf } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
let service: Running

beforeAll(async () => {
  service = await served({ groupSocial: quick, channels: rooms('lobby', 'den') })
  const { visitor } = service
  await visitor.reply('lobby', { id: await visitor.say('lobby', 'Rex, does this test leak?'), bot: 'rex' })
})

afterAll(() => service?.stop())

const views = [
  { width: 1280, name: 'the chart, Why with a call unfolded', show: unfolded },
  { width: 1280, name: 'a moment of the past', show: paused },
  { width: 1280, name: 'the sequence', show: (page: Page) => page.getByRole('tab', { name: 'Sequence' }).click() },
  { width: 1280, name: 'the context', show: (page: Page) => page.getByRole('tab', { name: 'Context' }).click() },
  { width: 1280, name: 'the floor', show: floor },
  { width: 1280, name: 'the help', show: (page: Page) => page.keyboard.press('?') },
  { width: 800, name: 'the groups', show: pane('Groups') },
  { width: 800, name: 'the chart', show: pane('Chart') },
  { width: 800, name: 'the room', show: pane('Room') },
  { width: 390, name: 'the groups', show: pane('Groups') },
  { width: 390, name: 'the chart', show: pane('Chart') },
  { width: 390, name: 'the floor', show: floor },
  { width: 390, name: 'Why and budgets', show: pane('Why, budget') },
  { width: 390, name: 'the room', show: pane('Room') },
  { width: 800, name: 'the help', show: (page: Page) => page.keyboard.press('?') },
]

test.each(['light', 'dark'] as const)('axe finds nothing in the %s theme', async (colorScheme) => {
  const page = await open(`${pageOf(service)}#actor=${encodeURIComponent('rex web:lobby')}`, {
    colorScheme,
    // No colour is judged half way.
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  })
  await page.evaluate(axe.source)
  for (const { width, name, show } of views) {
    // oxlint-disable no-await-in-loop -- one page, one view after the other
    await page.setViewportSize({ width, height: 800 })
    await page.locator('[data-state].on').first().waitFor({ state: 'attached' })
    await show(page)
    expect({ view: `${name} at ${width} px`, found: await violationsOf(page) }).toEqual({
      view: `${name} at ${width} px`,
      found: [],
    })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    if (width === 1280) await page.getByRole('tab', { name: 'Statechart' }).click()
    // oxlint-enable no-await-in-loop
  }
})

async function unfolded(page: Page): Promise<void> {
  await page.locator('.calls summary').first().click()
}

/** It stays as it is left. */
async function floor(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Floor' })
  await button.click()
  if ((await button.getAttribute('aria-expanded')) === 'true')
    await page.locator('.floor-chart [data-state]').first().waitFor()
}

async function paused(page: Page): Promise<void> {
  await page.locator('h1').click()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.locator('.paused-at').waitFor()
}

function pane(name: string) {
  return async (page: Page) => {
    await page.getByRole('navigation', { name: 'What is shown' }).getByRole('button', { name }).click()
    await page.locator('.panes [aria-pressed=true]', { hasText: name }).waitFor()
  }
}

/** What axe objects to, and where. */
const violationsOf = (page: Page): Promise<string[]> =>
  page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`)
