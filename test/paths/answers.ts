// What model and channel may answer to each call, each answer once.
import { no, yes } from '../fakes/group-life.ts'
import type { PathEvent } from './path-event.ts'

const written = { text: 'One. Two.', type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 613 }

const noted = { text: 'Ben brings the cake', changed: true, upto: 1, generation: 0, tokens: 50 }

const outputs: Record<string, object[]> = {
  decide: [yes, no, { ...yes, relevance: 0.1 }, { ...yes, to: 'other' }, { ...yes, tokens: 100_000 }],
  rejudge: [
    { ...yes, verdict: 'send' },
    { ...yes, verdict: 'shorten' },
    { ...yes, verdict: 'drop' },
  ],
  compose: [written, { ...written, text: '', silent: true }, { ...written, text: ' ' }, { ...written, similarity: 1 }],
  deliver: [{ id: 'sent' }],
  renewNote: [noted, { ...noted, changed: false }],
  sign: [{}],
}

const failures: Record<string, string[]> = {
  decide: ['refused', 'interrupted', 'unparsable'],
  rejudge: ['refused', 'interrupted'],
  compose: ['refused', 'interrupted'],
  deliver: ['ceiling', 'permanent', 'unavailable'],
  renewNote: ['refused', 'interrupted'],
  sign: ['unavailable'],
}

const limited = { decide: true, rejudge: true, compose: true, deliver: true }

/** The limits of the day say no to one of those who talk, or to somebody else. */
export const overLimit = (who: string) => ({
  kind: 'ceiling',
  message: 'x',
  why: 'personLimit',
  numbers: { person: `web:${who}` },
  tokens: 0,
})

/** `limitsPersons`: people have limits of the day. */
export function answersOf(id: string, at: number, limitsPersons = false): PathEvent[] {
  const done = outputs[id] ?? []
  const failed = failures[id] ?? []
  return [
    ...done.map((output) => ({ type: `xstate.done.actor.${id}`, actorId: id, output, at })),
    ...(limitsPersons && id in limited ? ['bo', 'gil'] : []).map((who) => ({
      type: `xstate.error.actor.${id}`,
      actorId: id,
      error: overLimit(who),
      at,
    })),
    ...failed.map((kind) => ({ type: `xstate.error.actor.${id}`, actorId: id, error: { kind, message: 'x' }, at })),
  ]
}
