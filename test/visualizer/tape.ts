// Invented steps of a bot, for the tests of the page.
import type { Verdict } from '../../machines/group/types.ts'
import type { BoardRow, StepRecord } from '../../src/feed/contract.ts'
import { rowOf } from '../feed/feed-fixture.ts'

export const verdict = (gate: Verdict['gate'], outcome: string, more: Partial<Verdict> = {}): Verdict => ({
  turn: 1,
  at: 1_000,
  gate,
  outcome,
  why: 'silent',
  messages: [],
  ...more,
})

export const step = (seq: number, more: Partial<StepRecord> = {}): StepRecord => ({
  key: 'iris web:lobby',
  bot: 'iris',
  group: 'web:lobby',
  seq,
  at: seq * 1_000,
  event: { type: 'xstate.init' },
  took: [],
  verdicts: [],
  active: ['group.turn', 'group.turn.idle'],
  vitality: 'DORMANT',
  timers: [],
  messagesIn5m: 0,
  speakersIn5m: 0,
  waiting: 0,
  skipsInARow: 0,
  budget: [],
  ...more,
})

export const heard = (seq: number, id: string, kind = 'person'): StepRecord =>
  step(seq, { event: { type: 'message.received', message: { id, sender: 'dana', kind, mentioned: false } } })

export const row = (bot: string, group: string, at: number): BoardRow => ({
  ...rowOf(`${bot} ${group}`, 1),
  bot,
  group,
  at,
  botName: bot,
  groupTitle: group,
})
