// What a try cost: the provider's count where it can be true, else what was reserved for the part that it leaves open.
import { z } from 'zod'
import type { ChatAnswer, ChatRequest, ToolCall } from './model.ts'
import { argumentText, wireArguments } from './tool-wire.ts'
import { estimatePromptTokens, promptTokens, withMargin } from '../language/tokens.ts'

/** `estimated`: the provider did not tell, not all of it, or what cannot be true. */
type Cost = Pick<ChatAnswer, 'promptTokens' | 'estimated'> & { tokens: number }

/** What was sent, and how long an answer was asked for. */
export type Sent = Pick<ChatRequest, 'messages' | 'tools' | 'schema' | 'maxTokens'>

/** Tokens that a server may add to a prompt: its chat template, its own instructions. */
const templateTokens = 1_000
/** Of answers that are longer than asked for: what a server may count beside the answer. */
const answerMargin = { times: 2, tokens: 1_000 }

const count = z.int().nonnegative().optional().catch(undefined)
const usageShape = z.object({
  usage: z.object({ prompt_tokens: count, completion_tokens: count, total_tokens: count }),
})

/** The most that a try is expected to cost: its reservation. */
export const mostOf = ({ messages, tools, maxTokens }: Sent): number => promptTokens(messages, tools) + maxTokens

/**
 * The tokens of an answered try. The parts are looked at apart: one that is missing, no count, or more than can be true
 * counts as what was reserved for it, or as what came back, if that is more.
 */
export function costOf(completion: unknown, sent: Sent): Cost {
  const { usage = {} } = usageShape.safeParse(completion).data ?? {}
  const { prompt_tokens: prompt, completion_tokens: answer, total_tokens: total } = usage
  const most = { prompt: mostPrompt(sent), answer: mostAnswer(completion, sent) }
  const told = {
    prompt: prompt !== undefined && prompt > 0 && prompt <= most.prompt ? prompt : undefined,
    answer: answer !== undefined && answer <= most.answer ? answer : undefined,
    total: total !== undefined && total > 0 && total <= most.prompt + most.answer ? total : undefined,
  }
  const ofPrompt = told.prompt !== undefined && { promptTokens: told.prompt }
  const parts = told.prompt !== undefined && told.answer !== undefined ? told.prompt + told.answer : undefined
  // A total may hold what the parts leave out, never less than they do.
  const counted = told.total === undefined ? parts : Math.max(told.total, parts ?? told.prompt ?? told.answer ?? 0)
  if (counted !== undefined) return { tokens: counted, ...ofPrompt }
  const tokens =
    (told.prompt ?? promptTokens(sent.messages, sent.tools)) + (told.answer ?? reservedAnswer(completion, sent))
  return { tokens, ...ofPrompt, estimated: true }
}

/** What a server charges for a try that it turned away, where it says so; undefined: nothing. */
export function billedFor(error: unknown, sent: Sent): number | undefined {
  const { error: body } = (error ?? {}) as { error?: unknown }
  const { usage = {} } = usageShape.safeParse(body).data ?? {}
  return Object.values(usage).some((tokens) => (tokens ?? 0) > 0) ? costOf(body, sent).tokens : undefined
}

/** Tokens that some models count for one picture of two by two tiles. */
const mostOfPicture = 30_000

/** No tokenizer makes more tokens of a text than it has bytes. */
const mostPrompt = ({ messages, tools = [], schema }: Sent): number =>
  messages.reduce(
    (sum, { content, pictures = [], calls = [] }) =>
      sum + Buffer.byteLength(content) + pictures.length * mostOfPicture + mostOfCalls(calls),
    templateTokens,
  ) +
  (schema ? JSON.stringify(schema).length : 0) +
  // Templates of some models write a tool as JSON on many lines.
  tools.reduce((sum, tool) => sum + Buffer.byteLength(JSON.stringify(tool, null, 4)) + callFrame, 0)

/** Bytes that a template may put around a call, or around a tool on offer. */
const callFrame = 200

const mostOfCalls = (calls: readonly ToolCall[]): number =>
  calls.reduce((sum, call) => sum + Buffer.byteLength(call.name + wireArguments(call.arguments)) + callFrame, 0)

const mostAnswer = (completion: unknown, { maxTokens }: Sent): number =>
  Math.max(maxTokens * answerMargin.times, Buffer.byteLength(cameBack(completion))) + answerMargin.tokens

const reservedAnswer = (completion: unknown, { maxTokens }: Sent): number =>
  Math.max(maxTokens, withMargin(estimatePromptTokens(cameBack(completion))))

const spoken = ['content', 'reasoning_content', 'reasoning']

/** What a model wrote, thoughts that it shows included; of a million choices each would cost a schema a complaint. */
function cameBack(completion: unknown): string {
  const { choices } = (completion ?? {}) as { choices?: unknown }
  if (!Array.isArray(choices)) return ''
  return (choices as ({ message?: Record<string, unknown> | null } | null)[])
    .flatMap((choice) => [...spoken.map((part) => choice?.message?.[part]), ...calledIn(choice?.message)])
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n')
}

function calledIn(message: Record<string, unknown> | null | undefined): unknown[] {
  const calls = message?.['tool_calls']
  if (!Array.isArray(calls)) return []
  return (calls as ({ function?: { name?: unknown; arguments?: unknown } | null } | null)[]).flatMap((call) => [
    call?.function?.name,
    argumentText(call?.function?.arguments),
  ])
}
