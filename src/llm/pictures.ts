// Pictures in a request: as models that see take them, and what a server says that takes none.
import type { OpenAI } from 'openai'
import { longestErrorRead } from './explain.ts'
import type { ChatMessage, ChatRequest } from './model.ts'
import { wireMessage } from './tool-wire.ts'
import { promptTokens } from '../language/tokens.ts'

type Sent = OpenAI.ChatCompletionMessageParam

export const hasPictures = (messages: readonly ChatMessage[]): boolean =>
  messages.some(({ pictures }) => pictures !== undefined && pictures.length > 0)

/** Behind the words of their message; for whom sees none, other words. */
export const withPictures = (messages: readonly ChatMessage[]): Sent[] =>
  messages.map((message): Sent => {
    const { role, content, pictures = [] } = message
    if (role !== 'user' || pictures.length === 0) return wireMessage(message)
    const images = pictures.map(({ url }) => ({ type: 'image_url' as const, image_url: { url } }))
    return { role, content: [{ type: 'text', text: content }, ...images] }
  })

export const withoutPictures = (messages: readonly ChatMessage[]): Sent[] =>
  messages.map((message) => wireMessage({ ...message, content: message.blind ?? message.content }))

/** Some models count twenty times what others do. */
const mostRate = 40

/** What a model counts for a picture, by the estimate, after an answer told of its prompt; never less than before. */
export function rateAfter(
  rate: number,
  { messages, tools }: Pick<ChatRequest, 'messages' | 'tools'>,
  prompt: number | undefined,
): number {
  const estimated = messages.reduce(
    (sum, { pictures = [] }) => sum + pictures.reduce((all, { tokens }) => all + tokens, 0),
    0,
  )
  if (prompt === undefined || estimated === 0) return rate
  const words = promptTokens(
    messages.map((message) => ({ ...message, pictures: [] })),
    tools,
  )
  const counted = (prompt - words) / estimated
  return counted > 1 ? Math.min(mostRate, rate * counted) : rate
}

/** Statuses that a server turns a request away with for what is in it; OpenRouter's is 404, llama.cpp's 500. */
const turnedAway: ReadonlySet<number | undefined> = new Set([400, 404, 413, 415, 422, 500])
const aboutPictures = /image|vision|multi-?modal|mmproj/i
/** Of DeepSeek, Groq and vLLM, whose messages are texts alone. */
const aboutShape = /content\W{1,4}(?:must|should|is required to) be a(?: valid)? string|valid string/i
const takesNone =
  /support|certain models|unknown variant|not (?:a )?multi-?modal|at most 0|mmproj|no endpoints|missing data|cannot (?:see|process) images/i

/**
 * Of a request with pictures: whether the model takes `none`, or not `these`: too many, too large, not to be read.
 * Undefined: it was refused for something else.
 */
export function pictureRefusal(error: unknown): 'none' | 'these' | undefined {
  const { status, message = '', param } = (error ?? {}) as { status?: number; message?: string; param?: string | null }
  if (!turnedAway.has(status)) return undefined
  const said = `${param ?? ''} ${message}`.slice(0, longestErrorRead)
  if (aboutShape.test(said)) return 'none'
  if (!aboutPictures.test(said)) return undefined
  return takesNone.test(said) ? 'none' : 'these'
}
