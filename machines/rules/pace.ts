// How long a draft waits before it is sent, as a person would (L1, L2).
import type { DelayHint, GroupSettings } from '../group/settings.ts'
import { draw } from './random.ts'

/** The pause in ms and the next seed. `isAlone`: one judgement of the room chose this bot, and no other waits to be first. */
export function typingDelayFor(
  delay: GroupSettings['delay'],
  wish: { hint: DelayHint; relevance?: number; isAlone?: boolean },
  seed: number,
): { ms: number; seed: number } {
  const random = draw(seed)
  if (delay.pace === 'colleague') {
    const [soon, late] = delay.colleagueMs
    // Unranked wishes stand in the middle.
    const relevance = Math.min(1, Math.max(0, wish.relevance ?? 0.5))
    const ranked = late - (late - soon) * relevance
    const spread = wish.isAlone ? 0 : tieShare * random.value
    return { ms: Math.round(Math.min(late, ranked + (late - soon) * spread)), seed: random.seed }
  }
  const [soon, late] = delay[`${wish.hint}Ms`]
  const share = wish.isAlone ? aloneShare : 1
  return { ms: Math.round(soon + (late - soon) * share * random.value), seed: random.seed }
}

/** Of the span: equals must not speak in the same moment, and who is clearly better suited still goes first. */
const tieShare = 0.25
/** Of the span: of several that draw, the first one draws less than one alone. */
const aloneShare = 0.75
