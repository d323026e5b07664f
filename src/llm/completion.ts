// Reads a chat completion that some provider sent: everything in it is distrusted.
import { z } from 'zod'
import type { Cause } from '../../machines/group/verdicts/why.ts'
import { type ChatAnswer, ModelError } from './model.ts'
import { holdsKey } from './redact.ts'
import { callHoldsKey, readCalls } from './tool-calls.ts'
import { costOf, type Sent } from './usage.ts'

/** Five are asked for. */
const mostCandidates = 20
const candidatesShape = z
  .array(z.unknown())
  .max(mostCandidates)
  .pipe(z.array(z.object({ token: z.string(), logprob: z.number() })))

/** One is asked for. Of a million others, each would cost a complaint. */
const firstOf = <Choice extends z.ZodType>(choice: Choice) => z.tuple([choice], z.unknown())

const completionShape = z.object({
  model: z.string().optional().catch(undefined),
  choices: firstOf(
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({
        content: z.string().nullish(),
        refusal: z.string().nullish().catch(null),
        tool_calls: z.array(z.unknown()).nullish().catch(null),
      }),
      logprobs: z
        .object({ content: firstOf(z.object({ top_logprobs: candidatesShape })).nullish() })
        .nullish()
        .catch(null),
    }),
  ),
})

const thoughtShape = z.object({
  choices: firstOf(
    z.object({
      finish_reason: z.literal('length'),
      message: z.object({
        content: z.string().nullish(),
        tool_calls: z.array(z.unknown()).nullish().catch(null),
      }),
    }),
  ),
  usage: z
    .object({ completion_tokens_details: z.object({ reasoning_tokens: z.number() }).nullish().catch(null) })
    .nullish()
    .catch(null),
})

/** The answer was cut by thoughts: nothing was said or called, or not all, when its tokens were used up. */
export function wasThoughtAway(completion: unknown): boolean {
  const parsed = thoughtShape.safeParse(completion).data
  const choice = parsed?.choices[0]
  if (!choice) return false
  const thoughts = parsed?.usage?.completion_tokens_details?.reasoning_tokens ?? 0
  const { content, tool_calls: calls } = choice.message
  return thoughts > 0 || (!calls?.length && withoutReasoning(content ?? '') === '')
}

/** Throws a ModelError `refused` or `unparsable` with the tokens to charge. */
export function readCompletion(completion: unknown, asked: Sent & { model: string; apiKey?: string }): ChatAnswer {
  const cost = costOf(completion, asked)
  const { tokens } = cost
  const parsed = completionShape.safeParse(completion)
  const choice = parsed.data?.choices[0]
  if (!choice) {
    throw new ModelError('unparsable', { why: 'noCompletion' }, tokens, { isServers: true })
  }
  const { message } = choice
  const finish = choice.finish_reason ?? 'stop'
  if (message.refusal || finish === 'content_filter') {
    throw new ModelError('refused', { why: 'modelRefused' }, tokens)
  }
  const sentCalls = message.tool_calls ?? []
  if (sentCalls.length > 0 && !asked.tools?.length) {
    throw new ModelError('unparsable', { why: 'toolCalled' }, tokens)
  }
  if (interrupted.test(finish)) {
    const cause = { why: 'answerBrokenOff', numbers: { finish: finish.toLowerCase() } } as const
    throw new ModelError('unparsable', cause, tokens, { isServers: true })
  }
  const text = withoutReasoning(message.content ?? '')
  if (text.length > longestText) {
    const numbers = { chars: text.length, maxTokens: asked.maxTokens }
    throw new ModelError('unparsable', { why: 'answerTooLong', numbers }, tokens, { isServers: true })
  }
  const calls = readCalls(sentCalls, asked, finish === 'length')
  if (text === '' && calls.length === 0) {
    const cause: Cause =
      finish === 'length' ? { why: 'thoughtsOnly', numbers: { maxTokens: asked.maxTokens } } : { why: 'emptyAnswer' }
    throw new ModelError('unparsable', cause, tokens, { isServers: true })
  }
  // A gateway that puts its own errors into answers quotes the key that it was sent.
  if (holdsKey(text, asked.apiKey) || calls.some((call) => callHoldsKey(call, asked.apiKey))) {
    throw new ModelError('refused', { why: 'answerHoldsKey' }, tokens, { isServers: true })
  }
  const yes = probabilityOfYes(choice.logprobs?.content?.[0]?.top_logprobs ?? [])
  return {
    text,
    ...(calls.length > 0 && { calls }),
    finish,
    model: nameOf(parsed.data?.model, asked),
    ...cost,
    ...(yes !== undefined && { yes }),
  }
}

/** Reasons of providers for an end that is none: what was written so far may be half a sentence. */
const interrupted = /^(?:error|abort(?:ed)?|cancell?ed|network_error|insufficient_system_resource)$/i

/** As the server calls it, for logs, tapes and pages. */
function nameOf(told: string | undefined, { model, apiKey }: { model: string; apiKey?: string }): string {
  const name = (told ?? '')
    .slice(0, longestName)
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .toWellFormed()
    .trim()
  return name === '' || holdsKey((told ?? '').slice(0, 1_000), apiKey) ? model : name
}

const longestName = 100

/** UTF-16 units without thoughts: whoever reads the answer can count on it. */
const longestText = 65_536

const thought = '(?:think(?:ing)?|thoughts?|reasoning|reflection|scratchpad)'
const thoughtTag = new RegExp(String.raw`<(${thought})\b[^<>]*>|<\/(${thought})>`, 'gi')
const thoughtBefore = new RegExp(String.raw`^[\s\S]*<\/${thought}>`, 'i')
const openThought = new RegExp(String.raw`<${thought}\b[^<>]*>`, 'i')

/** What a model said aloud; nothing when a thought in it does not end: the answer was cut while still thinking. */
export function withoutReasoning(content: string): string {
  if (!content.includes('<')) return content.trim()
  const aloud = withoutClosedThoughts(content).replace(thoughtBefore, '')
  return openThought.test(aloud) ? '' : aloud.trim()
}

/** Up to its end, of the same name, each thought goes; one pass from behind finds the ends, however many there are. */
function withoutClosedThoughts(content: string): string {
  const tags = Array.from(content.matchAll(thoughtTag))
  const nextEnd = new Map<string, number>()
  const ends = new Map<number, number>()
  for (const { index, 0: tag, 1: opens, 2: closes = '' } of tags.toReversed()) {
    if (opens === undefined) nextEnd.set(closes.toLowerCase(), index + tag.length)
    else ends.set(index, nextEnd.get(opens.toLowerCase()) ?? 0)
  }
  let aloud = ''
  let from = 0
  for (const [start, end] of [...ends].toReversed()) {
    if (start < from || end === 0) continue
    aloud += content.slice(from, start)
    from = end
  }
  return aloud + content.slice(from)
}

function probabilityOfYes(candidates: { token: string; logprob: number }[]): number | undefined {
  let yes = 0
  let no = 0
  for (const { token, logprob } of candidates) {
    const word = token.trim().toLowerCase()
    if (word === 'yes' || word === '是') yes += Math.exp(logprob)
    if (word === 'no' || word === '否') no += Math.exp(logprob)
  }
  return yes + no > 0 ? yes / (yes + no) : undefined
}
