// The figures of a run as a table, and beside them what the model wrote and what the room got.
import type { BotVerdict } from '../../src/channels/web/event-stream.ts'
import type { RoomMessage } from '../../src/channels/web/rooms.ts'
import type { ServedCall } from './counting-proxy.ts'

export function callTable(calls: readonly ServedCall[]): string {
  const rows = [...Map.groupBy(calls, ({ kind }) => kind)].map(([kind, own]) => [
    kind,
    String(own.length),
    tally(own, ({ status }) => String(status)),
    tally(own, ({ finish }) => finish ?? '–'),
    String(own.filter(({ delivered }) => !delivered).length),
    `${median(own.map(({ latencyMs }) => latencyMs / 1_000)).toFixed(1)} s`,
    `${Math.max(...own.map(({ latencyMs }) => latencyMs / 1_000)).toFixed(1)} s`,
    `${sum(own, 'promptTokens')} + ${sum(own, 'completionTokens')}`,
  ])
  const head = ['call', 'n', 'status', 'finish', 'given up', 'median', 'slowest', 'tokens in + out']
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)))
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** How judgements, replies and sends ended, the most frequent first. */
export function outcomeTable(verdicts: readonly BotVerdict[]): string {
  const ends = verdicts.filter(({ gate }) => ['decide', 'rejudge', 'compose', 'shape', 'send'].includes(gate))
  const counted = [...Map.groupBy(ends, ({ gate, outcome, why }) => `${gate} ${outcome}: ${plainWhy(why)}`)]
  return counted
    .toSorted(([, some], [, others]) => others.length - some.length)
    .map(([what, own]) => `${String(own.length).padStart(4)}  ${what}`)
    .join('\n')
}

/** What stands in quotes or is counted differs from call to call. */
const plainWhy = (why: string): string =>
  why
    .replaceAll(/"[^"]*"|“[^”]*”/g, '"…"')
    .replaceAll(/\d+(?:\.\d+)?/g, 'N')
    .slice(0, 110)

export function writtenAndShown(calls: readonly ServedCall[], messages: readonly RoomMessage[]): string {
  const written = calls.map(
    ({ kind, content }) => `  ${kind === 'text' ? 'reply    ' : 'judgement'} ${JSON.stringify(content.slice(0, 200))}`,
  )
  const shown = messages.map(
    ({ name, bot, text }) => `  ${bot ? '»' : ' '} ${name}: ${JSON.stringify(text.slice(0, 200))}`,
  )
  return ['The model wrote', ...written, 'The room', ...shown].join('\n')
}

export function tally<T>(items: readonly T[], of: (item: T) => string): string {
  return [...Map.groupBy(items, of)].map(([what, own]) => `${what}×${own.length}`).join(' ')
}

export const sum = (calls: readonly ServedCall[], field: 'promptTokens' | 'completionTokens' | 'totalTokens'): number =>
  calls.reduce((total, call) => total + call[field], 0)

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
