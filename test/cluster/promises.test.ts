// Every promise that rounds of a cluster look at can be seen broken.
import { expect, test } from 'vitest'
import { replyId } from '../../src/channels/web/room-lines.ts'
import type { TurnRow } from '../../src/host/restate/room-state.ts'
import { problemsOf, type RoomFound } from './promises.ts'

const [room, page] = ['den', 'http://127.0.0.1:1']
const key = `ada web:${room}`
const line = replyId(room, 'ada', 'turn-1')

type Step = TurnRow['steps'][number]

const step = (over: object): Step =>
  ({
    key,
    seq: 1,
    at: 0,
    event: { type: 'x' },
    records: [],
    started: [],
    timers: [],
    body: '',
    ...over,
  }) as unknown as Step
const heard = (id: string, over: object = {}): Step =>
  step({ event: { type: 'message.received', message: { id } }, ...over })
const said = (id: string, bot: boolean): TurnRow['messages'][number] => ({
  id,
  group: `web:${room}`,
  ts: 0,
  sender: { id: bot ? 'ada' : 'mia', name: 'x', bot },
  text: id,
})
const verdict = (params: object) => ({ name: 'recordVerdict', params })
const timer = { id: 'xstate.after.pause', due: 1_000 }
const sent = [verdict({ gate: 'send', outcome: 'sent', tokens: 70 })]

/** A message is heard, answered after a pause, and the answer is heard. */
const whole = (): RoomFound => ({
  room,
  bots: 1,
  said: ['p1'],
  shown: { [page]: ['p1', line] },
  rows: [
    { turn: 1, messages: [said('p1', false)], steps: [heard('p1', { timers: [timer] })] },
    {
      turn: 2,
      messages: [],
      steps: [step({ at: 1_200, event: { type: timer.id }, started: [{ src: 'deliver', input: { key: 'turn-1' } }] })],
    },
    { turn: 3, messages: [{ ...said(line, true), replyTo: 'p1' }], steps: [heard(line, { at: 1_300, records: sent })] },
  ],
})

const broken = (change: (room: RoomFound) => Partial<RoomFound>, served = 70): string[] =>
  problemsOf([{ ...whole(), ...change(whole()) }], served).problems

const inTurn = ({ rows }: RoomFound, turn: number, over: (row: TurnRow) => Partial<TurnRow>): Partial<RoomFound> => ({
  rows: rows.map((row) => (row.turn === turn ? { ...row, ...over(row) } : row)),
})

test('a room in which all holds has no problem', () => {
  expect(problemsOf([whole()], 70)).toEqual({
    problems: [],
    figures: {
      replies: 1,
      called: 0,
      answered: 0,
      unsure: 0,
      turns: 3,
      latest: 200,
      late: 0,
      lateAt: {},
      lateOf: [],
      booked: 70,
      served: 70,
    },
  })
})

test('who called a bot was answered, or not', () => {
  const { answered, called } = problemsOf(
    [
      { ...whole(), calls: ['p1'] },
      { ...whole(), calls: ['p2'] },
    ],
    70,
  ).figures
  expect([called, answered]).toEqual([2, 1])
})

test.each<[string, (room: RoomFound) => Partial<RoomFound>, string[]]>([
  [
    'a lost turn',
    ({ rows }) => ({ rows: rows.filter(({ turn }) => turn !== 2) }),
    ['turn 2 of den is not in Postgres, but 3', `nobody of den has sent ${line}`],
  ],
  [
    'a message that nobody heard',
    (found) => inTurn(found, 1, () => ({ steps: [] })),
    ['0 of 1 bots of den heard message p1'],
  ],
  [
    'one that was heard twice',
    (found) => inTurn(found, 2, ({ steps }) => ({ steps: [...steps, heard('p1')] })),
    [`${key} p1 was heard 2 times`],
  ],
  [
    'a line that no bot sent',
    (found) => ({
      ...inTurn(found, 3, ({ messages }) => ({ messages: [...messages, said('again', true)] })),
      shown: { [page]: ['p1', line, 'again'] },
    }),
    ['nobody of den has sent again'],
  ],
  [
    'a line that was sent and does not stand there',
    (found) => ({ ...inTurn(found, 3, () => ({ messages: [] })), shown: { [page]: ['p1'] } }),
    ['0 lines of bots stand in den, and 1 were sent'],
  ],
  [
    'a line that stands on a page twice',
    () => ({ shown: { [page]: ['p1', line, line] } }),
    [`line ${line} stands in den at ${page} 2 times`],
  ],
  [
    'a line that one of the pages does not show',
    () => ({ shown: { [page]: ['p1', line], other: [line] } }),
    ['line p1 stands in den at other 0 times'],
  ],
  [
    'a line that stands on a page alone',
    () => ({ shown: { [page]: ['p1', line, 'ghost'] } }),
    [`line ghost stands in den at ${page} alone`],
  ],
  [
    'a late timer',
    (found) => inTurn(found, 2, ({ steps }) => ({ steps: steps.map((each) => ({ ...each, at: 6_100 })) })),
    ['1 timers were late, the latest by 5100 ms'],
  ],
])('%s is told', (_, change, problems) => {
  expect(broken(change)).toEqual(problems)
})

test('tokens that were served and not booked are told', () => {
  expect(broken(() => ({}), 71)).toEqual(['71 tokens were served and 70 booked'])
})
