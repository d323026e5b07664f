// Facts and summaries of one bot in one group stand in no prompt of another bot, nor of another group (A3).
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeRequest } from '../../src/jobs/compose.ts'
import { decideRequest } from '../../src/jobs/decide.ts'
import { actorKey } from '../../src/room/key.ts'
import { context, depsWith, scripted, toCompose, toDecide } from '../jobs/jobs.ts'
import { room } from './room.ts'

const places = ['iris', 'rex'].flatMap((bot) => [
  { bot, group: 'web:a', oneToOne: false },
  { bot, group: 'web:b', oneToOne: false },
  { bot, group: 'web:ann', oneToOne: true },
  { bot, group: 'web:ann', oneToOne: false },
  { bot, group: 'direct web:ann', oneToOne: false },
  { bot, group: 'web:a x', oneToOne: false },
])
const at = fc.nat({ max: places.length - 1 })
const write = fc.record({
  at,
  kind: fc.constantFrom('fact', 'anchor'),
  ends: fc.constantFrom('well', 'badly', 'never'),
})

const keyOf = (n: number): string => actorKey(places[n] ?? { bot: '', group: '', oneToOne: false })
const markOf = (n: number): string => `secret${n}x`

test('whatever was noted where, and whatever became of the run', () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 14 }), fc.constantFrom('compact', 'documents'), (writes, style) => {
      const { memory, tape, db } = room()
      for (const [i, { at: n, kind, ends }] of writes.entries()) {
        const run = `r${i}`
        const body = kind === 'fact' ? { text: markOf(n) } : { name: 'x', summary: markOf(n) }
        tape.append(keyOf(n), i, [{ run, id: '1', kind, body, tokens: 9 }])
        if (ends === 'well') tape.merge(keyOf(n), run, i)
        if (ends === 'badly')
          tape.fail(keyOf(n), run, i, { run, id: 'end', kind: 'event', body: { name: 'run' }, tokens: 9 })
      }
      const seen = places.map((place) => {
        const prompt = () => ({ style, timeZone: 'UTC' }) as const
        const deps = depsWith(scripted(''), { memory: memory.of(place.bot), prompt })
        const here = { ...context, ...place }
        const reply = composeRequest(deps, { ...toCompose, maxTokens: 3_000 }, here)
        const judgement = decideRequest(deps, { ...toDecide, maxTokens: 3_000 }, here)
        const text = [reply, judgement].flatMap(({ messages }) => messages.map(({ content }) => content)).join('\n')
        return places.flatMap((_, n) => (text.includes(markOf(n)) ? [n] : []))
      })
      db.close()
      const inForce = places.map((_, n) => (writes.some((each) => each.at === n && each.ends === 'well') ? [n] : []))
      expect(seen).toEqual(inForce)
    }),
    { numRuns: 60 },
  )
})
