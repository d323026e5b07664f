// What becomes of a message that a channel handed in: its line in a prompt, and what the page draws of it.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { InboundMessage } from '../../../src/channels/channel.ts'
import { lineOf } from '../../../src/feed/talk-line.ts'
import type { Part } from '../../../src/language/parts.ts'
import { withWords } from '../../../src/room/message.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { openTalk, type TalkRow } from '../../../src/store/talk.ts'
import { said } from '../../prompt/iris.ts'
import { talkIn } from '../../prompt/prompts-of.ts'

/** The page's own component, and what draws it: their types are those of a browser, which tests of Node have none of. */
const page = fileURLToPath(new URL('../../../visualizer/parts/parts.tsx', import.meta.url))
const load = createRequire(import.meta.url)
const { createElement } = load('react') as { createElement: (component: unknown, props: PartsProps) => unknown }
const { renderToStaticMarkup } = load('react-dom/server') as { renderToStaticMarkup: (element: unknown) => string }

interface PartsProps {
  lang: 'en' | 'zh'
  parts: readonly Part[]
  onQuote: (message: string) => void
}

/** As the service keeps it: out of the store again. */
export function kept(message: InboundMessage): TalkRow {
  const { id, group, ts, sender, text, replyTo, parts } = withWords(message)
  const db = openDatabase(':memory:')
  const talk = openTalk(db)
  talk.put(group, {
    id,
    ts,
    sender: sender.id,
    name: sender.name,
    bot: sender.bot,
    text,
    ...(replyTo !== undefined && { replyTo }),
    ...(parts && { parts }),
  })
  const [row] = talk.history(group, undefined, 1)
  db.close()
  if (!row) throw new Error('it was not stored')
  return row
}

/** Behind number, age and name. */
export function promptLine({ text, replyTo, parts }: TalkRow): string {
  const message = said(5, 'Ann', text, { ...(replyTo !== undefined && { replyTo }), ...(parts && { parts }) })
  const shown = talkIn('compact', { batch: [message] }).text
  return shown.slice(shown.indexOf('Ann: ') + 'Ann: '.length)
}

/** Texts as they are read, with `(picture …)`, `(link …)`, `(player)`, `(folded)`, `(quoted)` and `(when)` for what is more. */
export async function drawn(row: TalkRow): Promise<string> {
  const { parts = [] } = lineOf(row, 'iris lobby')
  if (parts.length === 0) return ''
  const { Parts } = (await import(page)) as { Parts: unknown }
  const html = renderToStaticMarkup(createElement(Parts, { lang: 'en', parts, onQuote: () => {} }))
  return (
    html
      .replaceAll(/<img src="([^"?]*)[^"]*"[^>]*>/g, '(picture $1) ')
      .replaceAll(/<a href="([^"]*)"[^>]*>/g, '(link $1) ')
      .replaceAll(/<audio [^>]*>/g, '(player) ')
      .replaceAll('<details', '(folded) <details')
      .replaceAll('<blockquote', '(quoted) <blockquote')
      .replaceAll(/<time [^>]*dateTime="([^"]*)"[^>]*>[^<]*/gi, '(when $1) ')
      // In the reader's own time zone.
      .replaceAll(/>\d\d:\d\d:\d\d</g, '>(time)<')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/ +/g, ' ')
      .trim()
  )
}
