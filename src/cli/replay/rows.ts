// The report's table of turns: so many rows at most, those that spoke or were called first.
import { isRefusal } from '../../../machines/rules/verdicts.ts'
import { isMentioned, type PlayedMessage, type PlayedTurn } from './history.ts'
import { clipped, type Life } from './compare.ts'

/** Every text once; rows name it by its place. */
export interface Rows {
  texts: string[]
  rows: Row[]
  /** Turns that found no room. */
  leftOut: number
}

export interface Row {
  run: number
  /** Place of the group. */
  group: number
  at: number
  /** Messages of the batch, and the text of the first ones. */
  size: number
  batch: number[]
  called: 0 | 1
  outcome: 'replied' | 'silent'
  /** The gate that said no. */
  gate?: string
  /** `gate outcome: why` of each verdict. */
  chain: number[]
  reply?: number
  tokens: number
}

const mostRows = 3_000
const shownOfBatch = 3
const mostWhy = 160
const mostReply = 240

export function makeRows(
  lives: readonly Pick<Life, 'history'>[],
  groups: readonly string[],
  textOf: (message: PlayedMessage) => string,
): Rows {
  const places = new Map<string, number>()
  const textPlace = (text: string): number => {
    const known = places.get(text)
    if (known !== undefined) return known
    places.set(text, places.size)
    return places.size - 1
  }
  const groupPlaces = new Map(groups.map((name, place) => [name, place]))
  const all = lives
    .flatMap(({ history }, run) => history.turns.map((turn) => ({ run, turn })))
    .toSorted((a, b) => a.turn.startedAt - b.turn.startedAt)
  const kept = thinned(all)
  const rows = kept.map(({ run, turn }): Row => {
    const { group, startedAt, batch, verdicts, sent } = turn
    const refusal = sent ? undefined : verdicts.findLast(isRefusal)
    return {
      run,
      group: groupPlaces.get(group) ?? 0,
      at: startedAt,
      size: batch.length,
      batch: batch.slice(-shownOfBatch).map((message) => textPlace(textOf(message))),
      called: isMentioned(turn) ? 1 : 0,
      outcome: sent ? 'replied' : 'silent',
      ...(refusal && { gate: refusal.gate }),
      chain: verdicts.map(({ gate, outcome, why }) => textPlace(clipped(`${gate} ${outcome}: ${why}`, mostWhy))),
      ...(sent && { reply: textPlace(clipped(sent.text, mostReply)) }),
      tokens: verdicts.reduce((sum, { tokens = 0 }) => sum + tokens, 0),
    }
  })
  return { texts: [...places.keys()], rows, leftOut: all.length - kept.length }
}

/** Every n-th of the silent turns that nobody called for; of too many others the first. */
function thinned<T extends { turn: PlayedTurn }>(all: readonly T[]): T[] {
  if (all.length <= mostRows) return [...all]
  const isTelling = ({ turn }: T): boolean => turn.sent !== undefined || isMentioned(turn)
  const telling = all.filter(isTelling).slice(0, mostRows)
  const quiet = all.filter((each) => !isTelling(each))
  const room = mostRows - telling.length
  const kept = new Set([
    ...telling,
    ...Array.from({ length: room }, (_, i) => quiet[Math.floor((i * quiet.length) / room)]),
  ])
  return all.filter((each) => kept.has(each))
}
