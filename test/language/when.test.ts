// Times as people and models write them, and when each comes again: changes of the clocks, what was missed, what is wrong (A13).
import { describe, expect, test } from 'vitest'
import { localText, nextAfter, readWhen, type When, whenText } from '../../src/language/when.ts'
import { whenProblem } from '../../src/language/when-words.ts'

const wall = Date.parse('2026-11-27T08:00:00Z')
const berlin = 'Europe/Berlin'
const utc = (at: number | null): string => (at === null ? 'never' : new Date(at).toISOString().slice(0, 16))
const read = (given: string, at = wall): When => {
  const when = readWhen(given, berlin, at)
  if ('what' in when) throw new Error(whenProblem.en(when))
  return when
}
const said = (given: string): string => {
  const when = readWhen(given, berlin, wall)
  return 'what' in when ? when.what : `${whenText(when)} | ${utc(when.next)}`
}

test.each([
  ['in 20m', '2026-11-27 09:20 Europe/Berlin | 2026-11-27T08:20'],
  ['in 30 s', '2026-11-27 09:00 Europe/Berlin | 2026-11-27T08:00'],
  ['every 90m', 'every 90m | 2026-11-27T09:30'],
  ['Every 2 h', 'every 2h | 2026-11-27T10:00'],
  ['every 3d', 'every 3d | 2026-11-30T08:00'],
  ['2026-12-01 09:00', '2026-12-01 09:00 Europe/Berlin | 2026-12-01T08:00'],
  ['2026-12-01 09:00 Asia/Shanghai', '2026-12-01 09:00 Asia/Shanghai | 2026-12-01T01:00'],
  ['2026-12-01T09:00:30Z', '2026-12-01 10:00 Europe/Berlin | 2026-12-01T09:00'],
  ['2026-12-01T09:00+0530', '2026-12-01 04:30 Europe/Berlin | 2026-12-01T03:30'],
  ['0  9 * * 1-5', '0 9 * * 1-5 Europe/Berlin | 2026-11-30T08:00'],
  ['0 9 * * MON America/New_York', '0 9 * * MON America/New_York | 2026-11-30T14:00'],
  ['@daily UTC', '@daily UTC | 2026-11-28T00:00'],
  ['every 30s', 'tooOften'],
  ['every 500d', 'unreadable'],
  ['in 0m', 'unreadable'],
  ['2020-01-01 10:00', 'past'],
  ['2026-13-41 09:00', 'unreadable'],
  ['61 * * * *', 'unreadable'],
  ['* * * * * *', 'unreadable'],
  ['tomorrow', 'unreadable'],
  ['', 'unreadable'],
  ['0 0 31 2 *', 'never'],
  ['0 9 * * * Mars/Phobos', 'unknownZone'],
])('%j is %s', (given, expected) => {
  expect(said(given)).toBe(expected)
})

test('what is wrong is told with the next step, in English and Chinese', () => {
  const problemOf = (given: string, lang: 'en' | 'zh'): string => {
    const when = readWhen(given, berlin, wall)
    return 'what' in when ? whenProblem[lang](when) : ''
  }
  expect(problemOf('61 * * * *', 'en')).toBe(
    '"61 * * * *" is no time (Invalid value for minute: 61): write "in 20m", "every 2h", "2026-12-01 09:00", or five fields of cron as "0 9 * * 1-5" (minute, hour, day, month, weekday), with a zone behind it where it is not the usual one',
  )
  expect(
    ['2020-01-01 10:00', '0 0 31 2 *', 'every 30s', '0 9 * * * Mars/Phobos'].map((given) => problemOf(given, 'en')),
  ).toEqual([
    '"2020-01-01 10:00" is over: give a time to come',
    '"0 0 31 2 *" never comes: no month has such a day',
    '"every 30s" is too often: every 60 s at the most',
    'there is no time zone "Mars/Phobos": write one such as Europe/Berlin',
  ])
  expect(problemOf('every 30s', 'zh')).toBe('"every 30s" 太频繁：最多每 60 秒一次')
})

describe('a change of the clocks', () => {
  /** The times of a row from a moment on, each done a second after it was due. */
  const timesOf = (given: string, from: string, count: number): string[] => {
    let row = read(given, Date.parse(from))
    return Array.from({ length: count }, () => {
      const shown = `${utc(row.next)} = ${localText(row.next, row.zone).slice(5, 16)}`
      row = { ...row, next: nextAfter(row, row.next + 1_000) ?? Number.NaN }
      return shown
    })
  }

  test.each([
    [
      '30 2 * * * Europe/Berlin',
      '2027-03-27T00:00Z',
      ['2027-03-27T01:30 = 03-27 02:30', '2027-03-28T01:00 = 03-28 03:00', '2027-03-29T00:30 = 03-29 02:30'],
    ],
    [
      '30 2 * * * Europe/Berlin',
      '2027-10-30T00:00Z',
      ['2027-10-30T00:30 = 10-30 02:30', '2027-10-31T00:30 = 10-31 02:30', '2027-11-01T01:30 = 11-01 02:30'],
    ],
    [
      '30 2 * * * America/New_York',
      '2027-03-13T00:00Z',
      ['2027-03-13T07:30 = 03-13 02:30', '2027-03-14T07:00 = 03-14 03:00', '2027-03-15T06:30 = 03-15 02:30'],
    ],
    [
      '30 1 * * * America/New_York',
      '2027-11-06T00:00Z',
      ['2027-11-06T05:30 = 11-06 01:30', '2027-11-07T05:30 = 11-07 01:30', '2027-11-08T06:30 = 11-08 01:30'],
    ],
    [
      '15,45 2 * * * Europe/Berlin',
      '2027-10-30T12:00Z',
      ['2027-10-31T00:15 = 10-31 02:15', '2027-10-31T00:45 = 10-31 02:45', '2027-11-01T01:15 = 11-01 02:15'],
    ],
  ])('%s from %s on comes once a day', (given, from, times) => {
    expect(timesOf(given, from, times.length)).toEqual(times)
  })

  test('every hour is every hour that passes', () => {
    expect(timesOf('0 * * * * Europe/Berlin', '2027-10-31T00:00:01Z', 3)).toEqual([
      '2027-10-31T01:00 = 10-31 02:00',
      '2027-10-31T02:00 = 10-31 03:00',
      '2027-10-31T03:00 = 10-31 04:00',
    ])
  })

  test('a time that the clocks skip is what stands an hour later on them, and of two the first one counts', () => {
    expect(['2027-03-28 02:30', '2027-10-31 02:30'].map((given) => utc(read(given).next))).toEqual([
      '2027-03-28T01:30',
      '2027-10-31T00:30',
    ])
  })
})

test('what was missed comes once, and then at its next time', () => {
  const late = Date.parse('2026-12-03T10:20:00Z')
  const missed = ['0 9 * * *', 'every 90m', '2026-12-01 09:00'].map((given) => utc(nextAfter(read(given), late)))
  expect(missed).toEqual(['2026-12-04T08:00', '2026-12-03T11:00', 'never'])
})
