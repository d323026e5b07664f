// Long lives by chance, watched by an observer that knows nothing of the chart.
import { describe, expect, test } from 'vitest'
import { graphOf } from './graph.ts'
import { groupModel } from './group-model.ts'
import { brokenInLife, lives } from './lives.ts'
import { worlds } from './worlds.ts'

describe.each(Object.entries(lives))('in %s', (_, life) => {
  test('no step of a long life breaks a promise, and an hour of silence ends it', () => {
    expect(brokenInLife(life)).toEqual([])
  })
})

test.each([
  [{ steps: 1_000 }, 'the model runs away: more than 1000 steps, something in keyOf has no bound'],
  [{ cpuMs: 1 }, /^the model runs away: \d+ steps took more than 1 ms of CPU$/],
  [{ heapBytes: -1e12 }, /^the model runs away: \d+ steps hold -?\d+ bytes$/],
])('a model that passes the bounds %o is told', (bounds, told) => {
  const world = worlds['an ordinary group']
  if (!world) throw new Error('no such world')
  expect(() => graphOf(groupModel(world.input), world, bounds)).toThrow(told)
})
