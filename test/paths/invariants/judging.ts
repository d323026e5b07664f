// Which batches are judged, how often, and what a judgement allows (D1, I1–I7, V6, X3).
import {
  type Invariant,
  isForOthers,
  isModelCall,
  isPressing,
  isPromising,
  isRequest,
  isUnjudged,
  oneWord,
  type Sight,
  type Story,
  vitalityOf,
} from './story.ts'

/** The first model call since the turn started, or started over: the gates that cost nothing come right before it. */
const isFirstCall = ({ turn }: Story, sight: Sight): boolean =>
  sight.kind === 'started' && isModelCall(sight.id) && turn?.calls === 0

export const judging: Invariant[] = [
  {
    says: 'a batch is judged once, and again only when the turn started over or a crash cut the judgement off',
    broken: ({ turn }, sight) =>
      sight.kind === 'started' && sight.id === 'decide' && (turn?.decides ?? 0) > (turn?.again ?? -1)
        ? `judgement ${(turn?.decides ?? 0) + 1} of turn ${turn?.n}`
        : undefined,
  },
  {
    says: 'a message is in one turn alone, and what asks the model knows the whole batch',
    broken({ turn, waiting }, sight) {
      if (sight.kind === 'started' && isModelCall(sight.id)) {
        const [asked, batch] = [sight.input.batch?.join(), turn?.batch.map(({ id }) => id).join()]
        return asked === batch ? undefined : `${sight.id} is asked about ${asked}, the batch is ${batch}`
      }
      if (sight.kind !== 'verdict' || sight.verdict.gate !== 'dispatch') return undefined
      const { outcome, messages } = sight.verdict
      if (outcome !== 'start' && outcome !== 'restart') return undefined
      if (sight.verdict.why === 'runReported') return undefined
      const before = outcome === 'restart' ? (turn?.batch.map(({ id }) => id) ?? []) : []
      const known = new Set([...before, ...waiting.map(({ message }) => message.id)])
      const strange = messages.filter((id) => !known.has(id))
      const gone = before.filter((id) => !messages.includes(id))
      return strange.length + gone.length > 0 ? `${strange.join()} is not waiting, ${gone.join()} is lost` : undefined
    },
  },
  {
    says: 'fail closed: a reply is written only where the judgement says so, for who asks by name, or where nothing is judged',
    broken: (story, sight) =>
      sight.kind === 'started' && sight.id === 'compose' && !story.turn?.allowed && !isUnjudged(story)
        ? 'a reply is written although nothing allows it'
        : undefined,
  },
  {
    says: 'who is judged to be answered is answered, unless a verdict says why not',
    broken({ turn, jobs }, sight) {
      if (sight.kind !== 'verdict' || sight.verdict.gate !== 'decide' || !turn?.decision) return undefined
      if ('decide' in jobs || sight.verdict.outcome === 'failed') return undefined
      const isReply = sight.verdict.outcome === 'reply'
      return isReply === turn.allowed ? undefined : `the verdict is ${sight.verdict.outcome}: ${sight.verdict.why}`
    },
  },
  {
    says: 'where a judgement is due none is left out, and where none is due the model is not asked for one',
    broken(story, sight) {
      if (!isFirstCall(story, sight) || sight.kind !== 'started') return undefined
      const isNamed = story.turn?.batch.some(({ mentioned, asked }) => mentioned || asked === 'alone')
      const expected = isUnjudged(story) || isNamed ? 'compose' : 'decide'
      return sight.id === expected ? undefined : `${sight.id} is asked instead of ${expected}`
    },
  },
  {
    says: 'talk among bots alone ends: by peers in a row, by replies to one of them, by all of them together',
    broken(story, sight) {
      const { turn, peers, own, pairs, input } = story
      if (!isFirstCall(story, sight) || !turn?.batch.every(({ kind }) => kind === 'peer')) return undefined
      const { maxBotTurns, maxPairTurns, maxRoomTurns } = input.settings.loop
      const senders = [...new Set(turn.batch.map(({ sender }) => sender))]
      const replies = senders.length === 1 ? (pairs[senders[0] ?? ''] ?? 0) : 0
      const isOver = peers > maxBotTurns || replies >= maxPairTurns || peers + own > maxRoomTurns
      return isOver ? `${peers} of peers, ${own} own, ${replies} to one of them` : undefined
    },
  },
  {
    says: 'no model is asked about what is for others, or has too little to do with the bot',
    broken(story, sight) {
      const { turn, input } = story
      if (!isFirstCall(story, sight) || !turn || isUnjudged(story) || turn.batch.some(isPressing)) return undefined
      const own = turn.batch.filter((ref) => !isForOthers(story, ref))
      const floor = input.settings.decision.relevanceFloor[vitalityOf(story, sight.at).state]
      if (own.length === 0) return 'all of the batch is for others'
      return Math.max(...own.map(({ relevance = 1 }) => relevance)) < floor ? 'its words are too far away' : undefined
    },
  },
  {
    says: 'where it holds back, no model is asked but for a request or a question of its field',
    broken(story, sight) {
      const { turn, input, hushed, waiting } = story
      if (!isFirstCall(story, sight) || !turn || isUnjudged(story) || turn.batch.some(isPressing)) return undefined
      if (!hushed && input.settings.talkativeness !== 'quiet') return undefined
      const talk = [...turn.batch, ...waiting.map(({ message }) => message)]
      const isOpen = talk.some(({ question, relevance = 0 }) => question && relevance >= oneWord)
      return isOpen ? undefined : 'nobody asked it anything'
    },
  },
  {
    says: 'after judgements for nothing the next one waits 15 s, 30 s, … unless lines pile up or are promising',
    broken(story, sight) {
      const { turn, input, skips, skippedAt, waiting } = story
      if (!isFirstCall(story, sight) || !turn || isUnjudged(story) || turn.batch.some(isPressing)) return undefined
      const { decision, dispatch, delivery, talkativeness } = input.settings
      if (talkativeness !== 'normal' || story.hushed || skips < 2 || turn.again > 0) return undefined
      const own = [...turn.batch, ...waiting.map(({ message }) => message)].filter((ref) => !isForOthers(story, ref))
      const isWorthIt = turn.batch.some((ref) => isPromising(story, ref))
      const isOld = turn.batch.every(({ ts }) => sight.at >= ts + delivery.expiryMs)
      if (own.length >= decision.pileUp || isWorthIt || isOld) return undefined
      const least = Math.min(dispatch.maxWaitMs, dispatch.backoffMs * 2 ** (skips - 2))
      const waited = sight.at - skippedAt
      return waited < least ? `${waited} of ${least} ms after ${skips} judgements for nothing` : undefined
    },
  },
  {
    says: 'unasked talk is judged when nobody has spoken for a while, when it piles up, or when it is promising',
    broken(story, sight) {
      const { turn, input, waiting, heard } = story
      if (!isFirstCall(story, sight) || !turn || isUnjudged(story) || turn.batch.some(isPressing)) return undefined
      const { decision } = input.settings
      if (input.settings.talkativeness === 'quiet' || story.hushed || turn.again > 0) return undefined
      const own = [...turn.batch, ...waiting.map(({ message }) => message)].filter((ref) => !isForOthers(story, ref))
      const isWorthIt = turn.batch.some((ref) => isPromising(story, ref))
      const last = heard.findLast(({ message }) => message.kind !== 'self')?.at ?? -Infinity
      const pileUp = input.settings.talkativeness === 'lively' ? Math.ceil(decision.pileUp / 2) : decision.pileUp
      if (own.length >= pileUp || isWorthIt || sight.at - last >= decision.lullMs) return undefined
      return `${own.length} lines, the last one ${sight.at - last} ms ago`
    },
  },
  {
    says: 'a model is told how lively the group is as anybody can count it, its own words and mentions too',
    broken(story, sight) {
      if (sight.kind !== 'started' || !sight.input.situation) return undefined
      const { messages, speakers, state } = vitalityOf(story, sight.at)
      const { turn, sends, input } = story
      const { situation: told } = sight.input
      const counted = {
        state,
        messages,
        speakers,
        mentions: turn?.batch.filter(({ mentioned }) => mentioned).length,
        own: sends.filter(({ at }) => at >= sight.at - input.settings.vitality.windowMs).length,
        ago: story.spokeAt === undefined ? -1 : Math.round((sight.at - story.spokeAt) / 1_000),
      }
      const heard = {
        state: told.state,
        messages: told.messages_in_5m,
        speakers: told.unique_speakers_in_5m,
        mentions: told.mention_count,
        own: told.my_messages_in_5m,
        ago: told.last_speak_ago,
      }
      const [a, b] = [JSON.stringify(heard), JSON.stringify(counted)]
      return a === b ? undefined : `told ${a}, counted ${b}`
    },
  },
  {
    says: 'what a brake against talk among bots counts can be counted again',
    broken({ turn, peers, own, pairs }, sight) {
      if (sight.kind !== 'verdict' || sight.verdict.gate !== 'loop' || !turn) return undefined
      const senders = [...new Set(turn.batch.map(({ sender }) => sender))]
      const counted: Record<string, number> = {
        botTurns: peers,
        roomTurns: peers + own,
        replies: senders.length === 1 ? (pairs[senders[0] ?? ''] ?? 0) : 0,
      }
      const wrong = Object.entries(sight.verdict.numbers ?? {}).find(([what, told]) => (counted[what] ?? told) !== told)
      return wrong ? `${wrong[0]} is ${counted[wrong[0]]}, not ${wrong[1]}` : undefined
    },
  },
  {
    says: 'a spent budget and a busy room make replies short, and only what is strongly relevant is answered at length',
    broken(story, sight) {
      if (sight.kind !== 'started' || sight.id !== 'compose' || !story.turn) return undefined
      const { type = 'short' } = sight.input
      const { limits } = story.input.settings
      const used = (['shortWindow', 'mediumWindow', 'longWindow'] as const).map((window) => {
        const { durationMs, maxMessages } = limits[window]
        return story.sends.filter(({ at }) => at > sight.at - durationMs).length / maxMessages
      })
      const isBusy = vitalityOf(story, sight.at).state === 'HEATED'
      const isRequested = story.input.oneToOne || story.turn.batch.some(isRequest)
      const isLong = type === 'long' && (isBusy || (story.turn.decision?.relevance ?? 0) < 0.8)
      const isTight = type !== 'short' && type !== 'reaction' && (Math.max(...used) >= 0.7 || (isBusy && !isRequested))
      return isLong || isTight ? `it may be ${type}` : undefined
    },
  },
]
