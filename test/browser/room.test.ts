// The room: what an empty one teaches, who writes, what stands on a message, a spent budget, and that nothing jumps.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { iris, quick, rex, type Running } from '../e2e/running.ts'
import { type ScriptedChat, scriptedChat } from '../fakes/scripted-chat.ts'
import { type Answer, says } from '../llm/fake-provider.ts'
import { browserTests } from './chromium.ts'
import { heard, pageOf, polling, say, talkOf } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
const spent = { shortWindow: { maxMessages: 1, maxTokens: 500_000 } }
let service: Running
let chat: ScriptedChat

beforeAll(async () => {
  chat = await scriptedChat('Twelve samples are too few.')
  service = await served({
    bots: [{ ...iris, model: chat.model }, rex],
    groupSocial: { ...quick, decision: { lullMs: 100 } },
    groups: {
      'web:spent': { groupSocial: { limits: { ...quick.limits, ...spent } } },
      // Long enough to be seen.
      'web:follow': { groupSocial: { delay: { fastMs: [1_500, 1_500] } } },
    },
    channels: {
      web: { rooms: ['empty', 'both', 'written', 'follow', 'ten'].map((id) => ({ id })).concat({ id: 'spent' }) },
    },
  })
})

afterAll(async () => {
  await service?.stop()
  await chat?.stop()
})

const at = (room: string, bot = 'iris') => `${pageOf(service)}#actor=${encodeURIComponent(`${bot} web:${room}`)}`

test('an empty room says who is here and what to try, and a click sends it once the name is known', async () => {
  const page = await open(at('empty'))
  const texts = (selector: string) => page.locator(selector).allInnerTexts()
  await expect
    .poll(() => texts('.here p'), polling)
    .toEqual([
      'Iris research assistant\nKnows about papers and statistics.',
      'Rex code reviewer\nKnows about code review and tests.',
    ])
  expect(await texts('.try')).toEqual([
    'Hello everyone!',
    '@Iris where would you start with papers?',
    'Does anyone know about code review?',
  ])
  await page.getByRole('button', { name: 'Hello everyone!' }).click()
  await expect.poll(() => page.evaluate('document.activeElement.placeholder'), polling).toBe('Your name')
  await page.keyboard.type('Ann')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await talkOf(page)).map(({ who, text }) => ({ who, text })).at(0), polling)
    .toEqual({ who: 'Ann', text: 'Hello everyone!' })
  expect(await page.locator('.empty-room').count()).toBe(0)
})

test('a bubble stands where a bot writes, until its message does', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held: Answer = (...call) => void promise.then(() => says('Twelve samples are too few.')(...call))
  chat.behave({ compose: held })
  const page = await open(at('written'))
  await say(page, 'Iris, are twelve samples enough?')
  await page.getByText('Iris is writing…').waitFor()
  resolve()
  await heard(page, 'Twelve samples are too few.')
  await page.getByText('Iris is writing…').waitFor({ state: 'detached' })
  expect(await page.locator('.who').first().innerText()).toMatch(/^Iris\s+bot\s+research assistant\s+[\d:]+$/)
})

/** Where every outcome of the log stands, and how high the log is. */
const places = (page: Page) =>
  page.evaluate(`({
    height: document.querySelector('.talk-lines ol').clientHeight,
    outcomes: [...document.querySelectorAll('.outcome')].map((outcome) => {
      const { left, top } = outcome.getBoundingClientRect()
      return outcome.textContent.replace(/ (answered|skipped|context).*/, '') + ' ' + Math.round(left) + ' ' + Math.round(top)
    }),
  })`)

test('the outcomes of all bots keep their order and place when another bot is chosen', async () => {
  for (const text of ['Rex, does this test leak?', 'good morning'])
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as people talk
    await service.visitor.say('both', text, { name: 'Ben' })
  const page = await open(at('both'))
  await expect
    .poll(async () => (await talkOf(page))[0]?.outcomes, polling)
    .toEqual([expect.stringContaining('Iris'), '✓ Rex answered'])
  const before = await places(page)
  await page.locator('.outcome', { hasText: 'Rex' }).first().click()
  await page.locator('.crumb h2', { hasText: 'Rex' }).waitFor()
  expect(await places(page)).toEqual(before)
})

