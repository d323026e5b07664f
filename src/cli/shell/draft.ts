// What the bot is writing, shown line by line as its model says it; what is posted in the end counts.
import { onOneLine, wrapped } from '../../terminal/terminal-text.ts'

interface Options {
  /** Stands before the first line. */
  name: string
  width: () => number
  /** A whole line, its indent included. */
  tell: (line: string, isFirst: boolean) => void
  /** Without what must not be shown. */
  hide: (text: string) => string
}

export function makeDraft({ name, width, tell, hide }: Options) {
  /** All of it; the line of it that is not ended yet, and how many rows of that are shown. */
  let [all, open, rows, isFirst] = ['', '', 0, true]

  function show(isEnded: boolean): void {
    if (open === '' && !isEnded) return
    const lines = wrapped(`${isFirst ? `${name}: ` : '  '}${onOneLine(hide(open))}`, width(), 2)
    for (const line of isEnded ? lines.slice(rows) : lines.slice(rows, -1)) {
      tell(line, isFirst && rows === 0)
      rows += 1
    }
    if (!isEnded) return
    if (rows > 0) isFirst = false
    open = ''
    rows = 0
  }

  return {
    /** null: it begins anew. */
    hears(piece: string | null): void {
      if (piece === null) {
        if (open !== '') show(true)
        all = ''
        isFirst = true
        return
      }
      all += piece
      for (const [i, part] of piece.split('\n').entries()) {
        if (i > 0) show(true)
        open += part
        show(false)
      }
    },
    /** Something else is shown next. */
    flush(): void {
      if (open !== '') show(true)
    },
    hasShown: (): boolean => all !== '',
    isShown: (text: string): boolean => all !== '' && squeezed(all) === squeezed(text),
  }
}

const squeezed = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()
