// What the service says against an order or a message, in the page's language.
import type { Refused } from './api.ts'
import type { Lang } from './time-text.ts'

/** Of a refusal without a name, and in English of every one, the service's own words. Never rejects. */
export async function problemText(error: Refused, lang: Lang): Promise<string> {
  if (lang === 'en') return error.message
  const words = await wordsFor(error.code)
  return words === undefined ? `服务拒绝了（${error.status}）：“${error.message}”` : words(error.numbers, error.message)
}

async function wordsFor(code = '') {
  try {
    return (await import('./problem-words.ts')).problemZh[code]
  } catch {
    // The service, which has them, is away.
    return undefined
  }
}
