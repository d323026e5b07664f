// Fetches the words of a language: the build of the page makes a part of its own of each (vite.config.ts).
import type { Lang } from './time-text.ts'

/** False: the service, which has them, is away. */
export async function loadWords(lang: Lang): Promise<boolean> {
  try {
    await (lang === 'zh' ? import('./words-zh.ts') : import('./words-en.ts'))
    return true
  } catch {
    return false
  }
}
