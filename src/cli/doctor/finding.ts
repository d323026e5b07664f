// What a check of the doctor found, as one line.
import { styleText } from 'node:util'

export interface Finding {
  sign: 'ok' | 'warn' | 'bad'
  /** What was looked at, in one word. */
  what: string
  found: string
  /** What to do about it. */
  next?: string
}

const shown = { ok: ['green', '✓'], warn: ['yellow', '!'], bad: ['red', '✗'] } as const
const whatWidth = 8

export function findingLine({ sign, what, found, next }: Finding): string {
  const [colour, mark] = shown[sign]
  const step = next === undefined ? '' : styleText('dim', ` → ${next}`)
  return `${styleText(colour, mark)} ${what.padEnd(whatWidth)} ${found}${step}`
}

export const bytesText = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.ceil(bytes / 1_000)} KB`
    : bytes < 1e9
      ? `${Math.round(bytes / 1e5) / 10} MB`
      : `${Math.round(bytes / 1e8) / 10} GB`
