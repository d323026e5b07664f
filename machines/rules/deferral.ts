// When waiting talk that nobody addressed to the bot is judged: what is strong at once, the rest together.
import type { GroupSettings, Talkativeness } from '../group/settings.ts'
import type { OwnState } from '../group/context.ts'
import type { MessageRef } from '../group/types.ts'
import { skipBackoffEnd } from './skip-backoff.ts'
import { isForOthers, ofField } from './for-others.ts'

export interface Waiting {
  /** Time order; `gathering`: still in the buffer, until `flushAt`, ms. */
  pending: readonly MessageRef[]
  gathering: readonly MessageRef[]
  flushAt: number
  /** When the last of it came, ms. */
  heardAt: number
  skipBackoff: OwnState['skipBackoff']
  talkativeness: Talkativeness
}

/** Nothing keeps it waiting. */
const now = -Infinity

/** Time of the judgement, ms. What no judgement is worth is due at once, too: its turn ends at a free gate. */
export function judgementDueAt(waiting: Waiting, settings: GroupSettings): number {
  const { pending, gathering, flushAt, talkativeness } = waiting
  const { decision } = settings
  const talk = [...pending, ...gathering]
  if (talkativeness === 'quiet') {
    const question = openQuestion(talk, decision)
    return question ? question.ts + decision.questionWaitMs : now
  }
  const concerning = pending.filter((ref) => !isForOthers(ref, decision))
  if (concerning.length === 0 || concerning.some((ref) => isPromising(ref, decision))) return now
  return Math.max(lullAt(waiting, talk, settings), flushAt)
}

/** What is not worth a look at once is judged when it has piled up, or when nobody speaks and no back-off runs. */
function lullAt(
  { heardAt, skipBackoff, talkativeness }: Waiting,
  talk: readonly MessageRef[],
  settings: GroupSettings,
) {
  const { decision, dispatch, delivery } = settings
  const isLively = talkativeness === 'lively'
  const concerning = talk.filter((ref) => !isForOthers(ref, decision))
  if (concerning.length >= (isLively ? Math.ceil(decision.pileUp / 2) : decision.pileUp)) return now
  // Then it is too old to be answered, and goes for nothing.
  const expiry = (talk.at(-1)?.ts ?? 0) + delivery.expiryMs
  // The more judgements were for nothing, the more lines are worth one; a question and a word of the field always are.
  const isWorthOne = concerning.length >= skipBackoff.skips || concerning.some((ref) => isOpening(talk, ref))
  if (!isWorthOne) return expiry
  const longest = isLively ? Math.min(dispatch.maxWaitMs, livelyWaitMs) : dispatch.maxWaitMs
  const end = Math.max(skipBackoffEnd(skipBackoff, { ...dispatch, maxWaitMs: longest }), heardAt + decision.lullMs)
  return Math.min(end, expiry)
}

/** A question that nobody else has said anything to since, or a word of the bot's field. */
export const isOpening = (talk: readonly MessageRef[], ref: MessageRef): boolean =>
  (ref.question === true && !isAnswered(talk, ref)) || (ref.relevance ?? 0) >= ofField

/** Its words alone make it worth a look: many of the bot's field, or a question with one of them; or nobody measured them. */
export const isPromising = (ref: MessageRef, decision: GroupSettings['decision']): boolean =>
  !isForOthers(ref, decision) && ((ref.relevance ?? 1) >= decision.strongRelevance || isOfField(ref))

/** The last question of the bot's field that nobody else has said anything to since. */
export function openQuestion(talk: readonly MessageRef[], decision: GroupSettings['decision']): MessageRef | undefined {
  return talk.findLast((ref) => isOfField(ref) && !isForOthers(ref, decision) && !isAnswered(talk, ref))
}

const isAnswered = (talk: readonly MessageRef[], question: MessageRef): boolean =>
  talk.slice(talk.indexOf(question) + 1).some((later) => answers(later, question))

const answers = (later: MessageRef, { id, sender }: MessageRef): boolean =>
  later.sender !== sender && (later.replyTo === id || later.question !== true)

/** A question with at least one word of the bot's field. */
const isOfField = ({ question, relevance = 0 }: MessageRef): boolean => question === true && relevance >= ofField

const livelyWaitMs = 60_000
