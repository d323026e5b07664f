// A gate's verdict as one line for a person.
import type { Verdict } from '../../machines/group.types.ts'
import { onOneLine } from './terminal-text.ts'

/** `decide skip: no shared words · relevance 0 · threshold 0.6 · 212 tokens`. Spans are told in seconds. */
export function verdictText({ gate, outcome, why, numbers = {}, tokens }: Verdict): string {
  const told = Object.entries(numbers).filter(([, value]) => !isToldIn(why, String(value)))
  const cost = tokens === undefined ? [] : [`${tokens} tokens`]
  const text = [`${gate} ${outcome}: ${why}`, ...told.map(figure), ...cost].join(' · ')
  return onOneLine(text)
}

function figure([name, value]: [string, number | string]): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ').toLowerCase()
  if (!words.endsWith(' ms')) return `${words} ${value}`
  return `${words.slice(0, -' ms'.length)} ${Math.round(Number(value) / 100) / 10} s`
}

const isToldIn = (why: string, value: string): boolean => value !== '' && ` ${why} `.includes(` ${value} `)
