// A gate's verdict as one line for a person.
import type { Verdict } from '../../machines/group/types.ts'
import type { Lang } from '../outcomes/span-text.ts'
import { whyTold } from '../outcomes/why-words.ts'
import { onOneLine } from './terminal-text.ts'

/** `decide skip: not relevant enough: 0.2, at least 0.6 needed · vitality ACTIVE · 212 tokens`. Spans are told in seconds. */
export function verdictText(verdict: Verdict, lang: Lang = 'en'): string {
  const { gate, outcome, numbers = {}, tokens } = verdict
  const { text, told } = whyTold(verdict, lang)
  const others = Object.entries(numbers).filter(([name]) => !told.has(name))
  const cost = tokens === undefined ? [] : [`${tokens} tokens`]
  return onOneLine([`${gate} ${outcome}: ${text}`, ...others.map(figure), ...cost].join(' · '))
}

function figure([name, value]: [string, number | string]): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ').toLowerCase()
  if (!words.endsWith(' ms')) return `${words} ${value}`
  return `${words.slice(0, -' ms'.length)} ${Math.round(Number(value) / 100) / 10} s`
}
