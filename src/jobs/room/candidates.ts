// The own bots of a room as one judgement sees them: who may speak now, who is answering what, and whose turn it is among equals.
import { targetsOf } from '../../../machines/group/call-inputs.ts'
import { blockBefore, policyOf } from '../../../machines/group/conditions.ts'
import type { GroupContext } from '../../../machines/group/context.ts'
import type { MessageRef } from '../../../machines/group/types.ts'
import { isForOthers } from '../../../machines/rules/for-others.ts'
import { seedOf } from '../../../machines/rules/random.ts'
import { isPressing } from '../../../machines/rules/requests.ts'
import type { BotProfile } from '../../prompt/identity.ts'

export interface BotCandidate {
  bot: string
  /** Its id on the channel. */
  ownId: string
  profile: BotProfile
  /** Its chart in the room as it stands; absent: it has heard nothing there. */
  chart: GroupContext | undefined
  /** An operator muted it there. */
  isMuted?: boolean
  /** What it has noted there, an item each; absent: it keeps no notes. */
  noted?: () => readonly string[]
}

/** A turn that has a judgement, a draft or a request: what it is about is being answered. */
const isAnswering = ({ turn }: GroupContext): boolean =>
  turn !== undefined && (turn.decision !== undefined || turn.draft !== undefined || turn.batch.some(isPressing))

/** What nobody addressed to the bot, and it has not judged yet. */
export function unjudgedBy(chart: GroupContext): MessageRef[] {
  const inTurn = chart.turn && !isAnswering(chart) ? chart.turn.batch : []
  return [...inTurn, ...chart.queue.pending, ...chart.queue.buffer].filter(
    (ref) => !isPressing(ref) && !isForOthers(ref, chart.input.settings.decision),
  )
}

/** Its chart would let it speak of itself, can pay for a reply, and has one of these lines still before it. */
export function maySpeak({ chart, isMuted }: BotCandidate, fresh: ReadonlySet<string>, at: number): boolean {
  if (!chart) return false
  const { settings } = chart.input
  return (
    settings.enabled &&
    settings.decision.enabled &&
    policyOf(chart) === 'auto' &&
    !isMuted &&
    chart.input.paused !== true &&
    unjudgedBy(chart).some(({ id }) => fresh.has(id)) &&
    blockBefore(chart, at, ['compose']) === undefined
  )
}

/** Lines that are with a bot already, by id: it is answering them, or they are put to it. */
export function takenLines(candidates: readonly BotCandidate[]): Map<string, string> {
  const taken = new Map<string, string>()
  for (const { chart, profile } of candidates) {
    if (!chart) continue
    const answered = isAnswering(chart) ? targetsOf(chart) : []
    const put = [...(chart.turn?.batch ?? []), ...chart.queue.pending, ...chart.queue.buffer].filter(isPressing)
    for (const id of [...answered, ...put.map((ref) => ref.id)]) if (!taken.has(id)) taken.set(id, profile.name)
  }
  return taken
}

/** Whoever spoke longest ago first; equals in an order that each talk draws anew. */
export function tiesOf(candidates: readonly BotCandidate[], talk: string): BotCandidate[] {
  const drawn = candidates.map((candidate) => ({
    candidate,
    spoke: candidate.chart?.self.lastSpokeAt ?? 0,
    draw: seedOf(candidate.bot, seedOf(talk)),
  }))
  return drawn.toSorted((a, b) => a.spoke - b.spoke || a.draw - b.draw).map(({ candidate }) => candidate)
}

/** A bot that was given a line has it before it still, is answering it, or has spoken since. */
export function isOnItsWay({ chart }: BotCandidate, line: string | undefined, since: number): boolean {
  if (!chart) return false
  if ((chart.self.lastSpokeAt ?? -Infinity) >= since || chart.turn !== undefined) return true
  return [...chart.queue.pending, ...chart.queue.buffer].some(({ id }) => line === undefined || id === line)
}