test('a spent budget is told once, after the message that met it, with the time that is left', async () => {
  chat.behave({ compose: says('Twelve samples are too few.') })
  const page = await open(at('spent'))
  await say(page, 'Iris, are twelve samples enough?')
  await heard(page, 'Twelve samples are too few.')
  await say(page, 'Iris, and thirteen?')
  const notice = page.locator('.spent', { hasText: 'Iris' })
  await notice.waitFor()
  await say(page, 'Iris, or fourteen?')
  await page.locator('.message', { hasText: 'fourteen' }).waitFor()
  expect(await notice.allInnerTexts()).toEqual([
    expect.stringMatching(/^◷ Iris is out of budget, free in [45] min( \d+ s)?$/),
  ])
  expect(await page.locator('.message', { has: notice }).locator('.text').innerText()).toBe('Iris, and thirteen?')
  await expect.poll(() => page.locator('.reactions').first().innerText(), polling).toBe('⏳ Iris')
})

test('the page goes with the bot that acts until a person takes over, a reload included, and on again when asked to', async () => {
  const page = await open(at('follow'))
  const shown = (name: string) => page.locator('.crumb h2', { hasText: name }).waitFor()
  await shown('Iris')
  await page.getByRole('button', { name: 'Follow the active bot' }).click()
  await service.visitor.say('follow', 'Rex, does this test leak?')
  await shown('Rex')
  await page.getByRole('button', { name: 'Following Rex' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Following' }).waitFor()
  await page.locator('.said').first().click()
  await page.getByRole('button', { name: 'Follow the active bot' }).waitFor()
  const id = await service.visitor.say('follow', 'Iris, are twelve samples enough?')
  await service.visitor.outcome('follow', 'iris', id)
  expect(await page.locator('.crumb h2').textContent()).toBe('Rex @ follow')
})

test('ten messages of people and bots are in sight on a laptop', async () => {
  for (let i = 0; i < 5; i += 1) {
    // oxlint-disable no-await-in-loop -- one after the other, as people talk
    chat.behave({ compose: says(`${i + 7} samples are too few.`) })
    const id = await service.visitor.say('ten', `Iris, are ${i + 7} samples enough?`)
    await service.visitor.reply('ten', { id, bot: 'iris' })
    // oxlint-enable no-await-in-loop
  }
  const page = await open(at('ten'))
  await page.locator('.message').nth(9).waitFor()
  await expect
    .poll(async () => (await talkOf(page)).map(({ outcomes }) => outcomes.length), polling)
    .toEqual([2, 1, 2, 1, 2, 1, 2, 1, 2, 1])
  const seen = `(() => {
    const { top, bottom } = document.querySelector('.talk-lines').getBoundingClientRect()
    return [...document.querySelectorAll('.message')].map((each) => each.getBoundingClientRect())
      .filter((each) => each.top >= top && each.bottom <= bottom).length
  })()`
  await expect.poll(() => page.evaluate<number>(seen), polling).toBe(10)
})

test('who has scrolled up reads on where they are while a bot writes and its message comes', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const page = await open(at('ten'), { viewport: { width: 1440, height: 640 } })
  await page.locator('.message').nth(9).waitFor()
  await page.locator('.talk-lines').evaluate((log) => log.scrollTo({ top: 60 }))
  await page.getByRole('button', { name: '↓ newer messages' }).waitFor()
  const top = () =>
    page
      .locator('.message')
      .nth(3)
      .evaluate((message) => message.getBoundingClientRect().top)
  const before = await top()
  chat.behave({ compose: (...call) => void promise.then(() => says('A hundred samples will do.')(...call)) })
  await service.visitor.say('ten', 'Iris, are a hundred samples enough?')
  await page.getByText('Iris is writing…').waitFor({ state: 'attached' })
  expect(await top()).toBe(before)
  resolve()
  await page.locator('.text', { hasText: 'A hundred samples will do.' }).waitFor({ state: 'attached' })
  await page.getByText('Iris is writing…').waitFor({ state: 'detached' })
  expect(await top()).toBe(before)
})
