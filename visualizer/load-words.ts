// Fetches the words of a language: the build of the page makes a part of its own of each (vite.config.ts).
import type { Lang } from './time-text.ts'

export const loadWords = (lang: Lang): Promise<unknown> =>
  lang === 'zh' ? import('./words-zh.ts') : import('./words-en.ts')
