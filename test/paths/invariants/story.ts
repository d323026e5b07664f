// What an observer outside of the chart knows of a group: events, verdicts and jobs with their times, never a state.
import type { Decision, Situation } from '../../../machines/group/children.ts'
import type { GroupInput, GroupPolicy, ReplyType } from '../../../machines/group/settings.ts'
import type { MessageRef, Verdict } from '../../../machines/group/types.ts'
import type { PathEvent } from '../path-event.ts'

/** One thing that can be seen, in the order of a step: its event, what followed from it, and that the step is over. */
export type Sight =
  | { kind: 'event'; at: number; event: PathEvent }
  | { kind: 'verdict'; at: number; verdict: Omit<Verdict, 'at'> }
  | { kind: 'started'; at: number; id: string; input: JobInput }
  | { kind: 'stopped'; at: number; id: string }
  /** What it invokes is told something. */
  | { kind: 'told'; at: number; id: string; event: PathEvent }
  | { kind: 'rest'; at: number }

/** What the observer reads of the questions to model and channel. */
export interface JobInput {
  batch?: string[]
  situation?: Situation
  maxTokens?: number
  timeoutMs?: number
  key?: string
  text?: string
  type?: ReplyType
  replyTo?: string
  messages?: string[]
  tools?: string[]
  askers?: string[]
  allowance?: number
}

export interface Job {
  at: number
  tokens: number
}

export interface Draft {
  text: string
  at: number
  similarity: number
  /** What a run came to, or that it takes longer. */
  of?: 'answer' | 'notice'
  /** The pause that was told for it, ms. */
  waitMs?: number
}

export interface TurnSeen {
  n: number
  /** When it started, or started over. */
  startedAt: number
  batch: readonly MessageRef[]
  /** What others said since, and how much of it the last judgement before sending knew. */
  since: readonly MessageRef[]
  known: number
  /** Model calls since it started, or started over; and whether anything of it was a dispatch (D3). */
  calls: number
  cost: boolean
  decides: number
  /** Times that it started over, and judgements that a crash cut off. */
  again: number
  superseded: number
  /** A judgement, or its being asked, allows a reply. */
  decision?: Decision
  allowed: boolean
  draft?: Draft
  rejudgedAt?: number
  /** Judgements of the draft before sending. */
  rejudges: number
  /** The judgement before sending said no, or failed. */
  dropped: boolean
  /** An operator dropped its reply. */
  stopped: boolean
  /** Something other than its pause kept the draft. */
  kept: boolean
  key?: string
  tries: number
  triedAt?: number
  sent: boolean
  /** A verdict told why nothing is sent. */
  told: boolean
  signed: readonly string[]
  /** It waits for tools: what it says when they take longer. */
  working?: string | undefined
  /** It says what a run came to, which ended then. */
  isReport?: true
  workedUntil?: number
}

/** Tools at work, or done: then their answer waits for a turn. */
export interface RunSeen {
  startedAt: number
  batch: readonly MessageRef[]
  askers: readonly string[]
  decision?: Decision | undefined
  spent: number
  held: number
  isDetached?: true
  answer?: Draft
}

export interface Story {
  input: GroupInput
  at: number
  heard: readonly { at: number; message: MessageRef }[]
  /** Ids of what people said who are not served; `admitted`: those of them that a verdict tells of. */
  refused: readonly string[]
  admitted: readonly string[]
  /** Ids of requests of people who have had their share of the day. */
  limited: readonly string[]
  /** Ids of messages that were withdrawn before they were answered, and who withdraws theirs in this step. */
  withdrawn: readonly string[]
  withdrawing: string | undefined
  /** Those of them that were in the buffer, as long as others are: when it is flushed was told by them, too. */
  leftBuffer: Story['waiting']
  /** In no turn yet; flushed: the buffer has handed it on. */
  waiting: readonly { at: number; message: MessageRef; flushed: boolean }[]
  turn: TurnSeen | undefined
  /** The turn under way when the step began. */
  turnBefore: number | undefined
  /** When the last turn ended that was a dispatch. */
  endedAt: number | undefined
  jobs: Readonly<Record<string, Job>>
  sends: readonly { at: number; askers: readonly string[] }[]
  spent: readonly (readonly [at: number, tokens: number])[]
  /** Tokens of calls that ended in this step, and those that its verdicts told. */
  settled: number
  told: number
  spokeAt: number | undefined
  muted: boolean
  paused: boolean
  hushed: boolean
  policy: GroupPolicy
  /** Until when another bot posts. */
  floorUntil: number
  floorBy: string | undefined
  /** Since a person spoke: peers' messages, own replies, and those to one peer alone. */
  peers: number
  own: number
  pairs: Readonly<Record<string, number>>
  run: RunSeen | undefined
  /** What runs cost, and whose they were. */
  runs: readonly { at: number; tokens: number; askers: readonly string[] }[]
  /** When the runs began of which a notice, or an answer, was posted. */
  posted: readonly string[]
  /** The step's event ends a run, or is said to it; and messages that a run was told of. */
  calledOff: boolean
  saidToRun: string | undefined
  steered: readonly string[]
  /** Who asked last, when, and how often within the minute, fractions included. */
  callers: Readonly<Record<string, { at: number; count: number }>>
  /** Judgements for nothing in a row, and when the last one was. */
  skips: number
  skippedAt: number
  keys: readonly string[]
}

