// Message contents: as people say them, as bots send them, as bots read them, as a person sees them.
import { postShape } from './post-shape.ts'
import type { Mention, Message } from './world.ts'

const kinds = ['text', 'post', 'image', 'file', 'audio', 'sticker', 'merge_forward'] as const

export type Kind = (typeof kinds)[number]

export const isKind = (kind: string): kind is Kind => kinds.some((known) => known === kind)

interface Node {
  tag: string
  text?: string
  user_id?: string
  user_name?: string
  [key: string]: unknown
}

export interface Content {
  content: string
  mentions: Mention[]
}

const keys = /@_user_\d+|@_all/g

/** Each `@name` of a mentioned member, in their order, becomes `@_user_1`, `@_user_2`, …; a longer name goes first. */
export function said(kind: Kind, words: string, mentioned: { handle: string; name: string }[], key: string): Content {
  const mentions = mentioned.map(({ handle }, i) => ({ handle, key: handle === 'all' ? '@_all' : `@_user_${i + 1}` }))
  const longestFirst = mentioned.map(({ name }, i) => ({ name, i })).toSorted((a, b) => b.name.length - a.name.length)
  const text = longestFirst.reduce((rest, { name, i }) => rest.replace(`@${name}`, `\0${i}\0`), words)
  const keyed = text.replaceAll(/\0(\d+)\0/g, (_, i: string) => mentions[Number(i)]?.key ?? '')
  const nameOf = (at: string) => mentioned[mentions.findIndex((mention) => mention.key === at)]?.name ?? ''
  const forms: Record<Kind, () => unknown> = {
    text: () => ({ text: keyed }),
    post: () => ({ title: '', content: keyed.split('\n').map((line) => nodesOf(line, nameOf)) }),
    image: () => ({ image_key: `img_${key}` }),
    file: () => ({ file_key: `file_${key}`, file_name: words }),
    audio: () => ({ file_key: `file_${key}`, duration: 2000 }),
    sticker: () => ({ file_key: `file_${key}` }),
    merge_forward: () => undefined,
  }
  // The platform gives a sentence here, not JSON.
  const content = kind === 'merge_forward' ? 'Merged and Forwarded Message' : JSON.stringify(forms[kind]())
  return { content, mentions }
}

function nodesOf(line: string, nameOf: (key: string) => string): Node[] {
  const parts = line.split(/(@_user_\d+|@_all)/)
  return parts.flatMap((part, i): Node[] => {
    if (i % 2 === 1) return [{ tag: 'at', user_id: part, user_name: nameOf(part), style: [] }]
    return part === '' ? [] : [{ tag: 'text', text: part, style: [] }]
  })
}

/** What a bot sent, with its ats as keys; an id that the app does not know is only text. Undefined: not acceptable. */
export function sent(kind: string, raw: string, handleOf: (openId: string) => string | undefined): Content | undefined {
  const mentions: Mention[] = []
  const keyOf = (id: string): string | undefined => {
    const handle = id === 'all' ? 'all' : handleOf(id)
    if (handle === undefined) return undefined
    const key = handle === 'all' ? '@_all' : `@_user_${mentions.length + 1}`
    mentions.push({ key, handle })
    return key
  }
  const body = parsed(raw)
  if (body === undefined) return undefined
  if (kind === 'text' && typeof body['text'] === 'string') {
    const at = /<at user_id="([^"]*)">([^<]*)<\/at>/g
    const text = body['text'].replaceAll(at, (_, id: string, name: string) => keyOf(id) ?? `@${name}`)
    return text === '' ? undefined : { content: JSON.stringify({ text }), mentions }
  }
  if (kind === 'post') {
    const post = postShape.safeParse(body).data?.zh_cn
    if (!post) return undefined
    const content = post.content.map((line: readonly Node[]) => line.map((node) => atNode(node, keyOf)))
    return { content: JSON.stringify({ title: post.title ?? '', content }), mentions }
  }
  return kind === 'interactive' ? { content: raw, mentions } : undefined
}

function atNode(node: Node, keyOf: (id: string) => string | undefined): Node {
  if (node.tag !== 'at') return node
  const key = keyOf(node.user_id ?? '')
  return key === undefined ? { tag: 'text', text: `@${node.user_name ?? ''}` } : { ...node, user_id: key }
}

function parsed(raw: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(raw)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** As a person sees it in the chat. */
export function shown(message: Message, nameOf: (handle: string) => string): string {
  const body = parsed(message.content)
  const named = (text: string): string =>
    text.replaceAll(keys, (key) => {
      const mention = message.mentions.find((one) => one.key === key)
      return mention ? `@${nameOf(mention.handle)}` : key
    })
  if (message.kind === 'text') return named(String(body?.['text'] ?? message.content))
  if (message.kind !== 'post' || !Array.isArray(body?.['content'])) return message.content
  const lines = (body['content'] as Node[][]).map((line) =>
    line.map((node) => named(node.text ?? node.user_id ?? '')).join(''),
  )
  return [String(body['title'] ?? ''), ...lines].filter((line) => line !== '').join('\n')
}
