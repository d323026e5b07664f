// The page follows the running service: the chart lights up, the reply appears, and Why tells of speech and silence.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { iris, quick, type Running } from '../e2e/running.ts'
import { type ScriptedChat, scriptedChat } from '../fakes/scripted-chat.ts'
import { type Answer, says } from '../llm/fake-provider.ts'
import { browserTests } from './chromium.ts'
import { heard, litStates, pageOf, polling, say, talkOf, turnIs, watchLit, whyOf } from './look.ts'
import { clipped } from '../../src/outcomes/clipped.ts'
import { served } from './served.ts'

const open = browserTests()
const markup = '<img src="/x" onerror="document.title=1"><script>document.title=2</script><b>bold</b>'
let service: Running
let chat: ScriptedChat

beforeAll(async () => {
  chat = await scriptedChat('Twelve samples are too few.')
  service = await served({
    bots: [{ ...iris, model: chat.model }],
    // Long enough to be drawn.
    groupSocial: { ...quick, dispatch: { cooldownMs: 800 }, delay: { fastMs: [800, 800] } },
    channels: {
      web: { rooms: ['lobby', 'shy', 'markup'].map((id) => ({ id, title: id === 'markup' ? '<i>it</i>' : id })) },
    },
  })
})

afterAll(async () => {
  await service?.stop()
  await chat?.stop()
})

const actorIn = (room: string) => `${pageOf(service)}#actor=${encodeURIComponent(`iris web:${room}`)}`

test('a message typed into the room lights the chart state by state, and the reply appears', async () => {
  const compose = held(says('Twelve samples are too few.'))
  chat.behave({ compose: compose.answer })
  const page = await open(actorIn('lobby'))
  const everLit = await watchLit(page)
  expect(await everLit()).toEqual(expect.arrayContaining(['group.turn.idle', 'group.intake.idle']))

  const question = { who: 'Ann', text: 'Iris, are twelve samples enough?' }
  await say(page, question.text)
  await expect.poll(() => litStates(page), polling).toContain('group.turn.dispatching.composing')
  await expect.poll(() => talkOf(page), polling).toEqual([{ ...question, outcomes: ['◆ working · Dispatch'] }])
  compose.release()
  await heard(page, 'Twelve samples are too few.')
  await turnIs(page, 'idle')

  expect(await talkOf(page)).toEqual([
    { ...question, outcomes: ['✓ answered'] },
    { who: 'Iris', text: 'Twelve samples are too few.', outcomes: [] },
  ])
  expect(await everLit()).toEqual(
    expect.arrayContaining([
      'group.turn.dispatching.composing',
      'group.turn.delaying.pausing',
      'group.turn.cooling.resting',
    ]),
  )
  expect(await litStates(page)).toContain('group.turn.idle')
})

test('Why tells of a skipped message at which gate it stopped and what was compared', async () => {
  const decide = held(says('{"want_to_reply":true,"relevance":0.31,"reply_type":"short"}'))
  chat.behave({ decide: decide.answer })
  // What the only person of a room says is asked of the bot: no judgement would tell anything.
  const greeting = await service.visitor.say('shy', 'Good morning', { name: 'Ben' })
  await service.visitor.outcome('shy', 'iris', greeting)
  const page = await open(actorIn('shy'))
  await say(page, 'Do these statistics hold?')
  await expect.poll(() => litStates(page), polling).toContain('group.turn.dispatching.deciding')
  decide.release()
  await page.getByRole('button', { name: /skipped · Decide/ }).click()
  await page.locator('.message.chosen').waitFor()
  const { sentence, gates } = await whyOf(page)
  // A page that opens fast finds the cooldown of the greeting's turn still running.
  expect({ sentence, gates: gates.filter((gate) => !gate.startsWith('waited: Cooldown')) }).toEqual({
    sentence: expect.stringMatching(/^Iris stayed silent: /),
    gates: [
      expect.stringMatching(/^passed: Buffer: 1 message · \d+ ms$/),
      'passed: Dispatch: 1 message · COOLING 2/2',
      'passed: Control',
      'passed: Loop',
      'passed: Policy',
      'passed: Addressee',
      'passed: Relevance',
      'passed: Budget',
      expect.stringMatching(/^stopped: Decide: 0\.31 < 0\.\d\d/),
    ],
  })
  await page.locator('.calls summary').click()
  expect(await page.locator('.why pre').first().textContent()).toContain('"relevance":0.31')
  expect(await page.locator('.why pre').last().textContent()).toContain('Do these statistics hold?')
})

test('markup from a person, a model or the configuration is shown as text', async () => {
  chat.behave({ compose: says(`Sure: ${markup}`) })
  const page = await open(actorIn('markup'))
  await say(page, `Iris, what is ${markup}?`, '<u>Eve</u>')
  await heard(page, 'Sure:')
  await turnIs(page, 'idle')
  await page.getByRole('button', { name: 'answered' }).click()
  await page.locator('.calls summary').first().click()
  const talk = await talkOf(page)
  expect(talk.map(({ who, text }) => ({ who, text }))).toEqual([
    { who: '<u>Eve</u>', text: `Iris, what is ${markup}?` },
    { who: 'Iris', text: expect.stringContaining('bold') },
  ])
  expect(await page.locator('.room h2').textContent()).toBe('<i>it</i>')
  expect(await page.locator('.why-of').textContent()).toBe(`<u>Eve</u>: “${clipped(`Iris, what is ${markup}?`)}”`)
  expect(await page.locator('img[src="/x"], b:text-is("bold"), body script, u').count()).toBe(0)
  expect(await page.title()).toBe('Chime')
})

test('everything that the page asks for is its own, and the icon too', async () => {
  const page = await open(pageOf(service))
  await page.locator('[data-state].on').first().waitFor()
  const icon = await page.evaluate<{ origin: string; status: number; type: string }>(`(async () => {
    const { href } = document.querySelector('link[rel=icon]')
    const { status, headers } = await fetch(href)
    return { origin: new URL(href).origin, status, type: headers.get('content-type') }
  })()`)
  expect(icon).toEqual({ origin: service.url, status: 200, type: expect.stringMatching(/^image\/svg\+xml/) })
})

/** A model's answer that waits until the test lets it go. */
function held(answer: Answer) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const later: Answer = (...call) => void promise.then(() => answer(...call))
  return { answer: later, release: resolve }
}
