// What a reply's turn is about beside words: how much of its time and its tokens that may take, and what it cost.
import type { ComposeInput } from '../../../machines/group/children.ts'
import { type ChatAnswer, ModelError } from '../../llm/model.ts'
import { requestBytes } from '../../llm/request-bytes.ts'
import type { PromptBase, PromptFrame } from '../../prompt/prompt-parts.ts'
import { longestTargets } from '../../prompt/reply-prompt.ts'
import { fitFrame, type JobContext, type JobDeps, promptBase, targetsIn } from '../prompt-talk.ts'
import type { Attached } from './attachments.ts'
import { attachmentsOverhead } from './senses.ts'

export interface AttachedInTime extends Attached {
  tookMs: number
}

/** Of a reply's time, and ms: the model needs the rest. */
const share = 1 / 3
const longestMs = 15_000
/** The talk keeps so much of the room, or all that it may have. */
const shareOfTalk = 1 / 2
/** Bytes of a token of talk, as most are. */
const bytesOfToken = 8

/** Rejects as `fitFrame` throws, and for nothing else. */
export async function attachmentsFor(
  deps: JobDeps,
  input: ComposeInput,
  context: JobContext,
  frame: (base: PromptBase) => PromptFrame,
): Promise<AttachedInTime | undefined> {
  const limits = deps.attachmentLimits?.(context.group)
  if (!deps.attachments || !limits) return undefined
  const talk = deps.talk(context.group, input.batch)
  // A sign is given without having read anything.
  const readable = input.type === 'reaction' ? { ...limits, maxFileTokens: 0 } : limits
  const chosen = deps.attachments.choose(talk, targetsIn(input), readable)
  if (!chosen || (input.type === 'reaction' && chosen.picture.shown.length === 0)) return undefined
  const startedAt = performance.now()
  const { base, frame: around, room } = fitFrame(deps, input, promptBase(deps, input, context), frame)
  const senses = deps.attachments.senses(deps.model)
  const ofTalk = Math.min(input.maxTalkTokens, Math.floor(room * shareOfTalk))
  const timeout = AbortSignal.timeout(Math.min(longestMs, input.timeoutMs * share))
  const attached = await deps.attachments.gather(
    {
      talk,
      chosen,
      room: Math.min(attachmentsOverhead(limits, senses), room - ofTalk),
      bytes: bytesBeside(around, input.maxTalkTokens, deps.prompt(context.group).maxBytes),
      style: base.style,
      senses,
      limits,
    },
    { ...context, signal: AbortSignal.any([context.signal, timeout]) },
  )
  return { ...attached, tookMs: Math.ceil(performance.now() - startedAt) }
}

/** What such a prompt and its talk leave of the bytes of a request. */
function bytesBeside({ system, header, footerFor }: PromptFrame, maxTalkTokens: number, most = Infinity): number {
  const around = requestBytes([
    { role: 'system', content: system },
    { role: 'user', content: [header, footerFor(longestTargets)].join('\n') },
  ])
  const room = most - around
  return Math.floor(room - Math.min(maxTalkTokens * bytesOfToken, room * shareOfTalk))
}

/** An answer, or a failure, that costs so much more. */
export async function withSpent(spent: number, ask: () => Promise<ChatAnswer>): Promise<ChatAnswer> {
  const answer = await failingWith(spent, ask)
  return answer.tokens === undefined || spent === 0 ? answer : { ...answer, tokens: answer.tokens + spent }
}

/** A failure that costs so much more. */
export async function failingWith<T>(spent: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (spent === 0 || !(error instanceof ModelError) || error.tokens === undefined) throw error
    throw new ModelError(error.kind, error, error.tokens + spent, error)
  }
}
