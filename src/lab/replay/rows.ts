// The report's table of turns: so many rows at most, those that spoke or were called first.
import { isRefusal } from '../../../machines/group/verdicts/kinds.ts'
import { whyTold } from '../../outcomes/why-words.ts'
import { isMentioned, type PlayedMessage, type PlayedTurn } from './history.ts'
import { clipped, type Life } from './compare.ts'
import type { Line, Row, Rows, ReportVerdict } from './report-contract.ts'

const mostRows = 3_000
const mostReason = 300
const mostReply = 600

export function makeRows(
  lives: readonly Pick<Life, 'history'>[],
  groups: readonly string[],
  lineOf: (message: PlayedMessage) => Line,
): Rows {
  const lines = makePlaces<Line>()
  const verdicts = makePlaces<ReportVerdict>()
  const groupPlaces = new Map(groups.map((name, place) => [name, place]))
  const all = lives
    .flatMap(({ history }, run) => history.turns.map((turn) => ({ run, turn })))
    .toSorted((a, b) => a.turn.startedAt - b.turn.startedAt)
  const kept = thinned(all)
  const rows = kept.map(({ run, turn }): Row => {
    const { group, startedAt, batch, verdicts: said, sent } = turn
    const refusal = sent ? undefined : said.findLast(isRefusal)
    return {
      run,
      group: groupPlaces.get(group) ?? 0,
      at: startedAt,
      batch: batch.map((message) => lines.placeOf(lineOf(message))),
      called: isMentioned(turn) ? 1 : 0,
      outcome: sent ? 'replied' : 'silent',
      ...(refusal && { gate: refusal.gate }),
      chain: said.map((verdict) => verdicts.placeOf(reportVerdict(verdict))),
      ...(sent && { reply: clipped(sent.text, mostReply) }),
      tokens: said.reduce((sum, { tokens = 0 }) => sum + tokens, 0),
    }
  })
  return { lines: lines.all(), verdicts: verdicts.all(), rows, leftOut: all.length - kept.length }
}

/** Without numbers that its words do not name. */
export function reportVerdict({ gate, outcome, why, numbers, reason, tried }: ReportVerdict): ReportVerdict {
  const { told } = whyTold({ why, ...(numbers && { numbers }) }, 'en')
  return {
    gate,
    outcome,
    why,
    ...(numbers && told.size > 0 && { numbers }),
    ...(reason && { reason: clipped(reason, mostReason) }),
    ...(tried && { tried }),
  }
}

/** Each value once, by its place. */
function makePlaces<T>() {
  const places = new Map<string, { place: number; value: T }>()
  return {
    placeOf(value: T): number {
      const key = JSON.stringify(value)
      const known = places.get(key) ?? { place: places.size, value }
      places.set(key, known)
      return known.place
    },
    all: (): T[] => [...places.values()].map(({ value }) => value),
  }
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
