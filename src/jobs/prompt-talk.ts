// What both jobs need to ask a model: their parts, and the talk cut to what the reservation leaves (U2).
import type { ComposeInput, DecideInput } from '../../machines/group/children.ts'
import type { PromptSettings } from '../../machines/group/settings.ts'
import type { Recent } from '../language/repetition.ts'
import { type ChatAnswer, type ChatMessage, type ChatModel, type ChatRequest, ModelError } from '../llm/model.ts'
import { estimateRequest, estimateTokens } from '../language/tokens.ts'
import type { DecisionMode } from '../prompt/decision-prompt.ts'
import type { BotProfile } from '../prompt/identity.ts'
import { machineTimeZone } from '../prompt/local-time.ts'
import type { Forgotten, Hands, PromptBase, PromptFrame } from '../prompt/prompt-parts.ts'
import type { RosterMember } from '../prompt/roster.ts'
import { type PromptMessage, type RecalledLine, type Talk, talkBlock, type TalkOf } from '../prompt/talk.ts'
import type { Attached, Attachments } from './attachments/attachments.ts'
import type { AttachmentLimits } from './attachments/senses.ts'
import type { Hooks } from '../tools/hooks/hooks.ts'
import type { Registry } from '../tools/registry.ts'
import { knownTo, labelled, marked } from './marked-talk.ts'
import { talkSince, upTo } from './run/talk-since.ts'
import type { PlaceTexts } from './run/view.ts'
import { overheadOf } from './prompt-overhead.ts'
import type { TextCommands } from './run/line-calls.ts'
import { withinBytes } from './within-bytes.ts'

export interface JobDeps {
  model: ChatModel
  /** As its persona file is now (P5). */
  profile: () => BotProfile
  roster: () => readonly RosterMember[]
  /** How the prompts of a group are written. */
  prompt: (group: string) => PromptSettings
  talk: TalkOf
  /** The last ten own replies, and the last ten messages of peers, of the last minutes (T5). */
  recentReplies: (group: string) => Recent
  /** What is known beyond the talk shown: a note of the room, and lines of long ago, the best first. */
  memory?: {
    note: (group: string) => string | undefined
    /** Of its work with tools: the last summary, while no note has it, and facts, the newest first. */
    work?: (group: string, oneToOne: boolean) => string | undefined
    facts?: (group: string, oneToOne: boolean) => readonly string[]
    recall: (group: string, input: DecideInput | ComposeInput) => readonly RecalledLine[]
    /** What was forgotten because the lines with these ids ask for it. */
    forgot?: (group: string, ids: readonly string[]) => Forgotten | undefined
  }
  /** Those that there are; absent: none. */
  tools?: Registry
  /** Users' modules around its calls; absent: there are none. */
  hooks?: Hooks
  /** Who in the room has some; undefined: nobody. */
  hands?: (place: { group: string; oneToOne: boolean }) => Hands | undefined
  /** Notes and skills of the place; absent: there are none. */
  texts?: PlaceTexts | undefined
  /** Lines of its text that are commands are run, or left out; absent: they are talk. */
  textCommands?: TextCommands
  /** What messages carry beside their words; absent: it stays with their channels. */
  attachments?: Attachments
  attachmentLimits?: (group: string) => AttachmentLimits
  /** How far times of the service are ahead of the wall clock, ms: prompts tell the time as people do. */
  ahead?: () => number
  mode: DecisionMode
}

export interface JobContext {
  signal: AbortSignal
  /** Told what a call may have cost, before each of its tries leaves. */
  mayCost?: NonNullable<ChatRequest['mayCost']>
  bot: string
  group: string
  /** Absent: a group of several. */
  oneToOne?: boolean
}

/** The messages of a request, and the lines of talk in it by the labels that the model knows them by. */
export interface FittedTalk {
  messages: ChatMessage[]
  lines: Map<string, PromptMessage>
  /** Ids of lines that a summary knows. */
  known?: ReadonlySet<string>
}

/** A tokenizer of theirs may count so much more than our estimate. */
const safety = 1.25
export const leastTalkTokens = 40
/** With less than this a note of the room stays out. */
const usualTalkTokens = 150

/** What the prompts of both calls are made of. */
export function promptBase(
  deps: JobDeps,
  input: DecideInput | ComposeInput,
  { group, oneToOne = false }: JobContext,
): PromptBase {
  const { style, timeZone } = deps.prompt(group)
  const isReply = 'maxChars' in input
  return {
    profile: deps.profile(),
    roster: deps.roster(),
    style,
    ...(timeZone !== undefined && { timeZone }),
    situation: input.situation,
    requested: input.addressed.length > 0,
    at: input.at - (deps.ahead?.() ?? 0),
    note: deps.memory?.note(group),
    work: deps.memory?.work?.(group, oneToOne),
    facts: isReply ? deps.memory?.facts?.(group, oneToOne) : undefined,
    hands: isReply ? deps.hands?.({ group, oneToOne }) : undefined,
    forgot: deps.memory?.forgot?.(group, input.asked),
    count: estimateTokens,
  }
}

interface FittedFrame {
  base: PromptBase
  frame: PromptFrame
  /** Tokens that are left beside it. */
  room: number
}

/**
 * `prompt` writes what stands around the talk: once, and again without what is remembered where that left the talk no room. Throws a
 * ModelError `failed`, at no charge, when the reservation leaves no room for any talk.
 */
