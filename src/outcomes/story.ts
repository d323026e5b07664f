// A turn told gate by gate, for the message or the turn that was asked about.
import type { Gate } from '../../machines/group/settings.ts'
import type { Verdict } from '../../machines/group/types.ts'
import {
  isCommand,
  isCommandAnswered,
  isGivenUp,
  isNotServed,
  isOwn,
  isSend,
  isSign,
  isToRun,
  isTurnEnd,
  isTurnStart,
  isWithdrawn,
} from '../../machines/group/verdicts/kinds.ts'
import type { OutcomeStep } from './outcomes.ts'

/** waited: it was held, then went on · pending: it stands there now · unreached: it never came so far. */
export type GateState = 'passed' | 'stopped' | 'failed' | 'waited' | 'pending' | 'unreached'

export interface GateRow {
  gate: Gate
  state: GateState
  /** Absent: the gate let it pass without a word, or was not reached. */
  verdict?: Verdict
  /** The step that recorded it. */
  seq?: number
}

export interface Story {
  /** Absent: no turn has taken the message yet, or none ever will. */
  turn?: number
  messages: string[]
  outcome: 'replied' | 'silent' | 'working' | 'waiting' | 'dropped' | 'own'
  rows: GateRow[]
  /** Of a reply: ids of the messages that it answers, the one that it is posted as a reply to first. */
  answers?: readonly string[]
  tokens: number
  startedAt?: number
  sentAt?: number
  endedAt?: number
}

/** As much of a step as tells how a turn went. */
export interface StoryStep extends OutcomeStep {
  seq: number
  at: number
  event: OutcomeStep['event'] & { type: string }
  active: readonly string[]
}

export type Question = { message: string } | { turn: number }

/** The gates of a turn in the order they are met. */
const path: readonly Gate[] = [
  'control',
  'loop',
  'policy',
  'addressee',
  'relevance',
  'budget',
  'decide',
  'compose',
  'delay',
  'send',
]
/** Gates that not every turn has, by where they stand on the path. */
const beside: Partial<Record<Gate, number>> = {
  work: path.indexOf('compose') + 0.5,
  rejudge: path.indexOf('delay'),
}

/** undefined: the steps know nothing of it. */
export function storyOf(steps: readonly StoryStep[], question: Question): Story | undefined {
  const told = steps.flatMap(({ seq, event, verdicts }, i) =>
    verdicts
      .filter((verdict) => !isSign(verdict))
      .map((verdict): PlacedVerdict => {
        const stopped = event.type.startsWith('operator.')
          ? (gateUnder(steps[i - 1]?.active ?? []) ?? 'control')
          : undefined
        return { seq, verdict, ...(stopped && verdict.turn !== null && { stopped }) }
      }),
  )
  const starts = told.filter(({ verdict }) => isTurnStart(verdict))
  const turn = 'turn' in question ? question.turn : turnOf(told, question.message)
  const start = starts.findLast(({ verdict }) => verdict.turn === turn && turn !== undefined)
  const isLast = start !== undefined && start.verdict.turn === lastTurnOf(steps)
  if (start) return turnStory(told, start.verdict, isLast ? gateUnder(steps.at(-1)?.active ?? []) : undefined)
  const speaking = 'message' in question ? turnThatSaid(steps, question.message) : undefined
  if (speaking !== undefined) return storyOf(steps, { turn: speaking })
  return 'message' in question ? intakeStory(steps, told, question.message) : undefined
}

/** The turn that took the message, or answered it later. */
const turnOf = (told: readonly PlacedVerdict[], message: string): number | undefined =>
  told.findLast(({ verdict }) => (isTurnStart(verdict) || isSend(verdict)) && verdict.messages.includes(message))
    ?.verdict.turn ?? undefined

/** The newest turn that the steps know. */
export const lastTurnOf = (steps: readonly StoryStep[]): number | undefined =>
  steps.findLast(({ verdicts }) => verdicts.some(isTurnStart))?.verdicts.findLast(isTurnStart)?.turn ?? undefined

/** Of the bot's own message: the last turn that had begun when the bot heard itself. */
function turnThatSaid(steps: readonly StoryStep[], message: string): number | undefined {
  const at = steps.findIndex(({ event }) => event.message?.id === message)
  return steps[at]?.event.message?.kind === 'self' ? lastTurnOf(steps.slice(0, at + 1)) : undefined
}

interface PlacedVerdict {
  seq: number
  verdict: Verdict
  /** An operator ended the turn while this gate was at work. */
  stopped?: Gate
}

const gateUnder = (active: readonly string[]): Gate | undefined =>
  gatesAtWork.find(([state]) => active.some((id) => id.endsWith(state)))?.[1]

const gatesAtWork: [state: string, gate: Gate][] = [
  ['.dispatching.deciding', 'decide'],
  ['.dispatching.composing', 'compose'],
  ['.turn.delaying', 'delay'],
  ['.turn.rejudging', 'delay'],
  ['.turn.sending', 'send'],
]

/** `atWork`: the gate where the turn stands as long as it has not ended. */
function turnStory(told: readonly PlacedVerdict[], { turn, messages }: Verdict, atWork: Gate | undefined): Story {
  const number = turn ?? 0
  const ofTurn = told.filter(({ verdict }) => verdict.turn === turn)
  const before = told.filter(
    ({ verdict }) => verdict.turn === null && verdict.messages.some((id) => messages.includes(id)),
  )
  const end = ofTurn.find(({ verdict }) => isTurnEnd(verdict))?.verdict
  const send = ofTurn.findLast(({ verdict }) => isSend(verdict))?.verdict
  const body = ofTurn.filter(({ verdict }) => verdict !== end)
  return {
    turn: number,
    messages,
    outcome: send ? 'replied' : end ? 'silent' : 'working',
    rows: [...lastOfEach(before).map(rowOf), ...withSilentGates(body, end !== undefined, atWork)],
    ...(send && { answers: send.messages.length > 0 ? send.messages : messages, sentAt: send.at }),
    tokens: ofTurn.reduce((sum, { verdict }) => sum + (verdict.tokens ?? 0), 0),
    ...(ofTurn[0] && { startedAt: ofTurn[0].verdict.at }),
    ...(end && { endedAt: end.at }),
  }
}

