// The steps that the page keeps, and the cursor that walks them.
import { expect, test } from 'vitest'
import { mergeFloor, mergeSteps, neighbour, stepAt, stepsUntil } from '../../visualizer/steps.ts'
import { step } from './tape.ts'

const steps = [step(2), step(5), step(9)]
const seqs = (of: readonly { seq: number }[]) => of.map(({ seq }) => seq)

test('what follows is appended', () => {
  expect(seqs(mergeSteps(steps, [step(10), step(11)]))).toEqual([2, 5, 9, 10, 11])
})

test('what the tape gives back is put in its place, without doubles', () => {
  expect(seqs(mergeSteps(steps, [step(1), step(5), step(7)]))).toEqual([1, 2, 5, 7, 9])
})

test('a double in what follows is kept once', () => {
  expect(seqs(mergeSteps(steps, [step(10), step(10)]))).toEqual([2, 5, 9, 10])
})

const floorStep = (seq: number, at: number, by = '') => ({ seq, at, active: [], timers: [], took: [], by })

test('a floor that begins anew while it is shown stands where its new steps say, not where its last old one was', () => {
  const old = [1, 2, 3, 4].map((seq) => floorStep(seq, seq, 'iris'))
  const first = mergeFloor(old, [floorStep(1, 90)])
  const next = mergeFloor(first, [floorStep(2, 91, 'rex')])
  expect([first, next].map((all) => all.map(({ seq, at }) => [seq, at]))).toEqual([
    [[1, 90]],
    [
      [1, 90],
      [2, 91],
    ],
  ])
  // Of one that is told late, as after a lost connection, nothing older stands above it either.
  expect(mergeFloor(old, [floorStep(2, 91, 'rex')]).at(-1)).toEqual(floorStep(2, 91, 'rex'))
  expect(mergeFloor(old, [])).toBe(old)
})

test('the standing at the cursor is that of the last step up to it', () => {
  expect([undefined, 9, 8, 2, 1].map((cursor) => stepAt(steps, cursor)?.seq)).toEqual([9, 9, 5, 2, undefined])
  expect(seqs(stepsUntil(steps, 6))).toEqual([2, 5])
  expect(stepsUntil(steps, undefined)).toBe(steps)
})

test('from live the way back begins at the newest step, and the way on ends live', () => {
  expect(neighbour(steps, undefined, -1)).toBe(9)
  expect(neighbour(steps, undefined, 1)).toBe(undefined)
  expect(neighbour(steps, 9, 1)).toBe(undefined)
  expect(neighbour(steps, 2, 1)).toBe(5)
})

test('before the first step there is nothing to go to', () => {
  expect(neighbour(steps, 2, -1)).toBe(2)
})
