// What may be said, and when: never while it is silenced, late, unread, over others, or twice (L1–L6, S5, T5, U2).
import type { MessageRef } from '../../../machines/group/types.ts'
import {
  expiryOf,
  type Invariant,
  requestedByPerson,
  isModelCall,
  isPressing,
  isRequest,
  type Sight,
  type Story,
  type TurnSeen,
} from './story.ts'

const isFirstTry = ({ turn }: Story, sight: Sight): sight is Sight & { kind: 'started' } =>
  sight.kind === 'started' && sight.id === 'deliver' && turn?.tries === 0

/** A repetition that a person asked for is pointed at: a sign, which interrupts nobody. */
export const isPointing = (story: Story): boolean =>
  requestedByPerson(story) && (story.turn?.draft?.similarity ?? 0) >= story.input.settings.style.maxSimilarity

/** It may answer the batch, or adds to what was asked. */
export function mayMatter({ batch }: TurnSeen, message: MessageRef): boolean {
  const { kind, sender, replyTo, addressedToOther, continuesOtherExchange, closing } = message
  const isOthers = kind === 'peer' || !batch.some((ref) => ref.sender === sender)
  const isReply = batch.some(({ id }) => id === replyTo)
  const isMore =
    batch.some((ref) => ref.sender === sender && isRequest(ref)) &&
    !addressedToOther &&
    (!continuesOtherExchange || closing)
  return isOthers || isReply || isMore === true
}

/** No window is near its end: a judgement before sending is never left out for its price. */
export const isRich = ({ input, spent }: Story, now: number): boolean =>
  (['shortWindow', 'mediumWindow', 'longWindow'] as const).every((window) => {
    const { durationMs, maxTokens } = input.settings.limits[window]
    return spent.reduce((sum, [at, tokens]) => (at > now - durationMs ? sum + tokens : sum), 0) < maxTokens - 1_000
  })

/** Then who asked has the reply, however the talk goes on. */
export const mostRejudges = 2