function intakeStory(steps: readonly StoryStep[], told: readonly PlacedVerdict[], message: string): Story | undefined {
  const heard = steps.find(({ event }) => event.message?.id === message)
  const about = told.filter(({ verdict }) => verdict.turn === null && verdict.messages.includes(message))
  if (!heard && about.length === 0) return undefined
  const last = about.at(-1)?.verdict
  const rows = lastOfEach(about).map(rowOf)
  const story = { messages: [message], tokens: 0, ...(heard && { startedAt: heard.at }) }
  if ((last && isOwn(last)) || heard?.event.message?.kind === 'self') return { ...story, outcome: 'own', rows }
  const answer = about.find(({ verdict }) => isCommandAnswered(verdict))?.verdict
  if (answer) return { ...story, outcome: 'replied', rows, answers: [message], sentAt: answer.at }
  if (about.some(({ verdict }) => isCommand(verdict))) return { ...story, outcome: 'silent', rows }
  if (last && (isNotServed(last) || isToRun(last) || isWithdrawn(last))) return { ...story, outcome: 'silent', rows }
  if (last && isGivenUp(last)) return { ...story, outcome: 'dropped', rows }
  const waitsAt: Gate = last === undefined ? 'buffer' : 'dispatch'
  return { ...story, outcome: 'waiting', rows: [...rows, { gate: waitsAt, state: 'pending' }, ...unreached(path)] }
}

/** Gates that have nothing to object record nothing: what lies before the last gate met was passed. */
function withSilentGates(body: readonly PlacedVerdict[], ended: boolean, atWork: Gate | undefined): GateRow[] {
  const again = Math.max(
    0,
    body.findLastIndex(({ verdict }) => isTurnStart(verdict)),
  )
  const before = lastOfEach(body.slice(0, again)).map(rowOf)
  const told = body.slice(again)
  const rows = lastOfEach(told).map(rowOf)
  const run = told.map(({ verdict }) => verdict)
  // A gate at work has not spoken: those before it have let the turn pass.
  const working = ended || atWork === undefined ? -1 : path.indexOf(atWork) - 0.5
  const reached = Math.max(-1, working, ...told.map((one) => placeOf(one, run)))
  const met = new Set(told.filter(({ stopped }) => !stopped).map(({ verdict }) => verdict.gate))
  const silent = path.filter((gate, i) => i < reached && !met.has(gate))
  const ordered = [...rows, ...silent.map((gate): GateRow => ({ gate, state: 'passed' }))]
  const stop = told.find(({ stopped }) => stopped)
  const at = ({ gate, verdict }: GateRow) => {
    if (verdict !== undefined && verdict === stop?.verdict) return path.length
    return path.includes(gate) ? path.indexOf(gate) : (beside[gate] ?? -1)
  }
  const placed = [...before, ...ordered.toSorted((a, b) => at(a) - at(b))]
  const [next, ...rest] = path.slice(Math.floor(reached) + 1).filter((gate) => !met.has(gate))
  const last = placed.at(-1)
  // A pause runs, or a reply waits for its channel: the gate has spoken, and is not done.
  if (!ended && last?.state === 'waited' && last.gate !== 'dispatch') {
    return [...placed.slice(0, -1), { ...last, state: 'pending' }, ...unreached(next ? [next, ...rest] : rest)]
  }
  if (next === undefined) return placed
  return [...placed, ended ? { gate: next, state: 'unreached' } : { gate: next, state: 'pending' }, ...unreached(rest)]
}

/** A batch too old for an answer, and one to a bot that is switched off, is turned away before any gate but the first. */
function placeOf({ verdict: { gate, outcome, why }, stopped }: PlacedVerdict, run: readonly Verdict[]): number {
  // Before the gate that had not spoken yet.
  if (stopped) return path.indexOf(stopped) - 0.5
  const early = gate === 'delay' && outcome === 'skip' && !run.some((verdict) => verdict.gate === 'compose')
  if (early || why === 'switchedOff') return path.indexOf('control') + 0.5
  return beside[gate] ?? path.indexOf(gate)
}

const unreached = (gates: readonly Gate[]): GateRow[] => gates.map((gate) => ({ gate, state: 'unreached' }))

/** Of several verdicts that say the same the last one counts: a wait is told anew whenever more arrives. */
function lastOfEach(told: readonly PlacedVerdict[]): readonly PlacedVerdict[] {
  const same = ({ verdict: a }: PlacedVerdict, b: Verdict | undefined) => a.gate === b?.gate && a.outcome === b.outcome
  return told.filter((one, i) => !same(one, told[i + 1]?.verdict))
}

const rowOf = ({ seq, verdict }: PlacedVerdict): GateRow => ({
  gate: verdict.gate,
  state: stateOf(verdict),
  verdict,
  seq,
})

export function stateOf({ outcome }: Pick<Verdict, 'outcome'>): GateState {
  if (['skip', 'drop', 'ignored', 'duplicate', 'exhausted', 'stopped', 'command', 'withdrawn'].includes(outcome))
    return 'stopped'
  if (outcome === 'failed') return 'failed'
  return ['wait', 'hold', 'yield', 'retry', 'superseded', 'restart'].includes(outcome) ? 'waited' : 'passed'
}
