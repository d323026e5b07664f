// Why a gate decided as it did, in words of one language: every key has them in each.
import type { Cause, WhyKey } from '../../machines/group/verdicts/why.ts'
import { countText, type Lang, spanText } from './span-text.ts'
import { whyEn } from './why-en.ts'
import type { WhyWords } from './why-table.ts'
import { whyZh } from './why-zh.ts'

const wordsOf: Record<Lang, WhyWords> = { en: whyEn, zh: whyZh }

/** What an older store holds is a sentence instead of a key: it is told as it stands. */
export function whyText(cause: Cause, lang: Lang): string {
  return whyTold(cause, lang).text
}

/** `told`: the numbers that the words name already. */
export function whyTold(cause: Cause, lang: Lang): { text: string; told: ReadonlySet<string> } {
  const { quoted, semicolon, colon } = wordsOf[lang]
  const { text, told } = plainText(cause, lang)
  const whole = cause.reason ? `${text}${colon}${quoted(cause.reason)}` : text
  const before = (cause.tried ?? []).map(({ model, ...each }) => `${model}${colon}${whyText(each, lang)}`)
  return { text: [...before, whole].join(semicolon), told }
}

function plainText({ why, numbers = {} }: Cause, lang: Lang): { text: string; told: Set<string> } {
  const { why: table } = wordsOf[lang]
  const told = new Set<string>()
  if (!isWhyKey(why, table)) return { text: why, told }
  const words = table[why]
  if (typeof words === 'string') return { text: words, told }
  const named = (name: string): number | string => {
    told.add(name)
    return numbers[name] ?? ''
  }
  const text = words({
    has: (name) => numbers[name] !== undefined,
    of: (name) => String(named(name)),
    count: (name) => countText(Number(named(name))),
    span: (name) => spanText(Number(named(name)), lang),
  })
  return { text, told }
}

/** Whether it is one: stores of older versions hold sentences. */
const isWhyKey = (why: string, table: WhyWords['why']): why is WhyKey => Object.hasOwn(table, why)