export const sending: Invariant[] = [
  {
    says: 'while an operator keeps it silent, or it is switched off, no model is asked and nothing is begun',
    broken: ({ muted, paused, input }, sight) =>
      sight.kind === 'started' && (muted || paused || !input.settings.enabled) ? `${sight.id} is begun` : undefined,
  },
  {
    says: 'after an operator dropped its reply nothing more of a turn is begun',
    broken: ({ turn }, sight) =>
      sight.kind === 'started' && sight.id !== 'renewNote' && turn?.stopped ? `${sight.id} is begun` : undefined,
  },
  {
    says: 'under the policy "mention" nothing is asked or said unless the bot is mentioned',
    broken: ({ policy, turn, input }, sight) =>
      sight.kind === 'started' &&
      isModelCall(sight.id) &&
      turn?.calls === 0 &&
      policy === 'mention' &&
      !input.oneToOne &&
      !turn.batch.some(({ mentioned }) => mentioned)
        ? `${sight.id} is begun`
        : undefined,
  },
  {
    says: 'what is too old is neither answered nor sent; what may have been sent before is asked for once more',
    broken(story, sight) {
      if (sight.kind !== 'started' || !story.turn || !(isModelCall(sight.id) || sight.id === 'deliver'))
        return undefined
      if (sight.id !== 'deliver' && story.turn.calls > 0) return undefined
      const expiry = expiryOf(story, story.turn)
      const late = sight.at - expiry
      if (story.turn.tries > 0 && (story.turn.triedAt ?? Infinity) < expiry) return undefined
      return late >= 0 ? `${sight.id} is begun ${late} ms after its reply expired` : undefined
    },
  },
  {
    says: 'a key is sent for one turn alone, with the same key at every try, and never after it was posted',
    broken({ turn, keys }, sight) {
      if (sight.kind !== 'started' || sight.id !== 'deliver') return undefined
      const { key = '' } = sight.input
      if (turn?.sent) return `${key} is sent again after it was posted`
      if (turn?.key === undefined) return keys.includes(key) ? `${key} was used before` : undefined
      return turn.key === key ? undefined : `${key} after ${turn.key}`
    },
  },
  {
    says: 'what is sent is what the model wrote, whole or its beginning, and neither nothing nor what was said before',
    broken(story, sight) {
      if (sight.kind !== 'started' || sight.id !== 'deliver') return undefined
      const { draft } = story.turn ?? {}
      const { text = '' } = sight.input
      if (!draft || text.trim() === '') return `"${text}" is sent`
      if (isPointing(story)) return text === draft.text ? 'it is said again' : undefined
      if (draft.similarity >= story.input.settings.style.maxSimilarity) return 'repeated'
      return draft.text.startsWith(text) ? undefined : `"${text}" is sent instead of "${draft.text}"`
    },
  },
  {
    says: 'a draft waits the pause of its hint, or of its relevance, to the millisecond',
    broken(story, sight) {
      const { turn, input } = story
      if (sight.kind === 'verdict' && sight.verdict.gate === 'delay' && sight.verdict.outcome === 'wait' && turn) {
        const { delay } = input.settings
        const waitMs = Number(sight.verdict.numbers?.['waitMs'])
        const hint = turn.decision?.hint ?? (turn.batch.some(isPressing) ? 'fast' : 'normal')
        const [soon, late] = delay[`${hint}Ms`]
        const [least, most] = delay.colleagueMs
        const ranked = most - (most - least) * (turn.decision?.relevance ?? 0.5)
        const ofPace = Math.min(most, ranked + (most - least) / 4)
        const [from, to] = delay.pace === 'hint' ? [soon, late] : [ranked, ofPace]
        return waitMs >= Math.floor(from) && waitMs <= Math.ceil(to) ? undefined : `${waitMs} ms, not ${from} to ${to}`
      }
      if (sight.kind !== 'started' || (sight.id !== 'rejudge' && !isFirstTry(story, sight))) return undefined
      const { at = 0, waitMs = 0 } = turn?.draft ?? {}
      const isFree = turn?.kept === true || turn?.rejudgedAt !== undefined
      const waited = sight.at - at
      return waited < waitMs || (waited > waitMs && !isFree) ? `after ${waited} ms instead of ${waitMs}` : undefined
    },
  },
  {
    says: 'before a send the draft is judged again when somebody may have answered or added to it',
    broken(story, sight) {
      const { turn } = story
      if (!isFirstTry(story, sight) || !turn || turn.draft?.of === 'notice' || isPointing(story)) return undefined
      if (requestedByPerson(story) && (!isRich(story, sight.at) || turn.rejudges >= mostRejudges)) return undefined
      const unread = turn.since.slice(turn.known).filter((message) => mayMatter(turn, message))
      return unread.length > 0 ? `${unread.map(({ id }) => id).join()} was not read` : undefined
    },
  },
  {
    says: 'a draft that is old, or behind the talk, is judged again before it is sent',
    broken(story, sight) {
      const { turn, input } = story
      if (!isFirstTry(story, sight) || !turn?.draft || isPointing(story) || turn.rejudgedAt !== undefined)
        return undefined
      if (turn.draft.of === 'notice') return undefined
      if (requestedByPerson(story) && !isRich(story, sight.at)) return undefined
      const { maxAgeMs, maxMoved } = input.settings.delay
      const [age, moved] = [sight.at - turn.draft.at, turn.since.length]
      return age > maxAgeMs || moved > maxMoved + turn.known ? `${age} ms old, ${moved} messages later` : undefined
    },
  },
  {
    says: 'what the judgement before sending drops, or fails to judge, is not sent',
    broken: (story, sight) => (isFirstTry(story, sight) && story.turn?.dropped ? 'it was dropped' : undefined),
  },
  {
    says: 'nobody is spoken over: while another bot posts, a draft that nobody asked for waits',
    broken: (story, sight) =>
      isFirstTry(story, sight) && !requestedByPerson(story) && story.floorUntil > sight.at
        ? `another bot posts until ${story.floorUntil}`
        : undefined,
  },
  {
    says: 'a sign is asked for once a message, where the channel has signs, and only for requests',
    broken({ turn, input, waiting, limited }, sight) {
      if (sight.kind !== 'started' || sight.id !== 'sign') return undefined
      const refs = [...(turn?.batch ?? []), ...waiting.map(({ message }) => message)]
      const wrong = (sight.input.messages ?? []).filter(
        (id) =>
          turn?.signed.includes(id) || !(limited.includes(id) || refs.some((ref) => ref.id === id && isRequest(ref))),
      )
      return wrong.length > 0 || !input.canReact ? `a sign is asked for on ${sight.input.messages?.join()}` : undefined
    },
  },
  {
    says: 'a reply stands under a message of its batch, and where somebody asked under what they asked',
    broken({ turn }, sight) {
      if (sight.kind !== 'started' || sight.id !== 'deliver' || !turn) return undefined
      const named = turn.batch.filter(
        ({ mentioned, asked, kind }) => kind === 'person' && (mentioned || asked === 'alone'),
      )
      const senders = new Set(named.map(({ sender }) => sender))
      const own = named.length > 0 ? turn.batch.filter(({ sender }) => senders.has(sender)) : turn.batch
      return own.some(({ id }) => id === sight.input.replyTo) ? undefined : `under ${sight.input.replyTo}`
    },
  },
]