export const firstStory = (input: GroupInput): Story => ({
  input,
  at: 0,
  heard: [],
  refused: [],
  admitted: [],
  limited: [],
  withdrawn: [],
  withdrawing: undefined,
  leftBuffer: [],
  waiting: [],
  turn: undefined,
  turnBefore: undefined,
  endedAt: undefined,
  jobs: {},
  sends: [],
  spent: [],
  settled: 0,
  told: 0,
  spokeAt: undefined,
  muted: false,
  paused: input.paused === true,
  hushed: false,
  policy: input.settings.policy,
  floorUntil: -Infinity,
  floorBy: undefined,
  peers: 0,
  own: 0,
  pairs: {},
  run: undefined,
  runs: [],
  posted: [],
  calledOff: false,
  saidToRun: undefined,
  steered: [],
  callers: {},
  skips: 0,
  skippedAt: -Infinity,
  keys: [],
})

export const isRequest = ({ kind, mentioned, asked }: MessageRef): boolean =>
  kind === 'person' && (mentioned || asked !== undefined)

/** A10: a person who speaks to the bot is waited for. */
export const isDebounced = ({ kind, mentioned }: MessageRef, { settings }: GroupInput): boolean =>
  kind === 'person' && mentioned && (settings.direct.debounceMs ?? 0) > 0

/** It waits for no cooldown: a request, a peer's mention, a question to the bots of the room (B4). */
export const isPressing = ({ mentioned, asked, toBots }: MessageRef): boolean =>
  mentioned || asked !== undefined || toBots === true

/** A person asks, and is no storm of requests. */
export const requestedByPerson = ({ input, turn, callers }: Story): boolean =>
  input.oneToOne ||
  (turn?.batch.some((ref) => isRequest(ref) && (callers[ref.sender]?.count ?? 0) <= input.settings.loop.maxMentions) ??
    false)

/** Somebody else is surely or probably meant. */
export function isForOthers({ input }: Story, ref: MessageRef): boolean {
  const { skipElsewhere, strongRelevance } = input.settings.decision
  if (!skipElsewhere || isPressing(ref)) return false
  return (
    ref.addressedToOther === true || (ref.continuesOtherExchange === true && (ref.relevance ?? 1) < strongRelevance)
  )
}

/** Worth a judgement at once: many words of the bot's field, a question with one of them, or nobody measured. */
export const isPromising = (story: Story, ref: MessageRef): boolean =>
  !isForOthers(story, ref) &&
  ((ref.relevance ?? 1) >= story.input.settings.decision.strongRelevance ||
    (ref.question === true && (ref.relevance ?? 0) >= oneWord))

/** One word of the bot's field. */
export const oneWord = 0.48

/** No model is asked before the reply: open groups, one-to-one chats (I7). */
export const isUnjudged = ({ input, policy }: Story): boolean =>
  input.oneToOne || policy === 'open' || !input.settings.decision.enabled

/** It heeds what others say: a call or a run is under way, or a draft waits or is judged. */
export const isListening = ({ turn, jobs }: Story): boolean =>
  turn !== undefined &&
  ('decide' in jobs || 'compose' in jobs || turn.working !== undefined || turn.draft !== undefined)

/** L6: from the newest message of the batch, or from the end of a run for it. */
export const expiryOf = ({ input }: Story, { batch, workedUntil = 0 }: TurnSeen): number =>
  Math.max(workedUntil, ...batch.map(({ ts }) => ts)) + input.settings.delivery.expiryMs

/** V4: nonsense and the far future count as now, what is older than the window as just within it. */
export function atSoundTime(message: MessageRef, at: number, { settings }: GroupInput): MessageRef {
  const { windowMs, maxAheadMs } = settings.vitality
  const isOdd = !Number.isFinite(message.ts) || message.ts <= 0 || message.ts > at + maxAheadMs
  return { ...message, ts: isOdd ? at : Math.max(message.ts, at - windowMs) }
}

/** V1, counted anew from everything that was heard. */
export function vitalityOf({ heard, input }: Story, at: number) {
  const { windowMs, maxEvents, coolingMessages, coolingSpeakers, activeMessages } = input.settings.vitality
  const within = heard
    .filter(({ message: { ts, kind } }) => kind !== 'self' && ts >= at - windowMs)
    .toSorted((a, b) => a.message.ts - b.message.ts)
    .slice(-maxEvents)
  const [messages, speakers] = [within.length, new Set(within.map(({ message }) => message.sender)).size]
  const isCooling = messages <= coolingMessages && speakers <= coolingSpeakers
  const state = messages === 0 ? 'DORMANT' : isCooling ? 'COOLING' : messages <= activeMessages ? 'ACTIVE' : 'HEATED'
  return { messages, speakers, state } as const
}

/** A count of requests that runs dry within a minute. */
export function called({ callers, at, input }: Story, sender: string): Story['callers'][string] {
  const { at: last, count } = callers[sender] ?? { at: -Infinity, count: 0 }
  const left =
    at - last < minute ? Math.min(count * (1 - (at - last) / minute), 2 * input.settings.loop.maxMentions) : 0
  return { at, count: left + 1 }
}

const minute = 60_000

export const isModelCall = (id: string): boolean => id === 'decide' || id === 'compose' || id === 'rejudge'

/** One promise about every life of a group. */
export interface Invariant {
  /** In one sentence. */
  says: string
  /** What breaks it, seen with the story up to then; undefined: nothing. */
  broken(story: Story, sight: Sight): string | undefined
}
