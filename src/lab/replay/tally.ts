// Counts a replay's trace into its summary.
import type { Vitality } from '../../../machines/group/settings.ts'
import {
  callsIn,
  isBudgets,
  isComposition,
  isDecision,
  isFlush,
  isRefusal,
  isRejudgement,
  isTurnOpening,
} from '../../../machines/group/verdicts/kinds.ts'
import { count, sum } from '../counting.ts'
import type { TraceLine } from '../virtual/trace.ts'

export function makeTally() {
  const vitality: Record<Vitality, number> = { DORMANT: 0, COOLING: 0, ACTIVE: 0, HEATED: 0 }
  const counts = {
    others: 0,
    mentions: 0,
    batches: 0,
    dispatches: 0,
    decisions: 0,
    rejudgements: 0,
    compositions: 0,
    replies: 0,
    tokens: 0,
  }
  /** Every model call, by the gate that asked. */
  const calls: Record<string, number> = {}
  const skips: Record<string, number> = {}
  const budget: Record<string, number> = {}
  return {
    see(line: TraceLine): void {
      if (line.kind === 'send') counts.replies += 1
      if (line.kind === 'message') {
        counts.others += 1
        vitality[line.vitality] += 1
        if (line.mentioned) counts.mentions += 1
      }
      if (line.kind !== 'verdict') return
      const { gate, tokens = 0, numbers } = line
      counts.tokens += tokens
      if (callsIn(line) > 0) count(calls, gate, callsIn(line))
      if (isFlush(line)) counts.batches += 1
      if (isTurnOpening(line)) counts.dispatches += 1
      if (isDecision(line)) counts.decisions += 1
      if (isRejudgement(line)) counts.rejudgements += 1
      if (isComposition(line)) counts.compositions += 1
      if (isRefusal(line)) count(skips, gate)
      if (isBudgets(line) && numbers) {
        const { window, what, path } = numbers
        count(budget, `${window} window, ${what}, before ${path}`)
      }
    },
    counts() {
      const callsPerMessage = Number((sum(Object.values(calls)) / Math.max(1, counts.others)).toFixed(4))
      return { ...counts, calls, callsPerMessage, vitality, skips, budget }
    },
  }
}
