// The page's words in the language chosen.
import { useStore } from './store.ts'
import type { Lang } from './time-text.ts'
import { zh } from './words-zh.ts'
import { en } from './words-en.ts'
import type { Words } from './words.ts'

export const wordsOf: Record<Lang, Words> = { en, zh }

export const useWords = (): Words => wordsOf[useStore(({ lang }) => lang)]
