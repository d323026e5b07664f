// The talk as the page puts it together: in order, read back page by page, without holes after an absence.
import { expect, test } from 'vitest'
import type { TalkLine } from '../../src/feed/contract.ts'
import { mergeTalk, readSince } from '../../visualizer/pages.ts'

const line = (n: number): TalkLine => ({ id: `m${n}`, at: n, sender: 'dana', name: 'Dana', bot: false, text: '' })
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => line(from + i))
const known = (...ns: number[]) => new Set(ns.map((n) => `m${n}`))

/** Pages of ten out of what was said. */
function pagesOf(said: readonly TalkLine[], mostPages = 9) {
  const asked: (string | undefined)[] = []
  const ask = (before?: string): Promise<TalkLine[]> => {
    asked.push(before)
    const end = before === undefined ? said.length : said.findIndex(({ id }) => id === before)
    return Promise.resolve(said.slice(Math.max(0, end - 10), end))
  }
  return { asked, source: { ask, pageSize: 10, mostPages } }
}

test('lines of the same time keep the order they were told in, and none stands twice', () => {
  const same = (id: string): TalkLine => ({ ...line(5), id })
  const merged = mergeTalk([same('a'), same('b')], [same('b'), line(4), same('c')])
  expect(merged.map(({ id }) => id)).toEqual(['m4', 'a', 'b', 'c'])
})

test('the first look reads one page and knows whether there is more', async () => {
  const long = pagesOf(lines(0, 25))
  expect(await readSince(known(), long.source)).toEqual({ lines: lines(15, 25), joins: false, older: true })
  expect(await readSince(known(), pagesOf(lines(0, 3)).source)).toEqual({
    lines: lines(0, 3),
    joins: true,
    older: false,
  })
  expect(long.asked).toEqual([undefined])
})

test('a long absence is read back to what is known, and no further', async () => {
  const { asked, source } = pagesOf(lines(0, 60))
  expect(await readSince(known(30, 31, 32), source)).toEqual({ lines: lines(30, 60), joins: true, older: true })
  expect(asked).toEqual([undefined, 'm50', 'm40'])
})

test('what is known no longer being there, the talk is read to its beginning', async () => {
  const { source } = pagesOf(lines(0, 14))
  expect(await readSince(new Set(['gone']), source)).toEqual({ lines: lines(0, 14), joins: true, older: false })
})

test('an absence beyond the most pages leaves a hole, and says so', async () => {
  const { source } = pagesOf(lines(0, 60), 2)
  expect(await readSince(known(3), source)).toEqual({ lines: lines(40, 60), joins: false, older: true })
})
