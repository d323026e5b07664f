// Who comes: every width, theme and language; and what must be told of each line.
import type { Played } from './first-minutes.ts'
import type { Lang } from './talk.ts'

/** Heights by widths, px. */
export const sizes = { 1440: 900, 1280: 800, 800: 900, 390: 844 } as const

const widths = [1440, 1280, 800, 390] as const
const themes = ['light', 'dark'] as const
const langs: Lang[] = ['en', 'zh']

export const visits = widths.flatMap((width) =>
  themes.flatMap((theme) => langs.map((lang) => ({ name: `${width}-${theme}-${lang}`, width, theme, lang }))),
)

/** Lines without an answer for which some bot gives no reason. */
export const unexplained = (lines: Played['lines']): string[] =>
  lines.flatMap(({ text, outcomes }) => {
    const isAnswered = outcomes.some((outcome) => /^[✓≡]/.test(outcome))
    // Who waits for the budget says so, and the room says when it is free.
    const isReasoned =
      outcomes.length > 0 && outcomes.every((outcome) => /^[✕▲].* · |^◷.* · (Budget|预算)$/.test(outcome))
    return isAnswered || isReasoned ? [] : [`neither answered nor explained: ${text} (${outcomes.join(' | ')})`]
  })
