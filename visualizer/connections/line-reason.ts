// Why a line is down, in the page's language; words of the channel itself are quoted.
import type { ConnectionRow } from '../../src/feed/contract.ts'
import type { Lang } from '../time-text.ts'
import { lineReasonZh } from './line-reason-zh.ts'

export function lineReason({ reason, code, numbers = {} }: ConnectionRow, lang: Lang): string | undefined {
  if (reason === undefined || lang === 'en') return reason
  const quoted = `“${reason}”`
  const words = code && Object.hasOwn(lineReasonZh, code) ? lineReasonZh[code] : undefined
  return words?.(numbers, quoted) ?? `渠道说：${quoted}`
}
