// The CloudEvent that a message travels in: everything that must be believed is in the signed body (X2–X4).
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { cleanName, cleanText } from '../clean.ts'
import { Refusal } from './refusal.ts'

/** A bot's message as peers tell it each other. */
export interface BridgedMessage {
  group: string
  /** The channel's id of the message: with the group, what makes it one whichever way it comes (X5). */
  message: string
  sender: { id: string; name: string }
  text: string
  replyTo?: string | undefined
  mentions: { id: string; name: string }[]
  /** Bots that spoke since a person did, this one included. */
  hops: number
  /** Id of the message that the talk began with. */
  root: string
}

export const contentType = 'application/cloudevents+json'
const eventType = 'chime.message'
// In UTF-16 units: the body then fits into 64 KB whatever is in it.
const longestText = 9_000
const longestId = 200
const longestName = 80
const mostMentions = 50

export const sourceOf = (peer: string): string => `chime:${peer}`

/** The same id for the same message, however often it is told: the receiver's dedupe key. */
export function writeEvent(from: string, bridged: BridgedMessage, at: number): { id: string; body: string } {
  const source = sourceOf(from)
  const id = createHash('sha256').update(`${source}\n${bridged.group}\n${bridged.message}`).digest('base64url')
  const event = {
    specversion: '1.0',
    id,
    source,
    type: eventType,
    time: new Date(at).toISOString(),
    datacontenttype: 'application/json',
    data: fitting(bridged),
  }
  return { id, body: JSON.stringify(event) }
}

/** As a receiver takes it, whatever a model wrote and whatever ids a chat gives its messages. */
function fitting({ text, mentions, replyTo, root, ...bridged }: BridgedMessage): BridgedMessage {
  return {
    ...bridged,
    text: cleanText(text).slice(0, longestText).toWellFormed(),
    ...(replyTo !== undefined && replyTo.length <= longestId && { replyTo }),
    mentions: mentions
      .filter((who) => who.id.length <= longestId)
      .slice(0, mostMentions)
      .map((who) => ({ id: who.id, name: who.name.slice(0, longestName).toWellFormed() })),
    root: root.slice(0, longestId).toWellFormed(),
  }
}

export interface ReadEvent {
  id: string
  source: string
  /** ms */
  ts: number
  bridged: BridgedMessage
}

/** Throws a Refusal (400). */
export function readEvent(body: Buffer, peer: string): ReadEvent {
  const parsed = eventShape.safeParse(json(body, peer))
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'event'}: ${message}`)
    throw new Refusal(400, problems.slice(0, mostProblems).join('; '), peer)
  }
  const { id, source, time, data } = parsed.data
  return { id, source, ts: Date.parse(time), bridged: data }
}

const mostProblems = 5

function json(body: Buffer, peer: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new Refusal(400, 'the body is no JSON in UTF-8', peer)
  }
}

const id = z.string().min(1).max(longestId)
const someone = z.object({ id, name: z.string().max(1_000).transform(cleanName) }).transform((who) => ({
  id: who.id,
  name: who.name.slice(0, longestName).toWellFormed() || who.id.slice(0, longestName),
}))

// Attributes that are not known are let by, as CloudEvents asks; nothing of them is kept.
const eventShape = z.object({
  specversion: z.literal('1.0'),
  id: z.string().regex(/^[\w-]{1,128}$/, 'is made of 1 to 128 letters, digits, _ and -'),
  source: z.string().min(1).max(longestId),
  type: z.literal(eventType),
  time: z.iso.datetime({ offset: true }),
  data: z.object({
    group: z.string().min(1).max(1_000),
    message: id,
    sender: someone,
    text: z.string().transform(cleanText).pipe(z.string().min(1, 'is empty')),
    replyTo: id.optional(),
    mentions: z.array(someone).max(mostMentions),
    hops: z.number().int().min(1),
    root: id,
  }),
})
