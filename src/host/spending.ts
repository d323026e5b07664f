// What a verdict costs, what the ledger keeps of a step, and what was spent as far as it can be read (U3, U4).
import type { Verdict } from '../../machines/group/types.ts'
import { isReplied, isSend, isTurnEnd } from '../../machines/group/verdicts/kinds.ts'
import type { Log } from '../config/log.ts'
import { partsOf } from '../room/key.ts'
import { type Step, verdictsOf } from '../room/steps.ts'
import type { StoreLedger } from '../store/ledger.ts'

export const spendingOf = (verdict: Verdict) => ({
  messages: isSend(verdict) ? 1 : 0,
  tokens: verdict.tokens ?? 0,
})

/** U4: a ledger that cannot be read counts as spent. */
export function spentOf<T>(read: () => T, log: Log): T | undefined {
  try {
    return read()
  } catch (error) {
    log.error({ error: String(error) }, 'the books cannot be read: every bot stays silent until they can')
    return undefined
  }
}

/** Replies before they are posted, and what verdicts cost; within the transaction of the step. */
export function recordInLedger(ledger: StoreLedger, step: Step): void {
  const { bot } = partsOf(step.key)
  for (const { input } of step.started.filter(({ src }) => src === 'deliver')) {
    ledger.queueReply(step.actor, step.at, input as { key: string; turn: number; text: string; type: string })
  }
  for (const verdict of verdictsOf(step)) {
    const { messages, tokens } = spendingOf(verdict)
    if (messages + tokens > 0) {
      ledger.spend(bot, verdict.at, messages, tokens)
      ledger.spendFor(bot, verdict.askers ?? [], verdict.at, messages, tokens)
    }
    const { person, freesInMs } = verdict.why === 'personLimit' ? (verdict.numbers ?? {}) : {}
    if (person !== undefined && freesInMs !== undefined)
      ledger.refuse(bot, String(person), verdict.at + Number(freesInMs))
    if (isTurnEnd(verdict) && verdict.turn !== null) {
      ledger.settleReply(step.actor, verdict.turn, isReplied(verdict) ? 'sent' : 'dropped', sentId(step))
    }
  }
}

const sentId = ({ event }: Step): string | null => (event as { output?: { id?: string } }).output?.id ?? null
