// Talk that nobody addressed to the bot and that meets a spent window: an open question of its field waits (U2, I6).
import { expect, test } from 'vitest'
import type { ComposeInput, DecideInput } from '../../machines/group/children.ts'
import { groupLife, inputWith, type Overrides } from '../fakes/group-life.ts'

const minute = 60_000
type Life = ReturnType<typeof groupLife>

/** Four of five messages are for what nobody asked for. */
const over: Overrides = {
  limits: {
    shortWindow: { durationMs: 5 * minute, maxMessages: 5, maxTokens: 100_000 },
    maxPersonShare: 1,
    spreadFrom: 1,
  },
  dispatch: { cooldownMs: 1_000 },
  decision: { lullMs: 2_000 },
}
const question = { question: true, relevance: 0.6 } as const

/** The bot has spoken four times, from the first second on. */
function spent(more: Overrides = {}): Life {
  const life = groupLife(inputWith({ ...over, ...more }, { canReact: true }))
  for (let n = 0; n < 4; n += 1) life.say(1_000 + n * 20_000, { id: `m${n}`, mentioned: true, how: 'called' })
  life.host.runUntil(90_000)
  return life
}
const budgetVerdicts = (life: Life) =>
  life.verdicts.flatMap(({ gate, outcome, why }) => (gate === 'budget' ? [`${outcome}: ${why}`] : []))
const judged = (life: Life) =>
  life.asked.flatMap(({ src, at, input }) => (src === 'decide' ? [{ at, batch: (input as DecideInput).batch }] : []))

test('is judged with all that came meanwhile when the window frees, and no sign is given', () => {
  const life = spent()
  life.say(100_000, { id: 'q', sender: 'bo', ...question })
  life.say(200_000, { id: 'later', sender: 'cy', relevance: 0 })
  life.host.runOut()
  const [first = 0] = life.at('send', 'sent').map(({ at }) => at)
  expect(budgetVerdicts(life)).toEqual(['hold: budgetSpent'])
  expect(judged(life)).toEqual([{ at: first + 5 * minute, batch: ['q', 'later'] }])
})

test('is given up where it is no question and has no word of its field', () => {
  const life = spent()
  life.say(100_000, { id: 'chatter', sender: 'bo', relevance: 0.1 })
  life.host.runUntil(10 * minute)
  expect([budgetVerdicts(life), judged(life)]).toEqual([['skip: budgetSpent'], []])
})

test('is given up where a bot asks', () => {
  const life = spent()
  life.say(100_000, { id: 'q', sender: 'rex', kind: 'peer', ...question })
  life.host.runUntil(10 * minute)
  expect([budgetVerdicts(life), judged(life)]).toEqual([['skip: budgetSpent'], []])
})

test('is given up where it would be too old by then', () => {
  const life = spent({ delivery: { expiryMs: minute } })
  life.say(100_000, { id: 'q', sender: 'bo', ...question })
  life.host.runUntil(20 * minute)
  expect([budgetVerdicts(life), judged(life)]).toEqual([['skip: budgetSpent'], []])
})

test('keeps no request waiting: that is answered at once, and takes it along', () => {
  const life = spent()
  life.say(100_000, { id: 'q', sender: 'bo', ...question })
  life.say(120_000, { id: 'asked', sender: 'cy', mentioned: true, how: 'called' })
  life.host.runUntil(150_000)
  const composed = life.asked.flatMap(({ src, input }) => (src === 'compose' ? [input as ComposeInput] : [])).at(-1)
  expect([composed?.batch, composed?.targets, judged(life)]).toEqual([['q', 'asked'], ['asked'], []])
})
