// What one bot made of one message, as its verdicts tell: its answer, with the work behind it, or why there is none.
import {
  isCommand,
  isGivenUp,
  isNotServed,
  isRefusal,
  isReplied,
  isTurnEnd,
  isTurnStart,
} from '../../../machines/group/verdicts/kinds.ts'
import type { BotVerdict } from '../../channels/web/event-stream.ts'

/** answered: what it has to say is posted. silent: it says nothing, and `why` tells the reason. */
export type Outcome = { is: 'answered' } | { is: 'silent'; why: BotVerdict }

interface Reading {
  /** A turn with the message in it is under way. */
  isOpen: boolean
  refusal?: BotVerdict | undefined
  /** detached: the turn waits for it no more; reporting: its answer waits for a turn of its own. */
  work: 'none' | 'running' | 'detached' | 'reporting'
}

const ends = new Set(['answered', 'exhausted', 'stopped', 'failed'])

/** Ids; `verdicts`: of the room, the oldest first. undefined: it is not done with the message yet. */
export function answerIn(
  verdicts: readonly BotVerdict[],
  { bot, message }: { bot: string; message: string },
): Outcome | undefined {
  let reading: Reading = { isOpen: false, work: 'none' }
  for (const verdict of verdicts) {
    if (verdict.bot !== bot) continue
    if (verdict.messages.includes(message)) {
      const outcome = withoutTurn(verdict)
      if (outcome) return outcome
    }
    const { outcome, ...next } = after(reading, verdict, message)
    if (outcome) return outcome
    reading = next
  }
  return undefined
}

/** A command is answered beside all turns; what is given up, or not served, gets none. */
function withoutTurn(verdict: BotVerdict): Outcome | undefined {
  if (isGivenUp(verdict) || isNotServed(verdict)) return { is: 'silent', why: verdict }
  if (verdict.gate !== 'control' || verdict.turn !== null || isCommand(verdict)) return undefined
  if (verdict.outcome === 'answered') return { is: 'answered' }
  return verdict.outcome === 'failed' ? { is: 'silent', why: verdict } : undefined
}

function after(reading: Reading, verdict: BotVerdict, message: string): Reading & { outcome?: Outcome } {
  const { gate, why } = verdict
  if (isTurnStart(verdict)) {
    const isOpen = verdict.messages.includes(message) && (reading.work === 'none' || why === 'runReported')
    return { ...reading, isOpen, refusal: undefined }
  }
  if (gate === 'work') return afterWork(reading, verdict)
  if (!reading.isOpen) return reading
  if (gate === 'compose' && why === 'toolsCalled') return { ...reading, work: 'running' }
  if (isTurnEnd(verdict)) return closed(reading, verdict)
  return isRefusal(verdict) ? { ...reading, refusal: verdict } : reading
}

/** The turn that reports the work is the last one. */
function closed({ work, refusal }: Reading, verdict: BotVerdict): Reading & { outcome?: Outcome } {
  if (work === 'running' || work === 'detached') return { isOpen: false, work }
  const outcome: Outcome = isReplied(verdict) ? { is: 'answered' } : { is: 'silent', why: refusal ?? verdict }
  return { isOpen: false, work: 'none', outcome }
}

function afterWork(reading: Reading, verdict: BotVerdict): Reading & { outcome?: Outcome } {
  if (reading.work === 'none') return reading
  if (verdict.outcome === 'detached') return { ...reading, work: 'detached' }
  if (!ends.has(verdict.outcome)) return reading
  const hasAnswer = Number(verdict.numbers?.['chars'] ?? 0) > 0
  const isWaited = reading.work === 'running' && reading.isOpen
  if (hasAnswer) return { ...reading, work: isWaited ? 'none' : 'reporting' }
  if (isWaited) return { ...reading, work: 'none', refusal: verdict }
  return { isOpen: false, work: 'none', outcome: { is: 'silent', why: verdict } }
}
