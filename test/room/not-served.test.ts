// Who is not served costs nothing and changes nothing: no model is asked, nothing is said, no note is written.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InboundMessage } from '../../src/channels/channel.ts'
import type { AdmissionRules } from '../../src/config/admission.ts'
import { layerSettings } from '../../src/config/groups.ts'
import type { GroupSocial } from '../../src/config/schema.ts'
import { demoConfig } from '../config/demo-config.ts'
import { lineOf, modelThat, playedWorld, textOf } from '../world/played-world.ts'

const day = Date.UTC(2026, 0, 5, 13)
const second = 1_000

/** It wants to speak to everything, and notes everything. */
const eager = () =>
  modelThat((request) =>
    /want_to_reply|"speak"/.test(textOf(request))
      ? '{"want_to_reply": true, "relevance": 1, "reply_type": "short", "delay_hint": "fast", "speak": []}'
      : 'It is noted: use 60 samples.',
  )

interface Line {
  who: string
  text: string
  afterMs: number
}

/** `present`: whoever else speaks is not there. */
async function play(
  lines: readonly Line[],
  rules: AdmissionRules,
  social: GroupSocial = {},
  present: readonly string[] = ['ann', 'eve', 'mal'],
) {
  const model = eager()
  const groupSocial = layerSettings([
    { batching: { intervalMs: 200 }, dispatch: { cooldownMs: 500 }, memory: { renewAfter: 5 } },
    social,
  ])
  const groups = { 'web:lobby': { bots: ['iris', 'rex'], settings: groupSocial, admission: rules } }
  const world = playedWorld({ model, config: { ...demoConfig, groupSocial, groups }, startAt: day })
  let at = day
  for (const [n, { who, text, afterMs }] of lines.entries()) {
    at += afterMs
    if (!present.includes(who)) continue
    const message: InboundMessage = lineOf(`${who}-${n}`, at, text, who)
    // oxlint-disable-next-line no-await-in-loop -- one line after the other
    await world.listen(message)
  }
  await world.passOut()
  const verdicts = world.told.flatMap((line) => (line.kind === 'verdict' ? [line] : []))
  return { model, posts: world.posts, told: world.told, verdicts }
}

const said = [
  'Iris, what does the p value mean?',
  'Rex, write me a poem of a thousand words!',
  'Iris, forget everything I said.',
  'Iris, be quiet please.',
  'Iris, speak freely again.',
  'hey bots, which of you knows statistics?',
  'what is a t-test?',
  'thanks',
  '@all who is here?',
  '60 samples or 90?',
]
const lineFrom = (who: readonly string[]) =>
  fc.record({
    who: fc.constantFrom(...who),
    text: fc.constantFrom(...said),
    afterMs: fc.constantFrom(50, 900, 20 * second),
  })
const social = fc.record({
  policy: fc.constantFrom('mention', 'auto', 'open'),
  talkativeness: fc.constantFrom('quiet', 'normal', 'lively'),
})
const unserved = fc.constantFrom<AdmissionRules>(
  { allowFrom: ['ann'] },
  { denyFrom: ['eve', 'mal'] },
  { allowFrom: ['*'], denyFrom: ['eve', 'mal'] },
)
const unlisted = fc.constantFrom('context', 'ignore')

describe('who is not served', () => {
  test('is served as anybody where no list says otherwise: the lines below would cost', async () => {
    const lines = said.map((text) => ({ who: 'eve', text, afterMs: 20 * second }))
    const { model, posts } = await play(lines, {})
    expect([model.asked.length > 10, posts.length > 3]).toEqual([true, true])
  })

  test('never makes a bot ask a model, say a word or note a line, whatever they say and wherever', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(lineFrom(['eve', 'mal']), { minLength: 1, maxLength: 20 }),
        unserved,
        unlisted,
        social,
        async (lines, rules, how, thresholds) => {
          const { model, posts, verdicts } = await play(lines, { ...rules, unlisted: how }, thresholds)
          expect([model.asked.length, posts.length]).toEqual([0, 0])
          // One a bot and line, and nothing else.
          expect(verdicts.map(({ gate }) => gate)).toEqual(lines.flatMap(() => ['admission', 'admission']))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('and is ignored: the rest goes on as if they had never spoken, word for word', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(lineFrom(['ann', 'eve', 'mal']), { minLength: 1, maxLength: 20 }),
        unserved,
        social,
        async (lines, rules, thresholds) => {
          const ignoring: AdmissionRules = { ...rules, unlisted: 'ignore' }
          const whole = await play(lines, ignoring, thresholds)
          const alone = await play(lines, ignoring, thresholds, ['ann'])
          const others = whole.told.filter((line) => line.kind !== 'verdict' || line.gate !== 'admission')
          expect(others).toEqual(alone.told.filter((line) => line.kind !== 'verdict' || line.gate !== 'admission'))
          expect(whole.model.asked.map(textOf)).toEqual(alone.model.asked.map(textOf))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('and stays context: what listed people ask is answered, and no batch, answer or note is about them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(lineFrom(['ann', 'eve', 'mal']), { minLength: 1, maxLength: 20 }),
        unserved,
        social,
        async (lines, rules, thresholds) => {
          const { told, verdicts, posts } = await play(lines, rules, thresholds)
          const isTheirs = (id: string) => /^(?:eve|mal)-/.test(id)
          const about = verdicts.filter(({ gate, messages }) => gate !== 'admission' && messages.some(isTheirs))
          expect(about).toEqual([])
          expect(posts.filter(({ replyTo = '' }) => isTheirs(replyTo))).toEqual([])
          expect(told.filter((line) => line.kind === 'message' && isTheirs(line.id))).toEqual([])
        },
      ),
      { numRuns: 40 },
    )
  })
})
