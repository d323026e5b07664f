// What the service says against an order or a message, in the page's language.
import type { Refused } from './api.ts'
import { problemZh } from './problem-zh.ts'
import type { Lang } from './time-text.ts'

/** Of a refusal without a name, and in English of every one, the service's own words. */
export function problemText(error: Refused, lang: Lang): string {
  if (lang === 'en') return error.message
  const words = problemZh[error.code ?? '']
  return words === undefined ? `服务拒绝了（${error.status}）：“${error.message}”` : words(error.numbers, error.message)
}
