// What became of a message, read off the raw verdicts step by step: apart from src/outcomes/, to hold it against.
import type { Verdict } from '../../machines/group/types.ts'

export interface LiteralOutcome {
  kind: string
  gate: string
  turn?: number
  with?: string
}

const no = new Set(['skip', 'failed', 'drop'])

/** `isHeard`: the bot's chart got the message. Undefined: it was never met. */
export function literalOutcome(verdicts: readonly Verdict[], id: string, isHeard: boolean): LiteralOutcome | undefined {
  const about = verdicts.filter(({ messages }) => messages.includes(id))
  if (about.some(({ gate }) => gate === 'own')) return { kind: 'own', gate: 'own' }

  const answer = about.findLast(({ gate, outcome }) => gate === 'send' && outcome === 'sent')
  if (answer) return { kind: 'answered', gate: 'send', turn: Number(answer.turn) }

  const start = about.findLast(
    ({ gate, outcome }) => gate === 'dispatch' && (outcome === 'start' || outcome === 'restart'),
  )
  if (start) return inTurn(verdicts, start, id)

  const waits = about.filter(
    ({ turn, gate }) => turn === null && gate !== 'duplicate' && gate !== 'control' && gate !== 'memory',
  )
  const last = waits.at(-1)
  if (last?.gate === 'dispatch' && last.outcome === 'drop') return { kind: 'skipped', gate: 'dispatch' }
  return last || isHeard ? { kind: 'waiting', gate: last?.gate ?? 'buffer' } : undefined
}

function inTurn(verdicts: readonly Verdict[], start: Verdict, id: string): LiteralOutcome {
  const turn = Number(start.turn)
  const later = verdicts.slice(verdicts.indexOf(start)).filter((each) => each.turn === turn)
  const sent = later.find(({ gate, outcome }) => gate === 'send' && outcome === 'sent')
  const answered = sent?.messages[0]
  if (answered !== undefined) return { kind: 'readWith', gate: 'send', turn, with: answered }

  const concerning = later.filter(
    ({ gate, outcome, messages }) =>
      !(gate === 'dispatch' && outcome === 'end') &&
      outcome !== 'sign' &&
      (messages.length === 0 || messages.includes(id)),
  )
  const last = concerning.at(-1) ?? start
  const isOver = later.some(({ gate, outcome }) => gate === 'dispatch' && outcome === 'end')
  if (last.outcome === 'failed') return { kind: 'failed', gate: last.gate, turn }
  if (isOver || no.has(last.outcome)) return { kind: 'skipped', gate: last.gate, turn }
  return { kind: last.outcome === 'hold' ? 'waiting' : 'working', gate: last.gate, turn }
}

export interface LiteralStory {
  turn: number
  outcome: 'replied' | 'silent' | 'working'
  /** What the outcome rests on; absent: no gate said so. */
  deciding?: Verdict
  /** Behind the gate that said no. */
  unreached: string[]
}

const inOrder = 'control loop policy addressee relevance budget decide compose delay send'.split(' ')

/** The turn that took the message, or answered it. */
export function literalStory(verdicts: readonly Verdict[], id: string): LiteralStory | undefined {
  const turn = verdicts.findLast(
    ({ gate, outcome, messages }) =>
      messages.includes(id) &&
      ((gate === 'dispatch' && (outcome === 'start' || outcome === 'restart')) ||
        (gate === 'send' && outcome === 'sent')),
  )?.turn
  if (turn === undefined || turn === null) return undefined
  const told = verdicts.filter((each) => each.turn === turn)
  const sent = told.find(({ gate, outcome }) => gate === 'send' && outcome === 'sent')
  if (sent) return { turn, outcome: 'replied', deciding: sent, unreached: [] }
  const refusal = told.findLast(({ outcome }) => no.has(outcome))
  const isTooOld = refusal?.gate === 'delay' && !told.some(({ gate }) => gate === 'compose')
  const place = isTooOld ? 'control' : refusal?.gate === 'rejudge' ? 'delay' : (refusal?.gate ?? '')
  const unreached = inOrder.slice(inOrder.indexOf(place) + 1).filter((gate) => !(isTooOld && gate === 'delay'))
  const isOver = told.some(({ gate, outcome }) => gate === 'dispatch' && outcome === 'end')
  return { turn, outcome: isOver ? 'silent' : 'working', ...(refusal && { deciding: refusal }), unreached }
}
