// The plain chat: rooms, what is said and what became of it, posts that fail, and a service that goes away.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { iris, quick, rex, type Running } from '../e2e/running.ts'
import { browserTests } from './chromium.ts'
import { heard, polling, say, talkOf } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
const markup = '<img src="/x" onerror="document.title=1"><b>bold</b>'
let service: Running

beforeAll(async () => {
  service = await served({
    bots: [rex, iris],
    groupSocial: quick,
    channels: { web: { rooms: ['lobby', 'den', 'rough', 'look'].map((id) => ({ id })) } },
  })
})

afterAll(() => service?.stop())

const chat = (room: string) => `${service.url}/chat/#${room}`
const live = (page: Page) => page.getByRole('status').getByText('live').waitFor()
const stream = '**/api/rooms/*/stream*'

test('the address and the list choose the room, and the name stays after a reload', async () => {
  const page = await open(chat('den'))
  const rooms = page.getByRole('navigation', { name: 'Rooms' })
  await expect.poll(() => page.locator('h2').textContent(), polling).toBe('den')
  await say(page, 'good morning')
  await heard(page, 'good morning')
  await rooms.getByRole('link', { name: 'lobby' }).click()
  await expect.poll(() => page.locator('h2').textContent(), polling).toBe('lobby')
  expect([await page.title(), await talkOf(page)]).toEqual(['lobby · Chime', []])
  await page.getByRole('heading', { name: 'Nobody has spoken here yet' }).waitFor()
  await page.reload()
  await expect.poll(() => page.getByPlaceholder('Your name').inputValue(), polling).toBe('Ann')
})

test('each message tells what became of it at every bot, with the reason and a way to its Why', async () => {
  const page = await open(chat('lobby'))
  await say(page, `Rex, does this test leak? ${markup}`)
  await heard(page, '(rehearsal)')
  await expect
    .poll(async () => (await talkOf(page))[0], polling)
    .toEqual({
      who: 'Ann',
      text: `Rex, does this test leak? ${markup}`,
      outcomes: [expect.stringMatching(/^✕ Iris skipped · Addressee · \w/), '✓ Rex answered'],
    })
  expect(await page.locator('.who').first().innerText()).toMatch(/^Rex\s+bot\s+rehearsal\s+code reviewer\s+[\d:]+$/)
  expect(await page.locator('img, b:text-is("bold")').count()).toBe(0)
  await page.locator('.outcome', { hasText: 'Rex' }).first().click()
  await page.locator('.crumb h2', { hasText: 'Rex @ lobby' }).waitFor()
})

test('a post that fails keeps its text and, sent again, its id; the name of a bot is refused in words', async () => {
  const page = await open(chat('rough'), { mayComplain: /409/ })
  const ids: unknown[] = []
  let failing = true
  await page.route('**/api/rooms/rough/messages', (route, request) => {
    if (request.method() !== 'POST') return route.continue()
    ids.push((request.postDataJSON() as { id: string }).id)
    return failing ? route.fulfill({ body: 'not JSON' }) : route.continue()
  })
  await page.getByPlaceholder('Your name').fill('Ann')
  await page.locator('#say').fill('hello')
  await page.locator('#say').press('Enter')
  await page.getByRole('alert').getByText('The service could not be reached. Your text is still here.').waitFor()
  expect(await page.locator('#say').inputValue()).toBe('hello')
  failing = false
  await page.locator('#say').press('Enter')
  await heard(page, 'hello')
  expect(ids).toEqual([ids[0], ids[0]])
  await expect.poll(() => page.getByRole('alert').count(), polling).toBe(0)

  await page.getByPlaceholder('Your name').fill('Rex')
  await page.locator('#say').fill('it is me')
  await page.locator('#say').press('Enter')
  await page.getByRole('alert').getByText('Rex is a name of the bot Rex: choose another').waitFor()
  expect(await page.evaluate('document.activeElement.value')).toBe('Rex')
})

test('while the stream is away the page says so, and reads what it missed when it is back', async () => {
  const page = await open(chat('rough'), { mayComplain: /503/ })
  await live(page)
  await page.route(stream, (route) => route.fulfill({ status: 503, json: {} }))
  await page.reload()
  await page.getByRole('status').getByText('reconnecting…').waitFor()
  await service.visitor.say('rough', 'said meanwhile', { name: 'Ben' })
  await page.unroute(stream)
  await live(page)
  await heard(page, 'said meanwhile')
  expect((await talkOf(page)).at(-1)?.who).toBe('Ben')
})

test.each(['light', 'dark'] as const)(
  'axe finds nothing in the %s theme, and no word is of the other language',
  async (colorScheme) => {
    await service.visitor.say('look', 'Rex, does this test leak?')
    const page = await open(chat('look'), {
      colorScheme,
      reducedMotion: 'reduce',
      viewport: { width: 390, height: 800 },
    })
    await live(page)
    await page.locator('.outcome', { hasText: 'answered' }).first().waitFor()
    await page.evaluate(axe.source)
    const violations = () =>
      page.evaluate(
        `axe.run(document).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target)))`,
      )
    expect(await violations()).toEqual([])
    await page.getByRole('button', { name: '中文' }).click()
    await page.locator('.outcome', { hasText: '已回复' }).first().waitFor()
    const width = await page.evaluate('document.documentElement.scrollWidth')
    expect({ found: await violations(), width }).toEqual({ found: [], width: 390 })
    expect(await page.locator('.composer').innerText()).toBe('+\n发送')
    expect(await page.evaluate('document.documentElement.lang')).toBe('zh-CN')
  },
)
