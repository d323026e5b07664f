// One call that judges for all bots of a room: what is asked, and what stood in it.
import type { DecideInput } from '../../../machines/group/children.ts'
import { estimateTokens } from '../../language/tokens.ts'
import { type ChatRequest, ModelError } from '../../llm/model.ts'
import { roomSchema } from '../../llm/parse-room.ts'
import { machineTimeZone } from '../../prompt/local-time.ts'
import { othersThan, roomPrompt, type TakenLine } from '../../prompt/room-prompt.ts'
import { framed } from '../../prompt/prompt-parts.ts'
import { namesInRoom } from '../../prompt/shown-name.ts'
import { clipTokens } from '../../prompt/clip.ts'
import { type PromptMessage, type Talk, talkBlock } from '../../prompt/talk.ts'
import { earlierBy, type JobDeps, leastTalkTokens, roomBeside } from '../prompt-talk.ts'
import { withinBytes } from '../within-bytes.ts'
import { maySpeak, type BotCandidate, takenLines, tiesOf } from './candidates.ts'
import { notedBy } from './noted.ts'

/** Who asks, and for what. */
export interface Asking {
  bot: string
  input: DecideInput
}

/** What is remembered of a call for those who come later. */
export interface RoomCall {
  /** The bots that it judges for, without their charts: those of many calls would fill the memory. */
  bots: readonly Pick<BotCandidate, 'bot' | 'ownId' | 'profile'>[]
  /** When it was asked, ms. */
  at: number
  /** What its lines said, by their ids. */
  texts: ReadonlyMap<string, string>
  /** Times of the first and the last of them, ms. */
  from: number
  to: number
}

/** What is needed until it is answered. */
export interface OpenCall {
  call: RoomCall
  request: Omit<ChatRequest, 'signal'>
  /** Lines by the labels that the model knows them by. */
  lines: ReadonlyMap<string, PromptMessage>
  /** Ids of lines that a bot of the room is answering, is asked by, or has replied to. */
  taken: ReadonlySet<string>
}

/** Tokens of the answer for each further bot that may speak. */
const entryTokens = 30
/** Of what was said before the new lines so many are shown, and of each line so many tokens: profiles take the room. */
const mostBefore = 6
const longest = { before: 30, fresh: 100 }
/** Of the time of a judgement: the rest is for a bot's own call. */
const shareOfTime = 0.6

/**
 * `candidates`: the own bots of the room that share a model, and `others` of them that do not. The talk is read with the eyes
 * of the first who asks; the call fits into what is held for each of them alone. Undefined: nobody else may speak.
 * Throws a ModelError `failed`, at no charge, where no room is left for any talk.
 */
