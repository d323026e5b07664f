// The steps as the page reads them back: to what is known and to the moment that is shown, never with a silent hole.
import { expect, test } from 'vitest'
import { nearest, readSteps } from '../../visualizer/pages.ts'
import { step } from './tape.ts'

const seqs = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

/** Reads a tape of steps below `end`, in pages of ten. */
async function read(known: number | undefined, cursor: number | undefined, end: number, mostPages = 3) {
  const ask = (before = end) => Promise.resolve(seqs(Math.max(1, before - 10), before).map((seq) => step(seq)))
  const { steps, ...rest } = await readSteps(known, cursor, { ask, pageSize: 10, mostPages })
  return { seqs: steps.map(({ seq }) => seq), ...rest }
}

test('the first look reads one page and knows whether there is more', async () => {
  expect(await read(undefined, undefined, 40)).toEqual({ seqs: seqs(30, 40), joins: true, older: true })
  expect(await read(undefined, undefined, 4)).toEqual({ seqs: [1, 2, 3], joins: true, older: false })
})

test('an absence is read back to what is known', async () => {
  expect(await read(25, undefined, 40)).toEqual({ seqs: seqs(20, 40), joins: true, older: true })
})

test('an absence too long for that tells that it leaves a hole', async () => {
  expect(await read(5, undefined, 90)).toEqual({ seqs: seqs(60, 90), joins: false, older: true })
})

test('a moment that is shown is reached however far back it lies', async () => {
  expect(await read(undefined, 12, 90)).toEqual({ seqs: seqs(10, 90), joins: true, older: true })
})

test('a moment that the tape has forgotten, or never had, leads to the nearest one', () => {
  const steps = [step(5), step(7)]
  expect([1, 5, 6, 7, 8].map((cursor) => nearest(steps, false, cursor))).toEqual([
    5,
    undefined,
    undefined,
    undefined,
    7,
  ])
  expect(nearest(steps, true, 1)).toBe(undefined)
})
