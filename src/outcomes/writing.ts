// Whether a bot writes, as far as its verdicts tell: between the yes to a reply and its way out.
import type { Verdict } from '../../machines/group/types.ts'

const writing = new Set([
  'decide reply',
  'compose draft',
  'delay wait',
  'delay yield',
  'rejudge send',
  'rejudge shorten',
  'send retry',
])

/** Verdicts of one bot, oldest first. */
export function isWriting(verdicts: readonly Verdict[]): boolean {
  const last = verdicts.findLast(({ turn }) => turn !== null)
  return last !== undefined && writing.has(`${last.gate} ${last.outcome}`)
}
