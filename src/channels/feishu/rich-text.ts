// Rich text as words: links, code blocks and lists as Markdown writes them, pictures as the words of their part.
import { z } from 'zod'
import { type Fields, link, objectOf, said } from './fields.ts'

export interface PostReader {
  /** The key that stands for a mention of this open id. */
  keyOf(openId: string): string | undefined
  /** The words of a picture or a video in its middle. */
  picture(node: Fields): string
  video(node: Fields): string
}

const bodyShape = z.object({ title: z.string().catch(''), content: z.array(z.array(z.unknown()).catch([])) })
const maxLines = 2_000

/** It comes bare, or as one body a language. Undefined when it has no lines. */
export function postText(fields: Fields, reader: PostReader): string | undefined {
  const body = [fields, ...Object.values(fields)]
    .map((each) => bodyShape.safeParse(each))
    .find(({ success }) => success)
  if (!body?.data) return undefined
  const lines = body.data.content.slice(0, maxLines).map((line) => line.map((node) => nodeText(node, reader)).join(''))
  return [body.data.title, ...lines].filter((line, i) => i > 0 || line !== '').join('\n')
}

function nodeText(given: unknown, reader: PostReader): string {
  const node = objectOf(given)
  if (!node) return ''
  switch (node['tag']) {
    case 'a':
      return link(said(node['text']), said(node['href']))
    case 'at': {
      const who = said(node['user_id'])
      if (who === 'all') return '@_all'
      return keyShape.test(who) ? who : (reader.keyOf(who) ?? `@${said(node['user_name'])}`)
    }
    case 'img':
      return reader.picture(node)
    case 'media':
      return reader.video(node)
    case 'emotion':
      return `[${said(node['emoji_type']).replaceAll(/[\s[\]]+/g, ' ') || 'emoji'}]`
    case 'hr':
      return '---'
    case 'code_block':
      return codeBlock(said(node['language']), said(node['text']))
    case 'li':
    case 'list_item':
      return `- ${said(node['text'])}`
    default:
      return said(node['text'])
  }
}

const keyShape = /^@_(?:user_\d+|all)$/

/** The fence is longer than any in the code. */
function codeBlock(language: string, code: string): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  const named = /^[\w+#.-]{1,30}$/.test(language) ? language.toLowerCase() : ''
  return `${fence}${named}\n${code.replace(/\n$/, '')}\n${fence}`
}
