// Of every message of four rooms the outcome, the story and its sentence are what the raw verdicts say.
import { describe, expect, test } from 'vitest'
import { whyKeys } from '../../machines/group/verdicts/why.ts'
import { outcomesOf } from '../../src/outcomes/outcomes.ts'
import { decidingRow, sentenceOf } from '../../src/outcomes/sentence.ts'
import { storyOf } from '../../src/outcomes/story.ts'
import { whyText } from '../../src/outcomes/why-words.ts'
import { literalOutcome, literalStory } from './literal.ts'
import type { Played } from './played-room.ts'
import { askingRoom, botsRoom, busyRoom, failingRoom } from './rooms.ts'

const rooms = {
  busy: busyRoom(),
  'full of questions': askingRoom(),
  'shared by four bots': botsRoom(),
  'asking a model that fails': await failingRoom(),
}

/** At its end, and at moments on the way. */
const moments = [0.13, 0.37, 0.5, 0.71, 0.9, 1]

describe.each(Object.entries(rooms))('a room that is %s', (_, played) => {
  test('every message has the outcome that the verdicts tell, at every moment', () => {
    for (const { steps } of played) {
      for (const moment of moments) {
        const known = steps.slice(0, Math.ceil(moment * steps.length))
        const verdicts = known.flatMap((step) => [...step.verdicts])
        const heard = new Set(known.flatMap(({ event }) => event.message?.id ?? []))
        const outcomes = outcomesOf(known)
        const read = ids(steps).map((id) => {
          const { why: __, numbers: ___, reason: ____, tried: _____, ...outcome } = outcomes.get(id) ?? {}
          return [id, outcome]
        })
        expect(read).toEqual(ids(steps).map((id) => [id, literalOutcome(verdicts, id, heard.has(id)) ?? {}]))
      }
    }
  })

  test('every verdict bears a key of the list, and Chinese words', () => {
    const verdicts = played.flatMap((one) => [...one.verdicts])
    expect(verdicts.length).toBeGreaterThan(100)
    expect(verdicts.filter((verdict) => !whyKeys.includes(verdict.why))).toEqual([])
    const told = verdicts.map((verdict) => whyText({ why: verdict.why, numbers: verdict.numbers ?? {} }, 'zh'))
    expect(told.filter((text) => /[A-Za-z]{3,}/.test(text.replaceAll('token', '')))).toEqual([])
  })

  test('every message has the story that the verdicts tell, and a sentence that says so', () => {
    for (const { bot, steps, verdicts } of played) {
      const outcomes = outcomesOf(steps)
      const read = ids(steps).map((id) => {
        const story = storyOf(steps, { message: id })
        if (story?.turn === undefined) return { id }
        const { turn, outcome } = story
        const deciding = decidingRow(story)?.verdict
        const unreached = story.rows.flatMap(({ gate, state }) => (state === 'unreached' ? [gate] : []))
        const verb = verbIn(sentenceOf(story, id, naming(bot)))
        return { id, turn, outcome, ...(deciding && { deciding }), unreached, verb }
      })
      const literal = ids(steps).map((id) => {
        const told = literalStory(verdicts, id)
        return { id, ...told, ...(told && { verb: verbs[outcomes.get(id)?.kind ?? ''] }) }
      })
      expect(read).toEqual(literal)
    }
  })
})

test('together the rooms have messages of every outcome', () => {
  const kinds = (steps: Played['steps']) => [...outcomesOf(steps).values()].map(({ kind }) => kind)
  const seen = Object.values(rooms).flatMap((played) =>
    played.flatMap(({ steps }) => moments.flatMap((moment) => kinds(steps.slice(0, Math.ceil(moment * steps.length))))),
  )
  expect(new Set(seen)).toEqual(new Set(['answered', 'failed', 'readWith', 'skipped', 'waiting', 'working']))
})

const ids = (steps: Played['steps']): string[] => steps.flatMap(({ event }) => event.message?.id ?? [])

const naming = (bot: string) => ({
  lang: 'en' as const,
  bot,
  line: () => undefined,
  clock: String,
  windowMs: () => undefined,
})

const verbs: Record<string, string> = {
  answered: 'answered',
  readWith: 'read it with',
  skipped: 'stayed silent',
  failed: 'could not answer',
}

const verbIn = (sentence: string): string =>
  (/ (answered|reacted to|read it with|stayed silent|could not answer)/.exec(sentence)?.[1] ?? sentence).replace(
    'reacted to',
    'answered',
  )