export function roomCall(
  deps: JobDeps,
  group: string,
  { sharing, others }: { sharing: readonly BotCandidate[]; others: readonly BotCandidate[] },
  asking: readonly [Asking, ...Asking[]],
): OpenCall | undefined {
  const [{ input }] = asking
  const candidates = [...sharing, ...others]
  const said = deps.talk(group, [...new Set(asking.flatMap((each) => each.input.batch))])
  const fresh = new Set([...said.batch, ...said.after].map(({ id }) => id))
  const isAsking = new Set(asking.map(({ bot }) => bot))
  const bots = sharing.filter((candidate) => isAsking.has(candidate.bot) || maySpeak(candidate, fresh, input.at))
  if (bots.length < 2) return undefined
  const taken = takenLines(candidates)
  const own = candidates.map(({ profile }) => profile)
  const at = input.at - (deps.ahead?.() ?? 0)
  const { timeZone = machineTimeZone(), maxBytes } = deps.prompt(group)
  const base = {
    bots: bots.map(({ profile, chart }) => ({ profile, ...(chart?.self.hushed && { hushed: true as const }) })),
    others: othersThan(own, deps.roster()),
    ties: tiesOf(bots, [...fresh].at(-1) ?? '').map(({ profile }) => profile.name),
    noted: notedBy(bots, [...said.batch, ...said.after], input.at),
    situation: input.situation,
    timeZone,
    at,
    count: estimateTokens,
  }
  const maxTokens = Math.min(...asking.map((each) => each.input.maxTokens))
  const maxOutputTokens = input.maxOutputTokens + entryTokens * (bots.length - 1)
  const mostTaken = Array.from(taken.values(), (by): TakenLine => ({ label: '999', by }))
  const room = roomBeside(deps, { maxTokens, maxOutputTokens }, framed(roomPrompt(base, mostTaken)))
  if (room < leastTalkTokens) throw new ModelError('failed', { why: 'noRoomForTalk', numbers: { maxTokens } }, 0)
  const asPeopleTell = earlierBy(input.at - at)
  const shown = {
    style: 'compact' as const,
    talk: asPeopleTell.talk(readByAll(said)),
    targets: [],
    recalled: asPeopleTell.lines(deps.memory?.recall(group, input) ?? []),
    at,
    timeZone,
    profile: deps.profile(),
    roster: deps.roster(),
    nameOf: namesInRoom(candidates, deps.roster(), estimateTokens),
    count: estimateTokens,
  }
  const { messages, lines } = withinBytes(maxBytes, Math.min(room, input.maxTalkTokens), (allowance) => {
    const { text, lines: labelled } = talkBlock({ ...shown, allowance })
    const answered = [...labelled].flatMap(([label, { id }]): TakenLine[] => {
      const by = taken.get(id)
      return by === undefined ? [] : [{ label, by }]
    })
    const { system, header, footer } = roomPrompt(base, answered)
    return {
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: [header, text, footer].join('\n') },
      ],
      lines: labelled,
      talk: text,
    }
  })
  const all = [...said.before, ...said.batch, ...said.after, ...(said.linked ?? [])]
  const isShown = new Set(Array.from(lines.values(), ({ id }) => id))
  const times = Array.from(lines.values(), ({ ts }) => ts + (input.at - at))
  return {
    request: {
      messages,
      maxTokens: maxOutputTokens,
      reservedTokens: maxTokens,
      format: 'json',
      schema: roomSchema,
      timeoutMs: Math.floor(shareOfTime * Math.min(...asking.map((each) => each.input.timeoutMs))),
    },
    call: {
      bots: bots.map(({ bot, ownId, profile }) => ({ bot, ownId, profile })),
      at: input.at,
      texts: new Map(all.filter(({ id }) => isShown.has(id)).map(({ id, text: whole }) => [id, whole])),
      from: Math.min(...times),
      to: Math.max(...times),
    },
    lines,
    taken: new Set([...taken.keys(), ...repliedTo(candidates, all)]),
  }
}

const repliedTo = (candidates: readonly BotCandidate[], lines: readonly PromptMessage[]): string[] => {
  const ours = new Set(candidates.map(({ ownId }) => ownId))
  return lines.flatMap(({ sender, own, replyTo }) =>
    replyTo !== undefined && (own || ours.has(sender)) ? [replyTo] : [],
  )
}

/** All that was said from the first line that somebody asks about is new, and nobody reads it as its own or as put to it. */
function readByAll({ before, batch, after, linked }: Talk): Talk {
  const plain = (lines: readonly PromptMessage[], most: number): PromptMessage[] =>
    lines.map(({ perhaps: _, ...line }) => {
      const text = clipTokens(line.text, most, estimateTokens)
      return {
        ...line,
        text,
        ...(text !== line.text && { cut: true as const }),
        mentioned: false,
        own: false,
        ...(line.own && { bot: true }),
      }
    })
  return {
    before: plain(before.slice(-mostBefore), longest.before),
    batch: plain([...batch, ...after], longest.fresh),
    after: [],
    ...(linked && { linked: plain(linked, longest.before) }),
  }
}
