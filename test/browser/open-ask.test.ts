// A call that waits for an operator's word, on the page: read there, allowed by the keyboard, denied by a click, in two languages.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { iris, quick, rooms } from '../e2e/running.ts'
import { waitFor } from '../e2e/visitor.ts'
import { inSteps } from '../fakes/scripted-tools.ts'
import { chatting } from '../world/service-world.ts'
import { browserTests } from './chromium.ts'
import { pageOf } from './look.ts'
import { served } from './served.ts'

const open = browserTests()

async function asking() {
  const chat = await chatting()
  chat.behave({
    compose: inSteps(
      { text: 'I look.', calls: [['web.fetch', { url: 'http://127.0.0.1:9/page' }]] },
      { calls: [['fs.write', { path: 'notes.txt', text: 'Seven samples. '.repeat(20) }]] },
      ({ results }) => (results[0]?.includes('<error>') ? 'I leave it.' : 'It is done.'),
    ),
  })
  const allow = [{ tools: ['fs.*', 'web.fetch'], groups: ['web:lobby'], by: 'members' }]
  const bots = [{ ...iris, model: chat.model, operators: ['person:olga'], agent: { allow } }]
  const service = await served({ bots, groupSocial: quick, channels: rooms('lobby') })
  onTestFinished(() => service.stop())
  await service.visitor.say('lobby', 'Iris, read the page and note how many samples we take.')
  await service.visitor.verdict('lobby', { gate: 'dispatch', outcome: 'end' })
  return service
}

const violations = (page: Page) =>
  page.evaluate(`axe.run(document.querySelector('.control'), { resultTypes: ['violations'] }).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`)

test.each([
  ['en-GB', 'light', 'Allow this once', 'It is done.'],
  ['zh-CN', 'dark', '不同意', 'I leave it.'],
] as const)('in %s and %s it is legible and answered once', async (locale, colorScheme, word, answer) => {
  const service = await asking()
  const page = await open(`${pageOf(service)}#actor=${encodeURIComponent('iris web:lobby')}`, {
    locale,
    colorScheme,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  })
  const ask = page.locator('.open-ask')
  await ask.waitFor()
  await page.evaluate(axe.source)
  const line = (await service.visitor.replies('lobby')).at(-1)?.text
  expect(await ask.locator('p').first().textContent()).toBe(line)
  for (const width of [1280, 390]) {
    // oxlint-disable no-await-in-loop -- one page, one width after the other
    await page.setViewportSize({ width, height: 900 })
    const pane = page
      .locator('.panes')
      .getByRole('button', { name: locale === 'zh-CN' ? '状态图' : 'Chart', exact: true })
    if (width < 1280) await pane.click()
    await ask.waitFor()
    expect({
      width,
      found: await violations(page),
      over: await page.evaluate('document.documentElement.scrollWidth'),
    }).toEqual({ width, found: [], over: width })
    // oxlint-enable no-await-in-loop
  }
  const button = ask.getByRole('button', { name: word, exact: true })
  if (locale === 'en-GB') {
    await button.focus()
    await page.keyboard.press('Enter')
  } else await button.click()
  const reply = await waitFor('the answer', async () =>
    (await service.visitor.replies('lobby')).find(({ text }) => text === answer),
  )
  expect(reply.text).toBe(answer)
  await ask.waitFor({ state: 'detached' })
})
