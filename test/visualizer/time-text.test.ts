// Spans and counts as the page tells them.
import { expect, test } from 'vitest'
import {
  clockText,
  countdownText,
  countText,
  dateText,
  sizeText,
  spanText,
  tellBy,
  windowText,
} from '../../visualizer/time-text.ts'

test('a span has the two units that matter', () => {
  const spans = [0, 340, 949, 1_240, 9_960, 41_000, 200_000, 3_600_000, 7_500_000, 100 * 3_600_000]
  expect(spans.map((ms) => spanText(ms, 'en'))).toEqual([
    '0 s',
    '340 ms',
    '949 ms',
    '1.2 s',
    '10 s',
    '41 s',
    '3 min 20 s',
    '1 h',
    '2 h 5 min',
    '4 d 4 h',
  ])
  expect(spanText(200_000, 'zh')).toBe('3 分 20 秒')
})

test('a countdown rounds up, and ends at nothing', () => {
  const left = [-5, 0, 1, 59_000, 59_001, 200_000, 7_500_000]
  expect(left.map((ms) => countdownText(ms, 'en'))).toEqual(['0 s', '0 s', '1 s', '59 s', '1:00', '3:20', '2:05:00'])
})

test('windows and counts are short', () => {
  expect([30_000, 300_000, 10_800_000, 5_400_000].map(windowText)).toEqual(['30s', '5m', '3h', '1.5h'])
  expect([812, 1_700, 9_949, 9_951, 120_400, 1_234_567].map(countText)).toEqual([
    '812',
    '1.7k',
    '9.9k',
    '10k',
    '120k',
    '1.2M',
  ])
})

test('times are told by the reader’s clock where the service’s time is apart from it', () => {
  const at = Date.parse('2026-11-22T12:00:00Z')
  const told = [0, 1_500, 8 * 3_600_000, 0].map((skew) => {
    tellBy(skew)
    return clockText(at)
  })
  expect(told).toEqual([at, at, at - 8 * 3_600_000, at].map((time) => new Date(time).toLocaleTimeString('en-GB')))
})

test('sizes and dates are short', () => {
  expect([900, 41_200_000, 1_240_000_000].map(sizeText)).toEqual(['1 KB', '41 MB', '1.2 GB'])
  const at = Date.UTC(2026, 9, 23, 12)
  expect([dateText(at, 'en'), dateText(at, 'zh')]).toEqual(['23 Oct 2026', '2026年10月23日'])
})
