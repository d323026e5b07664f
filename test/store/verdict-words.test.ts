// Words of others in a verdict, and verdicts as versions before wrote them.
import { expect, test } from 'vitest'
import type { Verdict } from '../../machines/group/types.ts'
import { whyText } from '../../src/outcomes/why-words.ts'
import { openActors } from '../../src/store/actors.ts'
import { openDatabase } from '../../src/store/database.ts'
import { openTape } from '../../src/store/tape.ts'

test('what a model, a server and other models said comes back as it was', () => {
  const db = openDatabase(':memory:')
  const tape = openTape(db)
  const verdicts: Verdict[] = [
    { turn: 1, at: 7, gate: 'decide', outcome: 'skip', why: 'modelDeclines', messages: [], reason: '["', tokens: 3 },
    {
      turn: 1,
      at: 7,
      gate: 'rejudge',
      outcome: 'failed',
      why: 'serverError',
      messages: ['a'],
      numbers: { status: 500 },
      reason: '0',
      tried: [{ model: 'a', why: 'timeout', numbers: { timeoutMs: 5 } }],
    },
  ]
  const actor = openActors(db).insert('g', '1', '{}', 0, 0)
  const { body, led } = tape.row({ type: 'x', at: 7 }, 1, { took: [], verdicts }, undefined)
  openActors(db).append(actor, 1, 7, 'event', body, led)
  expect(tape.recent('g', 10)).toEqual(verdicts)
})

test('a sentence of a version before is told as it stands, in either language', () => {
  const db = openDatabase(':memory:')
  const actor = openActors(db).insert('g', '1', '{}', 0, 0)
  const led = JSON.stringify(['x', [], [[1, 'decide', 'failed', 'timeout: the model did not answer in time', 0, 40]]])
  openActors(db).append(actor, 1, 7, 'event', '', led)
  const [verdict] = openTape(db).recent('g', 10)
  expect(verdict).toEqual({
    turn: 1,
    at: 7,
    gate: 'decide',
    outcome: 'failed',
    why: 'timeout: the model did not answer in time',
    messages: [],
    tokens: 40,
  })
  expect(verdict && [whyText(verdict, 'en'), whyText(verdict, 'zh')]).toEqual([verdict?.why, verdict?.why])
})
