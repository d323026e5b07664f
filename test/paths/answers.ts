// What model, channel and tools at work may answer to each call, each answer once.
import type { RunEnd } from '../../machines/agent/context.ts'
import type { Composed } from '../../machines/group/children.ts'
import { no, yes } from '../fakes/group-life.ts'
import type { PathEvent } from './path-event.ts'

const said = { text: 'One. Two.', type: 'short', similarity: 0, model: 'scripted', rehearsal: true } as const
const written = { ...said, tokens: 613 }

/** In place of an answer, where tools are on offer. */
export const callsTools: Composed = {
  ...written,
  text: '',
  run: {
    id: 'r1',
    calls: [{ id: '1.0', tool: 'fs.read', effect: 'read', digest: 'd' }],
    entries: [],
    grown: 80,
    notice: 'A moment.',
  },
}

const finished = { ...said, text: 'It is done.' }
export const runEnd: RunEnd = { outcome: 'answered', why: 'runAnswered', answer: finished, spent: 4_000, steps: 2 }
const ends: RunEnd[] = [
  runEnd,
  { ...runEnd, answer: { ...finished, text: '', silent: true } },
  { ...runEnd, answer: { ...finished, text: ' ' } },
  { ...runEnd, answer: { ...finished, text: 'One. Two.', similarity: 1 } },
  { outcome: 'exhausted', why: 'outOfTokens', spent: 4_000, steps: 2 },
]

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
  work: ends,
  signStop: [{}],
  signWithdrawal: [{}],
}

const failures: Record<string, string[]> = {
  decide: ['refused', 'interrupted', 'unparsable'],
  rejudge: ['refused', 'interrupted'],
  compose: ['refused', 'interrupted'],
  deliver: ['ceiling', 'permanent', 'unavailable'],
  renewNote: ['refused', 'interrupted'],
  sign: ['unavailable'],
  work: ['failed'],
  signStop: ['unavailable'],
  signWithdrawal: ['unavailable'],
}

interface Answering {
  limitsPersons: boolean
  hasTools: boolean
  isOffered: boolean
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

/**
 * `limitsPersons`: people have limits of the day. `hasTools`: model and channel do what they should, and whatever happens
 * happens to the tools; `isOffered`: the reply may call some.
 */
export function answersOf(
  id: string,
  at: number,
  { limitsPersons = false, hasTools = false, isOffered = false }: Partial<Answering> = {},
): PathEvent[] {
  const isPlain = hasTools && id !== 'work' && id !== 'signStop'
  const all = outputs[id] ?? []
  const done = [...(isPlain ? all.slice(0, 1) : all), ...(id === 'compose' && isOffered ? [callsTools] : [])]
  const failed = isPlain ? [] : (failures[id] ?? [])
  return [
    ...done.map((output) => ({ type: `xstate.done.actor.${id}`, actorId: id, output, at })),
    ...(limitsPersons && id in limited ? ['bo', 'gil'] : []).map((who) => ({
      type: `xstate.error.actor.${id}`,
      actorId: id,
      error: overLimit(who),
      at,
    })),
    ...failed.map((kind) => ({ type: `xstate.error.actor.${id}`, actorId: id, error: { kind, message: 'x' }, at })),
    // A call of its own is under way.
    ...(id === 'work' ? [{ type: 'work.progress', at, spent: 2_000, held: 3_000, step: 2 }] : []),
  ]
}
