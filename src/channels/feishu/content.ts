// What a message of any kind says, as text: pictures, files and cards as a word in brackets (A12).
import { z } from 'zod'

/** Mention keys still stand in it. Undefined when a text or rich text has none. */
export function textOf(
  kind: string,
  content: string,
  keyOf: (openId: string) => string | undefined,
): string | undefined {
  const fields = fieldsOf(content)
  if (kind === 'post') return fields && postText(fields, keyOf)
  if (kind === 'text') return typeof fields?.['text'] === 'string' ? fields['text'] : undefined
  // Of these the kind alone says enough; a merged forward has no JSON at all.
  const told = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  return (told ?? other(kind))(fields ?? {})
}

function fieldsOf(content: string): Fields | undefined {
  try {
    return fieldsShape.safeParse(JSON.parse(content)).data
  } catch {
    return undefined
  }
}

type Fields = z.infer<typeof fieldsShape>

const fieldsShape = z.record(z.string(), z.unknown())
const said = (value: unknown): string => (typeof value === 'string' ? value : '')
const named = (word: string, name: unknown): string => {
  const plain = said(name)
    .replaceAll(/[\s[\]]+/g, ' ')
    .trim()
    .slice(0, longestName)
  return plain === '' ? `[${word}]` : `[${word}: ${plain}]`
}
const longestName = 200

const kinds: Record<string, (fields: Fields) => string> = {
  image: () => '[image]',
  file: ({ file_name: name }) => named('file', name),
  folder: ({ file_name: name }) => named('folder', name),
  audio: ({ duration }) => named('audio', seconds(duration)),
  media: ({ file_name: name }) => named('video', name),
  sticker: () => '[sticker]',
  merge_forward: () => '[forwarded messages]',
  interactive: ({ title }) => named('card', title),
  share_chat: () => '[shared chat]',
  share_user: () => '[contact card]',
  location: ({ name }) => named('location', name),
  vote: ({ topic }) => named('vote', topic),
  todo: () => '[task]',
}

const other = (kind: string) => () => named(kind.replaceAll('_', ' '), '')

function seconds(ms: unknown): string {
  const duration = Number(ms)
  return duration > 0 && duration < 86_400_000 ? `${Math.ceil(duration / 1000)} s` : ''
}

const nodeShape = z.record(z.string(), z.unknown())
const bodyShape = z.object({ title: z.string().catch(''), content: z.array(z.array(z.unknown()).catch([])) })
const maxLines = 2_000

/** Rich text comes bare, or as one body a language. */
function postText(fields: Fields, keyOf: (openId: string) => string | undefined): string | undefined {
  const body = [fields, ...Object.values(fields)]
    .map((each) => bodyShape.safeParse(each))
    .find(({ success }) => success)
  if (!body?.data) return undefined
  const lines = body.data.content.slice(0, maxLines).map((line) => line.map((node) => nodeText(node, keyOf)).join(''))
  return [body.data.title, ...lines].filter((line, i) => i > 0 || line !== '').join('\n')
}

function nodeText(given: unknown, keyOf: (openId: string) => string | undefined): string {
  const parsed = nodeShape.safeParse(given)
  if (!parsed.success) return ''
  const node = parsed.data
  switch (node['tag']) {
    case 'a':
      return link(said(node['text']), said(node['href']))
    case 'at': {
      const who = said(node['user_id'])
      if (who === 'all') return '@_all'
      return keyShape.test(who) ? who : (keyOf(who) ?? `@${said(node['user_name'])}`)
    }
    case 'img':
      return '[image]'
    case 'media':
      return '[video]'
    case 'emotion':
      return named(said(node['emoji_type']) || 'emoji', '')
    case 'hr':
      return '---'
    default:
      return said(node['text'])
  }
}

const keyShape = /^@_(?:user_\d+|all)$/

const link = (text: string, href: string): string =>
  text === '' || text === href ? href : href === '' ? text : `${text} (${href})`
