// The schedule of a bot on every host: rows are done at their time and once, over both changes of the clocks and over every crash (A13).
import { describe, expect, test } from 'vitest'
import type { DeliverInput } from '../../../machines/group/children.ts'
import { groupMachine } from '../../../machines/group/group.ts'
import type { LookInput, ScheduleRow } from '../../../machines/schedule/rows.ts'
import { lookAtClock } from '../../../src/jobs/schedule/look-at-clock.ts'
import { readWhen } from '../../../src/language/when.ts'
import { actorKey } from '../../../src/room/key.ts'
import { kinds } from '../../../src/room/kinds.ts'
import { scheduleKey } from '../../../src/room/schedule.ts'
import { inputWith } from '../../fakes/group-life.ts'
import { after, killsAt, traceOf } from './watched.ts'
import type { Crash, MakeWorld, World } from './world.ts'

const place = { bot: 'iris', group: 'web:lobby', oneToOne: false }
const [minute, hour] = [60_000, 3_600_000]
const most = { all: 20, own: 20 }
const composed = { text: 'Looked.', type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 100 }

interface Given {
  /** What the clock on the wall shows when the world begins; the host's own time begins at 0. */
  begins: string
  rows: readonly [id: string, when: string, kind?: ScheduleRow['kind']][]
  crash?: Crash
}

async function scheduled(make: MakeWorld, { begins, rows, crash }: Given): Promise<World> {
  const wall = Date.parse(begins)
  const config = { bots: [{ id: 'iris', operators: ['olga'] }] } as unknown as Parameters<
    typeof lookAtClock
  >[0]['config']
  const look = (input: LookInput, { at }: { at: number }) =>
    after(1, lookAtClock({ config, now: () => at, ahead: () => -wall }, input, place))
  const world = make({
    hosted: { machine: groupMachine, inputOf: () => inputWith(), kinds },
    answers: {
      lookAtClock: look,
      compose: () => after(500, composed),
      deliver: () => after(100, { id: 'sent' }),
    },
    ...(crash && { crash }),
  })
  for (const [id, text, kind = 'reminder'] of rows) {
    const when = readWhen(text, 'UTC', wall)
    if ('what' in when) throw new Error(when.what)
    const row: ScheduleRow = { id, ...when, kind, text: `${id}!`, tokens: 5, by: 'olga', origin: 'command' }
    // oxlint-disable-next-line no-await-in-loop -- in order
    await world.order({ key: scheduleKey(place), event: { type: 'schedule.add', row, most } })
  }
  return world
}

const posts = ({ asked }: World, begins = '1970-01-01T00:00Z'): string[] =>
  asked.flatMap(({ at, src, input }) =>
    src === 'deliver'
      ? [`${new Date(Date.parse(begins) + at).toISOString().slice(5, 16)} ${(input as DeliverInput).text}`]
      : [],
  )

export function scheduleContract(name: string, make: MakeWorld): void {
  describe(`${name}: the schedule of a bot`, () => {
    test.each([
      {
        zone: 'Europe/Berlin',
        begins: '2027-03-27T00:00Z',
        row: '30 2 * * * Europe/Berlin',
        due: ['03-27T01:30 a!', '03-28T01:00 a!', '03-29T00:30 a!'],
      },
      {
        zone: 'Europe/Berlin, in autumn',
        begins: '2027-10-30T00:00Z',
        row: '30 2 * * * Europe/Berlin',
        due: ['10-30T00:30 a!', '10-31T00:30 a!', '11-01T01:30 a!'],
      },
      {
        zone: 'America/New_York',
        begins: '2027-03-13T06:00Z',
        row: '30 2 * * * America/New_York',
        due: ['03-13T07:30 a!', '03-14T07:00 a!', '03-15T06:30 a!'],
      },
      {
        zone: 'America/New_York, in autumn',
        begins: '2027-11-06T04:00Z',
        row: '30 1 * * * America/New_York',
        due: ['11-06T05:30 a!', '11-07T05:30 a!', '11-08T06:30 a!'],
      },
    ])('is kept once a day over a change of the clocks in $zone', async ({ begins, row, due }) => {
      const world = await scheduled(make, { begins, rows: [['a', row]] })
      await world.until(3 * 24 * hour)
      expect(posts(world, begins)).toEqual(due)
    })

    test('says and does each row in a turn of its own, and rows of one moment one after the other', async () => {
      const begins = '1970-01-01T00:00Z'
      const world = await scheduled(make, {
        begins,
        rows: [
          ['tea', 'in 2h'],
          ['look', 'in 2h', 'task'],
          ['often', 'every 90m'],
        ],
      })
      await world.until(4 * hour)
      expect(posts(world)).toEqual([
        '01-01T01:30 often!',
        '01-01T02:00 tea!',
        '01-01T02:00 Looked.',
        '01-01T03:00 often!',
      ])
      const charts = (await world.host.room('web:lobby')) ?? []
      expect(charts.map(({ key }) => key)).toEqual([scheduleKey(place), actorKey(place)])
    })

    test('is done once wherever the process is killed (S5)', { timeout: 60_000 }, async () => {
      const live = async (crash?: Crash) => {
        const rows: Given['rows'] = [
          ['tea', 'in 1m'],
          ['look', 'in 2m', 'task'],
        ]
        const world = await scheduled(make, { begins: '1970-01-01T00:00Z', rows, ...(crash && { crash }) })
        await world.until(5 * minute)
        return { posts: posts(world), trace: traceOf(world), commits: world.commits?.() ?? 1 }
      }
      const whole = await live()
      expect(whole.posts).toEqual(['01-01T00:01 tea!', '01-01T00:02 Looked.'])
      for (const crash of killsAt(3, whole.commits)) {
        // oxlint-disable-next-line no-await-in-loop -- one store after the other
        const { posts: posted, trace } = await live(crash)
        expect({ crash, posted, trace }).toEqual({ crash, posted: whole.posts, trace: whole.trace })
      }
    })
  })
}