export function fitFrame(
  deps: JobDeps,
  input: DecideInput | ComposeInput,
  whole: PromptBase,
  prompt: (base: PromptBase) => PromptFrame,
): FittedFrame {
  let base = whole
  let frame = prompt(base)
  let room = roomBeside(deps, input, frame)
  // No reservation counts on what is remembered: where it leaves no room for the talk, the talk goes first.
  if (room < usualTalkTokens && remembers(base)) {
    base = { ...whole, note: undefined, work: undefined, facts: undefined }
    frame = prompt(base)
    room = roomBeside(deps, input, frame)
  }
  if (room < leastTalkTokens) {
    throw new ModelError('failed', { why: 'noRoomForTalk', numbers: { maxTokens: input.maxTokens } }, 0)
  }
  return { base, frame, room }
}

const remembers = ({ note, work, facts = [] }: PromptBase): boolean =>
  note !== undefined || work !== undefined || facts.length > 0

/** What else stands in a request, and is known before the talk, which leaves it room. */
interface Beside extends Pick<ChatRequest, 'tools'> {
  /** Messages behind the talk. */
  after?: readonly ChatMessage[]
  /** Id of the last line that a summary in it knows: no more of the talk up to there is shown than the lines to answer. */
  since?: string | undefined
}

/** Throws as `fitFrame` does. */
export function fitTalk(
  deps: JobDeps,
  input: DecideInput | ComposeInput,
  context: JobContext,
  whole: PromptBase,
  prompt: (base: PromptBase) => PromptFrame,
  attached?: Attached,
  beside: Beside = {},
): FittedTalk {
  const { base, frame, room } = fitFrame(deps, input, whole, prompt)
  const draft = 'draft' in input ? input.draft : undefined
  const { after = [], tools = [], since } = beside
  const targets = targetsIn(input)
  const all = marked(knownTo(draft, deps.talk(context.group, input.batch)), input, base.style)
  const talk = talkSince(all, since, targets)
  const asPeopleTell = earlierBy(input.at - whole.at)
  const shown = {
    style: base.style,
    talk: asPeopleTell.talk(talk),
    targets,
    ...(draft !== undefined && { draft: draft.text }),
    tellsAgain: 'maxChars' in input,
    recalled: asPeopleTell.lines(deps.memory?.recall(context.group, input) ?? []),
    at: base.at,
    timeZone: base.timeZone ?? machineTimeZone(),
    profile: base.profile,
    roster: base.roster,
    count: estimateTokens,
  }
  const left = room - (attached?.tokens ?? 0) - estimateRequest(after, tools)
  const most = Math.min(Math.max(leastTalkTokens, left), input.maxTalkTokens)
  const { system, header, footerFor } = frame
  return withinBytes(deps.prompt(context.group).maxBytes, most, (allowance) => {
    const { text, lines } = talkBlock({ ...shown, allowance })
    const footer = footerFor(labelled(targets, lines))
    const content = (words: string): string => [header, text, words, footer].filter(Boolean).join('\n')
    const labels = attached && new Map([...lines].map(([label, { id }]) => [id, label]))
    const carried = attached?.words((id) => labels?.get(id)) ?? { text: '' }
    const user = {
      role: 'user' as const,
      content: content(carried.text),
      ...(carried.blind !== undefined && { pictures: attached?.pictures ?? [], blind: content(carried.blind) }),
    }
    return {
      messages: [{ role: 'system', content: system }, user, ...after],
      tools,
      lines,
      talk: text,
      ...(since !== undefined && { known: upTo(all, since) }),
    }
  })
}

/** Tokens that a reservation leaves for the lines of talk beside such a prompt. */
export const roomBeside = (
  { model }: Pick<JobDeps, 'model'>,
  { maxTokens, maxOutputTokens }: Pick<DecideInput, 'maxTokens' | 'maxOutputTokens'>,
  frame: PromptFrame,
): number => Math.floor((maxTokens - maxOutputTokens) / safety) - overheadOf(frame) - (model.thoughtTokens?.() ?? 0)

/** Lines of the service's times as they stand on people's clocks. */
export function earlierBy(ms: number) {
  const lines = <L extends { ts: number }>(all: readonly L[]): L[] =>
    ms === 0 ? [...all] : all.map((line) => ({ ...line, ts: line.ts - ms }))
  const talk = ({ before, batch, after, linked }: Talk): Talk => ({
    before: lines(before),
    batch: lines(batch),
    after: lines(after),
    ...(linked && { linked: lines(linked) }),
  })
  return { lines, talk: (all: Talk): Talk => (ms === 0 ? all : talk(all)) }
}

/** The lines that must stand there: what the answer is for, else what speaks to the bot. */
export function targetsIn(input: DecideInput | ComposeInput): readonly string[] {
  const { targets = [], asked, mentioned } = input
  return targets.length > 0 ? targets : [...new Set([...asked, ...mentioned])]
}

/** The signal that ends a call, and who is told what it may have cost. */
export const heeding = ({ signal, mayCost }: JobContext): Pick<ChatRequest, 'signal' | 'mayCost'> => ({
  signal,
  ...(mayCost && { mayCost }),
})

/** What a call is charged with: what its model says it cost, else all that was held for it (U3). */
export function chargedTokens(answer: ChatAnswer, input: { maxTokens: number }): number {
  return answer.tokens ?? input.maxTokens
}

/** Runs a reader of an answer; when it fails, the error carries the tokens that the answer cost. */
export function chargeFailures<T>(answer: ChatAnswer, input: { maxTokens: number }, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    throw new ModelError(error.kind, error, error.tokens ?? chargedTokens(answer, input))
  }
}
