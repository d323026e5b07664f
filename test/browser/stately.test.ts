// The page at /stately/: what it loads from outside and when, and what it passes on to a frame that plays Stately's page.
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { iris, rooms, type Running, runningIn, writeConfig } from '../e2e/running.ts'
import { browserTests } from './chromium.ts'
import { polling } from './look.ts'

const open = browserTests()
const inspector = 'https://stately.ai/inspect'
/** Says that it listens, and writes down the names of what it is told. */
const played = `<body><script>
  onmessage = ({ data }) => document.body.append(data.type + ' ' + data.sessionId + '\\n')
  parent.postMessage({ type: '@statelyai.connected' }, '*')
</script></body>`
let service: Running

beforeAll(async () => {
  const cwd = join(inject('stores'), randomUUID())
  mkdirSync(cwd)
  writeConfig(cwd, { bots: [iris], channels: rooms('lobby') })
  service = await runningIn(cwd, {}, { stately: true })
})

afterAll(() => service.stop())

test('Stately’s page is loaded at a press, is told the steps, and goes at another press', async () => {
  const page = await open(`${service.url}/stately/`, { visits: [inspector] })
  await page.route(inspector, (route) => route.fulfill({ contentType: 'text/html', body: played }))
  expect(await page.locator('iframe').count()).toBe(0)
  await page.getByRole('button', { name: 'Load stately.ai' }).click()
  await page.getByRole('status').getByText('Live: states go to stately.ai').waitFor()
  expect(await page.locator('iframe').getAttribute('sandbox')).toBe(
    'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads',
  )
  await service.visitor.say('lobby', 'Iris, which test first?')
  await page.frameLocator('iframe').getByText('@xstate.snapshot iris 1').waitFor()
  await page.getByRole('button', { name: 'Stop and unload' }).click()
  await expect
    .poll(() => page.evaluate('document.activeElement.textContent'), polling)
    .toBe('Load stately.ai and show it')
  expect([await page.locator('iframe').count(), await page.getByRole('status').textContent()]).toEqual([0, ''])
})

test.each([
  [390, 'light', 'zh-CN', 'Stately 检查器'],
  [1280, 'dark', 'en-GB', 'Stately’s inspector'],
] as const)(
  'the notice at %i px, %s, %s: nothing overflows, axe finds nothing',
  async (width, theme, locale, title) => {
    const page = await open(`${service.url}/stately/`, { viewport: { width, height: 900 }, colorScheme: theme, locale })
    await page.getByRole('heading', { name: title }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await page.evaluate(axe.source)
    expect(
      await page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`),
    ).toEqual([])
  },
)
