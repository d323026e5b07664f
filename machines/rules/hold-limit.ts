// For how long a request can be held before its reply would come too late (L6).
import type { GroupSettings } from '../group/settings.ts'

/** ms, from the request: until its reply would expire, less what the turn itself takes. */
export const longestHoldMs = (settings: GroupSettings, isJudged: boolean): number =>
  settings.delivery.expiryMs - turnMs(settings, isJudged)

/** What a turn takes from its start to its send, ms: its calls, as they usually are, and its pause at the longest. */
function turnMs({ delay, decision, reply }: GroupSettings, isJudged: boolean): number {
  const judging = isJudged ? Math.min(usualCallMs, decision.modelTimeoutMs) : 0
  // Who asks the bot without its being judged is not kept waiting (L1).
  const [, pause] = delay.pace === 'colleague' ? delay.colleagueMs : isJudged ? delay.normalMs : delay.fastMs
  return judging + Math.min(usualCallMs, reply.modelTimeoutMs) + pause
}

const usualCallMs = 5_000
