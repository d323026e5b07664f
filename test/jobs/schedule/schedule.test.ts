// Rows are made, listed and removed, within bounds; they are done once, and by the rights of today (A13).
import { expect, test } from 'vitest'
import { mostRows, type ScheduleRequest } from '../../../src/jobs/schedule/schedule.ts'
import { scheduleWords } from '../../../src/jobs/schedule/schedule-words.ts'
import { actorKey } from '../../../src/room/key.ts'
import { settled } from '../../host/local-life.ts'
import { bot, type Given, living, minute, place, problemOf } from './schedule-life.ts'

test('the same key is one row, also when it is done and its maker asks once more after a crash', async () => {
  const here = living()
  const row = await here.add({ key: 'call 1' })
  expect(await here.add({ key: 'call 1', when: 'in 9m' })).toEqual(row)
  expect(await here.schedule.rows(place)).toEqual([row])
  await here.passes(3)
  expect([here.posts, await here.schedule.rows(place)]).toEqual([['2 Tea!'], []])
  await here.host.stop()
  const again = living({ db: here.db, clock: here.clock })
  expect(await again.add({ key: 'call 1' })).toBe(undefined)
  await again.passes(3)
  expect(again.posts).toEqual([])
})

test('what was missed while the service was down is done once, and then at its next time', async () => {
  const here = living()
  await here.add({ when: 'every 10m', text: 'Often' })
  await here.add({ when: 'in 15m', text: 'Once' })
  await settled()
  await here.host.stop()
  here.clock.jump(65 * minute)
  const again = living({ db: here.db, clock: here.clock })
  for (let times = 0; times < 6; times += 1) {
    // oxlint-disable-next-line no-await-in-loop -- look, post, end
    await settled()
    again.clock.advance(again.clock.now())
  }
  await again.passes(6)
  expect(again.posts).toEqual(['65 Often', '65 Once', '70 Often'])
})

test('there are bounds: for all rows, for those of one person, for a text, for how often, and a clear word on each', async () => {
  const here = living()
  await Promise.all(Array.from({ length: mostRows.own }, () => here.add({ by: 'ann', origin: 'tool' })))
  const problems = [
    await problemOf(here.add({ by: 'ann', origin: 'tool' })),
    await problemOf(here.add({ text: 'x'.repeat(501) })),
    await problemOf(here.add({ text: '  ' })),
    await problemOf(here.add({ quiet: true })),
    await problemOf(here.add({ when: 'every 10s' })),
    await problemOf(here.schedule.remove(place, 'nothing', { by: 'ann', isOperator: true })),
  ]
  await Promise.all(Array.from({ length: mostRows.all - mostRows.own }, (_, n) => here.add({ by: `person ${n}` })))
  problems.push(await problemOf(here.add()))
  const told = problems.map((problem) => scheduleWords.en.problem(problem as never))
  expect(told).toEqual([
    '8 things are to be done later for you here: remove one first',
    'it is too long: 500 characters at most',
    'it says nothing: write what is to be said or done behind the time',
    'a reminder is always said: make it a task, or leave quiet out',
    '"every 10s" is too often: every 60 s at the most',
    'there is no row "nothing": the list has their ids',
    '20 things are to be done later here: remove one first',
  ])
  expect(await here.schedule.rows(place)).toHaveLength(mostRows.all)
})

test('a row is removed by who made it or by an operator, and one of the configuration there alone', async () => {
  const here = living()
  const [own, other] = [await here.add({ by: 'ann' }), await here.add({ by: 'bo' })]
  const [ownId = '', otherId = ''] = [own?.id, other?.id]
  expect(await problemOf(here.schedule.remove(place, otherId, { by: 'ann', isOperator: false }))).toEqual({
    what: 'notYours',
    id: otherId,
  })
  await here.schedule.remove(place, ownId, { by: 'ann', isOperator: false })
  await here.schedule.remove(place, otherId, { by: 'olga', isOperator: true })
  const row = { ...own, id: 'c1', origin: 'config' }
  await here.host.order([
    { key: `#schedule/${actorKey(place)}`, event: { type: 'schedule.sync', rows: [row], wall: 0 } },
  ])
  expect(await problemOf(here.schedule.remove(place, 'c1', { by: 'olga', isOperator: true }))).toEqual({
    what: 'ofConfig',
    id: 'c1',
  })
})

test.each<[string, Partial<ScheduleRequest>, Given, boolean]>([
  ['who is an operator still', { by: 'olga', origin: 'command' }, {}, true],
  ['who is none any more', { by: 'olga', origin: 'command' }, { bots: [{ ...bot, operators: [] }] }, false],
  ['a member who may use the tool', { by: 'ann', origin: 'tool' }, {}, true],
  [
    'a member where the tool is off by now',
    { by: 'ann', origin: 'tool' },
    { bots: [{ id: 'iris', operators: [] }] },
    false,
  ],
  ['a member who is denied by now', { by: 'ann', origin: 'tool' }, { denied: ['ann'] }, false],
  ['the configuration', { by: 'chime:schedule', origin: 'config' }, { bots: [{ id: 'iris', operators: [] }] }, true],
  ['a bot that is gone', { by: 'chime:schedule', origin: 'config' }, { bots: [] }, false],
])('the rights of today count: a row of %s', async (_, request, given, isDone) => {
  const here = living(given)
  await here.add(request)
  await here.passes(3)
  expect(here.posts).toEqual(isDone ? ['2 Tea!'] : [])
  expect(here.at('control').map(({ outcome, why }) => `${outcome}: ${why}`)).toEqual(
    isDone ? [] : ['refused: scheduleRefused'],
  )
  expect(await here.schedule.rows(place)).toEqual([])
})

test('a task stands in the talk as what it is, with what a quiet one is told; a reminder does not', async () => {
  const here = living()
  await here.add()
  await here.add({ kind: 'task', text: 'Look at the build.', quiet: true, by: 'ann', origin: 'tool' })
  await here.add({ kind: 'task', text: '看看构建', quiet: true })
  await here.passes(3)
  expect(here.lines.map(({ sender, name, bot: isBot, text }) => ({ sender, name, isBot, text }))).toEqual([
    {
      sender: 'ann',
      name: 'ANN',
      isBot: false,
      text: '⏰ Look at the build.\n(Speak only if there is something new since last time, else NO_REPLY.)',
    },
    { sender: 'olga', name: 'OLGA', isBot: false, text: '⏰ 看看构建\n（有新情况才说；没有就只写 NO_REPLY。）' },
  ])
})
