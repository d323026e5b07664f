// What a message says and carries. What is drawn of it beyond plain words is fetched with the first message that needs it.
import type { TalkLine } from '../../src/feed/contract.ts'
import { later } from '../frame/later.tsx'
import type { Lang } from '../time-text.ts'

const Parts = later(
  async () => (await import('../parts/parts.tsx')).Parts,
  () => null,
)
const Plain = ({ text }: { text: string }) => <bdi className="text">{text}</bdi>
const Markdown = later(async () => (await import('../parts/markdown.tsx')).Markdown, Plain)

/** What markdown has some use for. */
const marks = /[*_~`#|>[]|^\s*([-+]|\d+[.)])\s|https?:/m

/** Only bots write markdown; what people type stays as they typed it. */
export const isMarked = ({ bot, text }: TalkLine): boolean => bot && marks.test(text)

export const Text = ({ line }: { line: TalkLine }) =>
  isMarked(line) ? <Markdown text={line.text} /> : <Plain text={line.text} />

interface Carried {
  line: TalkLine
  lang: Lang
  onQuote: (message: string) => void
}

/** Stand before the words. */
export const Quotes = (props: Carried) => <Some {...props} of={(kind) => kind === 'quote'} />
/** Stands behind them. */
export const Rest = (props: Carried) => <Some {...props} of={(kind) => kind !== 'quote'} />

function Some({ line: { parts = [] }, of, ...props }: Carried & { of: (kind: string) => boolean }) {
  const some = parts.filter(({ kind }) => of(kind))
  return some.length > 0 && <Parts {...props} parts={some} />
}
