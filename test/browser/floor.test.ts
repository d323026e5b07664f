// The floor on the page: who posts, live and at a moment of the past, in rooms that several bots share.
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import type { StepRecord } from '../../src/feed/contract.ts'
import { acpNetwork } from '../channels/contract/acp-network.ts'
import { iris, quick, rex, rooms } from '../e2e/running.ts'
import { browserTests } from './chromium.ts'
import { litStates, pageOf, polling } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
const path = fileURLToPath(new URL('../../examples/acp-like-channel/acp-channel.ts', import.meta.url))

/** Two bots in one room, on a network that holds what they post. */
async function slowRoom() {
  const network = await acpNetwork()
  onTestFinished(network.stop)
  const service = await served({
    bots: [iris, rex],
    groupSocial: quick,
    channels: { modules: [{ name: 'acp', path, options: { url: network.url, pollMs: 5 } }] },
  })
  onTestFinished(() => service.stop())
  network.says('Ann', 'hello')
  const actor = (bot: string) => `actor=${encodeURIComponent(`${bot} acp:lab`)}`
  return {
    network,
    url: service.url,
    at: (bot: string, more = '') => `${pageOf(service)}#${actor(bot)}${more}`,
    stepsOf: async (bot: string) =>
      (await fetch(`${service.url}/api/tape?${actor(bot)}`)).json() as Promise<StepRecord[]>,
  }
}

const isOf =
  (message: string) =>
  ({ event }: StepRecord): boolean =>
    event.message?.id === message

/** The state that is marked, who has the floor, and whether a time is told. */
const floorOf = (page: Page) =>
  page.evaluate(`(() => {
    const floor = document.querySelector('.floor')
    return floor && [
      [...floor.querySelectorAll('[aria-current=true] .chip')].map(({ lastChild }) => lastChild.textContent).join(),
      floor.querySelector('b')?.textContent ?? '',
      /^\\d+ s$/.test(floor.querySelector('.num')?.textContent ?? ''),
    ]
  })()`)

const isFree = ['free', '', false]

test('who posts has the floor until its words are heard, and had it at a moment of the past (L3)', async () => {
  const { network, at, stepsOf } = await slowRoom()
  const page = await open(at('iris'))
  const shows = async (floor: unknown): Promise<void> => await expect.poll(() => floorOf(page), polling).toEqual(floor)
  await shows(isFree)
  const asides: string[] = []
  for (const name of ['Iris', 'Rex']) {
    // oxlint-disable no-await-in-loop -- one bot after the other
    const posts = network.hold()
    network.says('Ann', `${name}, which test?`)
    await shows(['posting', name, true])
    const aside = network.says('Bob', 'lunch, anybody?')
    asides.push(aside)
    await expect.poll(async () => (await stepsOf('iris')).some(isOf(aside)), polling).toBe(true)
    posts.letGo()
    await shows(isFree)
    // oxlint-enable no-await-in-loop
  }

  const steps = await stepsOf('iris')
  const [whileIris, whileRex] = asides.map((aside) => steps.find(isOf(aside))?.seq)
  const moments = [
    { seq: whileIris, floor: ['posting', 'Iris', true] },
    { seq: whileRex, floor: ['posting', 'Rex', true] },
    { seq: 1, floor: isFree },
  ]
  for (const { seq, floor } of moments) {
    // oxlint-disable no-await-in-loop -- one moment after the other
    const then = await open(at('iris', `&at=${seq}`))
    await then.locator('.paused-at', { hasText: `#${seq}` }).waitFor()
    await expect.poll(() => floorOf(then), polling).toEqual(floor)
    await then.keyboard.press('Escape')
    await expect.poll(() => floorOf(then), polling).toEqual(isFree)
    // oxlint-enable no-await-in-loop
  }
})

test('the whole chart unfolds by keys and says how the floor stands (L3)', async () => {
  const { network, at } = await slowRoom()
  const page = await open(at('rex'))
  network.hold()
  network.says('Ann', 'Iris, which test?')
  const button = page.getByRole('button', { name: 'Floor' })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.locator('.floor-chart [data-state]').first().waitFor()
  await expect.poll(() => litStates(page), polling).toContain('floor.posting')
  await page.getByRole('group', { name: /^Statechart floor\. active: floor\.posting\. timers: postTimeout / }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.floor-chart').waitFor({ state: 'detached' })
})

test('a moment before the steps that are known reads the floor back to it', async () => {
  const { url, at, stepsOf } = await slowRoom()
  await expect.poll(async () => (await stepsOf('iris')).length, polling).toBeGreaterThan(0)
  const page = await open(`${url}/chat/`)
  const asked: string[] = []
  const step = (seq: number, then: number, by: string) => ({
    seq,
    at: then,
    active: [by ? 'floor.posting' : 'floor.free'],
    timers: [],
    took: [],
    by,
  })
  const free = Array.from({ length: 500 }, (_, i) => step(i + 9, Date.now() + 60_000, ''))
  await page.route('**/api/floor?*', (route) => {
    const before = new URL(route.request().url()).searchParams.get('before')
    asked.push(before ?? 'the newest')
    return route.fulfill({ json: before === null ? free : [step(8, 1, 'rex')] })
  })
  await page.goto(at('iris', '&at=1'))
  await expect.poll(() => floorOf(page), polling).toEqual(['posting', 'Rex', false])
  expect(asked).toEqual(['the newest', '9'])
})

test('where a bot is alone, no floor is shown', async () => {
  const service = await served({ bots: [iris], groupSocial: quick, channels: rooms('lobby') })
  onTestFinished(() => service.stop())
  const page = await open(pageOf(service))
  await page.locator('[data-state].on').first().waitFor()
  expect(await floorOf(page)).toBe(null)
})
