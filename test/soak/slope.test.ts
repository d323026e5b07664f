// A slope that outliers do not move, and a trend that says when too little is known.
import { describe, expect, test } from 'vitest'
import { seeded } from '../crash/seeded.ts'
import { type Point, slopeOf, trendOf } from './slope.ts'

const seconds = 600

/** `value` at each second of ten minutes. */
const course = (value: (at: number) => number): Point[] =>
  Array.from({ length: seconds }, (_, at) => ({ at, value: value(at) }))

describe('the slope of a figure', () => {
  test('a straight line has its own slope, without doubt', () => {
    const { perMinute, plusMinus, from } = slopeOf(course((at) => 100 + at / 60))
    expect({ perMinute: perMinute.toFixed(6), plusMinus: plusMinus.toFixed(6), from: Math.round(from) }).toEqual({
      perMinute: '1.000000',
      plusMinus: '0.000000',
      from: 100,
    })
  })

  test('a collection of garbage now and then moves it little', () => {
    const random = seeded(3)
    const slope = slopeOf(course((at) => 100 + 2 * random.number() + (at % 50 < 8 ? 400 : 0)))
    expect({ isSmall: Math.abs(slope.perMinute) < 0.1, trend: trendOf(slope, 1) }).toEqual({
      isSmall: true,
      trend: 'flat',
    })
  })

  test('growth under noise is found', () => {
    const random = seeded(4)
    expect(trendOf(slopeOf(course((at) => 100 + 3 * (at / 60) + 10 * random.number())), 1)).toBe('grows')
  })

  test('too short a course is unclear, whatever it shows', () => {
    expect(trendOf(slopeOf(course(() => 100).slice(0, 30)), 1)).toBe('unclear')
  })

  test('what wanders is in more doubt than what jitters as much', () => {
    const random = seeded(5)
    let wandering = 0
    const wanders = slopeOf(course(() => (wandering += random.number() - 0.5)))
    const jitters = slopeOf(course(() => 10 * (random.number() - 0.5)))
    expect(wanders.plusMinus).toBeGreaterThan(jitters.plusMinus)
  })
})
