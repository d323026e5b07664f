// One or two lives of a talk as the numbers that the report draws.
import type { GroupSettings } from '../../../machines/group/settings.ts'
import { isRefusal } from '../../../machines/group/verdicts/kinds.ts'
import { countsOf } from '../counting.ts'
import { clipped, compare, type Comparison, figuresIn, type Life, saidIn } from './compare.ts'
import { messageKey } from '../virtual/trace.ts'
import { isMentioned, type PlayedMessage, type PlayedTurn, waitOf } from './history.ts'
import type { TalkRecord } from './records.ts'
import type { AnsweredInOne, GroupSeries, Line, ReportData } from './report-contract.ts'
import { makeRows, reportVerdict } from './rows.ts'
import { stretchesOf, vitalityCourse } from './vitality-course.ts'

export type DrawnLife = Life & { settingsOf(group: string): GroupSettings }

/** Of a message, in characters. */
const mostText = 300
const mostAnswered = 500
const callGates = new Set(['decide', 'rejudge', 'compose'])

export function reportData(
  talk: ReportData['talk'],
  lives: readonly DrawnLife[],
  records: readonly TalkRecord[],
): ReportData {
  const said = saidIn(records)
  const [a, b] = lives
  if (!a) throw new Error('a report needs a life')
  const heard = Map.groupBy(a.history.messages.values(), ({ group }) => group)
  const requests = (messages: readonly PlayedMessage[]): number => messages.filter(({ isRequest }) => isRequest).length
  const names = [...heard]
    .toSorted(([, x], [, y]) => requests(y) - requests(x) || y.length - x.length)
    .map(([name]) => name)
  const lineOf = ({ group, id }: PlayedMessage): Line => {
    const { sender = '', text = '' } = said.get(messageKey({ group, id })) ?? {}
    return [clipped(sender, 30), clipped(text, mostText)]
  }
  return {
    talk,
    runs: lives.map((life) => ({ name: life.name, figures: figuresIn(life) })),
    ...(b && { differ: differenceOf([a, b], compare(a, b, records, mostAnswered)) }),
    groups: names.map((name) => groupSeries(name, heard.get(name) ?? [], lives, said)),
    rows: makeRows(lives, names, lineOf),
  }
}

function differenceOf([a, b]: readonly [Life, Life], { differ }: Comparison): NonNullable<ReportData['differ']> {
  const answeredInOne = ({ count, first }: Comparison['differ']['answeredInA'], there: Life): AnsweredInOne => ({
    count,
    first: first.map(({ id, group, sender, text, gate, why }) => {
      const { turn, dropped } = there.history.messages.get(messageKey({ group, id })) ?? {}
      const refusal = turn?.verdicts.findLast(isRefusal) ?? dropped ?? { gate, outcome: 'skip', why }
      return { id, sender, text, verdict: reportVerdict(refusal) }
    }),
  })
  return {
    answeredInA: answeredInOne(differ.answeredInA, b),
    answeredInB: answeredInOne(differ.answeredInB, a),
    nothing: differ.nothing,
  }
}

function groupSeries(
  name: string,
  heard: readonly PlayedMessage[],
  lives: readonly DrawnLife[],
  said: ReadonlyMap<string, TalkRecord>,
): GroupSeries {
  const messages = heard.map(({ id, at }) => ({ at, sender: said.get(messageKey({ group: name, id }))?.sender ?? '' }))
  const runs = lives.map(({ history, settingsOf }) => {
    const turns = history.turns.filter(({ group }) => group === name)
    const { limits, vitality } = settingsOf(name)
    return { turns, limits, course: vitalityCourse(messages, vitality), dropped: droppedIn(history.messages, name) }
  })
  const times = runs.flatMap(({ turns, course }) => [
    ...course.map(({ at }) => at),
    ...turns.flatMap(({ verdicts, startedAt }) => [startedAt, ...verdicts.map(({ at }) => at)]),
  ])
  const stretches = stretchesOf([...heard.map(({ at }) => at), ...times])
  const start = stretches[0]?.[0] ?? 0
  return {
    name,
    stretches,
    messages: {
      at: steps(heard, start),
      mentioned: heard.map(({ mentioned }) => (mentioned ? '1' : '0')).join(''),
    },
    runs: runs.map(({ turns, limits, course, dropped }) => {
      const calls = turns.flatMap(({ verdicts }) => verdicts.filter(({ tokens }) => tokens !== undefined))
      const sends = turns.flatMap(({ sent }) => sent ?? [])
      const waiting = turns.filter((turn) => !isMentioned(turn))
      return {
        limits,
        vitality: { at: steps(course, start), state: course.map(({ state }) => states.indexOf(state)).join('') },
        calls: {
          at: steps(calls, start),
          tokens: calls.map(({ tokens = 0 }) => tokens),
          kind: calls.map(({ gate }) => (callGates.has(gate) ? gate.charAt(0) : '-')).join(''),
        },
        sends: { at: steps(sends, start) },
        waits: { at: steps(waiting.map(startOf), start), ms: waiting.map(waitOf) },
        skips: skipsIn(turns, dropped),
      }
    }),
  }
}

const states = ['DORMANT', 'COOLING', 'ACTIVE', 'HEATED']
const startOf = ({ startedAt }: PlayedTurn) => ({ at: startedAt })

function steps(events: readonly { at: number }[], start: number): number[] {
  let last = start
  return events.map(({ at }) => {
    const step = at - last
    last = at
    return step
  })
}

const droppedIn = (messages: ReadonlyMap<string, PlayedMessage>, name: string) =>
  [...messages.values()].flatMap(({ group, dropped }) => (group === name && dropped ? [dropped] : []))

function skipsIn(turns: readonly PlayedTurn[], dropped: readonly { gate: string }[]): Record<string, number> {
  const refusals = [...turns.flatMap(({ verdicts }) => verdicts.filter(isRefusal)), ...dropped]
  return countsOf(refusals.map(({ gate }) => gate))
}
