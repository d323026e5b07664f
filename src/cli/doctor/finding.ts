// What a check of the doctor found, as one line, or as many as the terminal needs.
import { styleText } from 'node:util'
import type { Finding } from '../../channels/plugin.ts'
import { columnsOf, wrapped } from '../../terminal/terminal-text.ts'

export type { Finding }

const finding =
  (sign: Finding['sign']) =>
  (what: string, found: string, next?: string): Finding => ({
    sign,
    what,
    found,
    ...(next !== undefined && { next }),
  })
export const [ok, warn, bad] = [finding('ok'), finding('warn'), finding('bad')]

const shown = { ok: ['green', '✓'], warn: ['yellow', '!'], bad: ['red', '✗'] } as const
const whatWidth = 8

export function findingLine({ sign, what, found, next }: Finding): string {
  const [colour, mark] = shown[sign]
  const head = `${mark} ${what.padEnd(whatWidth)} `
  const lines = wrapped(
    `${head}${found}${next === undefined ? '' : ` → ${next}`}`,
    columnsOf(process.stdout),
    head.length,
  )
  const text = lines.join('\n').slice(mark.length)
  const step = next === undefined ? text.length : text.lastIndexOf('→', text.length - next.length)
  return `${styleText(colour, mark)}${text.slice(0, step)}${step < text.length ? styleText('dim', text.slice(step)) : ''}`
}

export const bytesText = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.ceil(bytes / 1_000)} KB`
    : bytes < 1e9
      ? `${Math.round(bytes / 1e5) / 10} MB`
      : `${Math.round(bytes / 1e8) / 10} GB`
