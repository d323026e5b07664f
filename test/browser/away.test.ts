// A service that goes away and comes back, and a model that refuses: the page says both, and forgets them when they are over.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { iris, quick, rex, rooms, type Running, tempFolders } from '../e2e/running.ts'
import { spawned } from '../e2e/spawned.ts'
import { type ScriptedChat, scriptedChat } from '../fakes/scripted-chat.ts'
import { failure } from '../llm/fake-provider.ts'
import { browserTests } from './chromium.ts'
import { heard, pageOf, polling, say } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
const folder = tempFolders()
/** What Chromium says of requests to a service that is gone. */
const isGone = /net::ERR_(CONNECTION|EMPTY|INCOMPLETE|FAILED)/

const standing = async (page: Page) => ({
  banner: (await page.locator('.away-banner').textContent())?.replace(/\d\d:\d\d:\d\d/, 'TIME') ?? '',
  header: await page.locator('.top .pill').first().textContent(),
  say: await page.locator('#say').inputValue(),
  canType: await page.locator('#say').isEditable(),
  canSend: await page.locator('.composer [type=submit]').isEnabled(),
  alerts: await page.locator('.composer [role=alert], .control-problem').allTextContents(),
  orders: await page.locator('.order[aria-disabled=false]').count(),
})

test('while the service is gone the whole page says so and keeps what is typed; back again, all of it is over', async () => {
  const home = folder()
  const file = { bots: [iris], groupSocial: quick, channels: rooms('lobby') }
  const first = await spawned(home, file)
  const { port } = new URL(first.url)
  const page = await open(`${pageOf(first)}#actor=${encodeURIComponent('iris web:lobby')}`, { mayComplain: isGone })
  await page.locator('[data-state].on').first().waitFor()
  await say(page, 'Iris, which paper?')
  await heard(page, '(rehearsal)')
  await page.locator('#say').fill('not sent yet')
  const live = await standing(page)
  expect(live).toMatchObject({ banner: '', header: '● Live', canType: true, canSend: true, alerts: [] })

  // What goes wrong before the page knows stands there until the service is back.
  await page.route('**/messages', (route) => route.abort(), { times: 1 })
  await page.locator('#say').press('Enter')
  await expect.poll(async () => (await standing(page)).alerts.length, polling).toBe(1)

  await first.kill()
  await page.locator('.away-banner p').waitFor()
  expect(await standing(page)).toEqual({
    banner: 'The service does not answer. Everything here is as of TIME. Trying again…',
    header: '○ Reconnecting',
    say: 'not sent yet',
    canType: false,
    canSend: false,
    alerts: [],
    orders: 0,
  })
  await page.evaluate(axe.source)
  expect(await page.evaluate(`axe.run(document).then(({ violations }) => violations.map(({ id }) => id))`)).toEqual([])
  expect(await page.evaluate(`getComputedStyle(document.querySelector('.board-lines')).filter`)).toBe('grayscale(1)')

  // What was not fetched before is as soon as the service is back.
  await page.getByRole('tab', { name: 'Sequence' }).click()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog')
  await help.getByText('Loading…').waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  expect(await page.getByRole('tabpanel').textContent()).toBe('Loading…')

  const second = await spawned(home, { ...file, channels: { web: { ...file.channels.web, port: Number(port) } } })
  onTestFinished(() => void second.stop())
  expect(second.pid).not.toBe(first.pid)
  await expect.poll(() => standing(page), polling).toEqual(live)
  await page.getByRole('listbox', { name: 'Sequence of events' }).waitFor()
  await page.locator('#say').press('Enter')
  await expect.poll(() => page.locator('#say').inputValue(), polling).toBe('')
  await heard(page, 'not sent yet')
})

let chat: ScriptedChat
let service: Running

beforeAll(async () => {
  chat = await scriptedChat('Seven of them.')
  service = await served({
    bots: [{ ...iris, model: chat.model }, rex],
    groupSocial: quick,
    channels: rooms('lobby', 'den'),
  })
  return async () => {
    await service.stop()
    await chat.stop()
  }
})

test('a model that refuses turns the bot red on the board and above the chart, until a call succeeds', async () => {
  const refuses = failure(401, 'bad key')
  chat.behave({ decide: refuses, compose: refuses, rejudge: refuses })
  const page = await open(`${pageOf(service)}#actor=${encodeURIComponent('iris web:lobby')}`)
  await page.locator('[data-state].on').first().waitFor()
  const red = async () => ({
    rows: await page.locator('.group-line.fails').evaluateAll((all) => all.map((each) => each.textContent)),
    bots: await page.locator('.board h2:has(.trouble)').evaluateAll((all) => all.map((each) => each.textContent)),
    crumb: await page.locator('.crumb .trouble').allTextContents(),
  })
  expect(await red()).toEqual({ rows: [], bots: [], crumb: [] })
  await say(page, 'Iris, how many?')
  const because = expect.stringMatching(/model call failed: .*key/i)
  await expect.poll(red, polling).toEqual({
    rows: [because],
    bots: [expect.stringContaining('Iris 2 ▲ model call failed')],
    crumb: [because],
  })
  expect(await page.evaluate<string>(`getComputedStyle(document.querySelector('.crumb .trouble')).color`)).not.toBe(
    await page.evaluate<string>(`getComputedStyle(document.querySelector('.crumb h2')).color`),
  )

  chat.behave()
  // In another room: the model is the same.
  await service.visitor.reply('den', { id: await service.visitor.say('den', 'Iris, how many now?'), bot: 'iris' })
  await expect.poll(red, polling).toEqual({ rows: [], bots: [], crumb: [] })
})
