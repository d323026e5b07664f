// What a message points at and does not say itself: the message that it quotes, and the talk that it forwards (A12).
import { LRUCache } from 'lru-cache'
import { quotedMedia } from '../../language/attachments.ts'
import { type ForwardedLine, type ForwardPart, type Part, partLimits, type QuotePart } from '../../language/parts.ts'
import type { InboundMessage } from '../channel.ts'
import { cleanName } from '../clean.ts'
import type { FeishuApp } from './app.ts'
import { contentIn, plainText } from './spoken.ts'
import type { FeishuMessage } from './message.ts'
import { memberName, type Reader } from './reader.ts'

interface Options {
  /** The service has this message: prompts show what it says without a quote. */
  knows: (message: InboundMessage, id: string) => boolean
  ignored: (bot: string, reason: string) => void
}

/** Runs beside the look at a chat's past; the event must be acknowledged within 3 s. */
const timeoutMs = 1_500
const maxKept = 300

export function makeLinked({ knows, ignored }: Options) {
  /** By kind and message id: all bots of a chat hear it, and one of them asks. */
  const kept = new LRUCache<string, Promise<QuotePart | ForwardPart | undefined>>({ max: maxKept })

  function ask<P extends QuotePart | ForwardPart>(
    { kind, id, chat }: { kind: P['kind']; id: string; chat: string },
    app: FeishuApp,
    reader: Reader,
    partOf: (asked: Asked, items: readonly FeishuMessage[], reader: Reader) => P | undefined,
  ): Promise<P | undefined> {
    const key = `${kind} ${chat} ${id}`
    const known = kept.get(key) as Promise<P | undefined> | undefined
    if (known) return known
    const asked = app.open(id, AbortSignal.timeout(timeoutMs)).then(
      (items) => partOf({ id, chat }, items, reader),
      (error: unknown): undefined => {
        ignored(reader.bot, `${kind} ${id} cannot be read: ${String(error)}`)
      },
    )
    kept.set(key, asked)
    void asked.then((part) => part ?? kept.delete(key))
    return asked
  }

  return {
    /** With what could be read of it in time; never rejects. `before`: what is handed in together with it. */
    async follow(
      { message, source }: { message: InboundMessage; source: FeishuMessage },
      app: FeishuApp,
      reader: Reader,
      before: Promise<readonly InboundMessage[]>,
    ): Promise<Part[]> {
      const { topic, replyTo, parts = [] } = message
      const { chat } = source
      const [forward, quote] = await Promise.all([
        source.kind === 'merge_forward'
          ? ask({ kind: 'forward', id: source.id, chat }, app, reader, forwardOf)
          : undefined,
        replyTo === undefined || knows(message, replyTo)
          ? undefined
          : ask({ kind: 'quote', id: replyTo, chat }, app, reader, quoteOf),
      ])
      const own = parts.map((part) => (part.kind === 'forward' && forward ? forward : part))
      if (!quote || (await before).some((one) => one.id === replyTo && one.topic === topic)) return own
      return [quote, ...own]
    },
  }
}

/** A message, and the chat in which it is pointed at. */
interface Asked {
  id: string
  chat: string
}

/** `items`: as the platform gives them for `id`. Undefined: it was taken back, or says nothing. */
function quoteOf({ id, chat }: Asked, items: readonly FeishuMessage[], reader: Reader): QuotePart | undefined {
  const head = items.find((item) => item.id === id)
  if (!head || head.deleted || head.kind === 'system') return undefined
  const text =
    head.kind === 'merge_forward'
      ? forwardOf({ id }, items, reader)
          ?.lines.map(({ name, text: words }) => `${name}: ${words}`)
          .join('\n')
      : plainText(head, reader.app)
  if (!text) return undefined
  const sender = reader.identities.idOf(reader.app, head.sender)
  return {
    kind: 'quote',
    id,
    ...(sender !== undefined && { sender }),
    name: nameOf(head, reader),
    ts: head.createdAt + (reader.ahead ?? 0),
    text: text.slice(0, partLimits.quoted),
    // No files of another chat, whatever the platform says is quoted.
    ...(head.chat === chat && quotedMedia(contentIn(head, reader.app)?.parts ?? [])),
  }
}

function forwardOf(
  { id }: Pick<Asked, 'id'>,
  items: readonly FeishuMessage[],
  reader: Reader,
): ForwardPart | undefined {
  const within = new Map<string, FeishuMessage[]>()
  for (const item of items) {
    const upper = item.upper ?? id
    if (item.id === id || item.deleted) continue
    const others = within.get(upper) ?? []
    within.set(upper, others)
    others.push(item)
  }
  const inside = (bundle: string): FeishuMessage[] =>
    (within.get(bundle) ?? []).toSorted((a, b) => a.createdAt - b.createdAt)
  const lineOf = (item: FeishuMessage, count: number): ForwardedLine => ({
    name: nameOf(item, reader),
    ts: item.createdAt + (reader.ahead ?? 0),
    text:
      count > 0 ? `[forwarded messages: ${count}]` : (plainText(item, reader.app) || '[…]').slice(0, partLimits.line),
  })
  const lines = inside(id).flatMap((item): ForwardedLine[] => {
    const nested = item.kind === 'merge_forward' ? inside(item.id) : []
    return [lineOf(item, nested.length), ...nested.map((one) => ({ ...lineOf(one, 0), depth: 1 as const }))]
  })
  if (lines.length === 0) return undefined
  const more = lines.length - partLimits.lines
  return { kind: 'forward', lines: lines.slice(0, partLimits.lines), ...(more > 0 && { more }) }
}

/** Who is not of this chat is known by what the platform tells alone. */
function nameOf({ sender }: FeishuMessage, reader: Reader): string {
  const id = reader.identities.idOf(reader.app, sender)
  const told = cleanName(sender.name ?? '').slice(0, partLimits.name)
  return id === undefined ? told || 'somebody' : memberName(id, sender.isBot, reader, told)
}
