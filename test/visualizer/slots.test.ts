// Which elements the rows of the board are drawn in.
import { expect, test } from 'vitest'
import { slotsOf } from '../../visualizer/board/slots.ts'

const before = new Map([
  ['a', 0],
  ['b', 1],
  ['c', 2],
  ['d', 3],
])
const told = (keys: string, focused?: string) =>
  [...slotsOf(before, Array.from(keys), focused)].map(([key, slot]) => `${key}${slot}`)

test('the first rows take elements of their own, in order', () => {
  expect([...slotsOf(new Map(), ['a', 'b'], undefined)]).toEqual([
    ['a', 0],
    ['b', 1],
  ])
})

test('where most rows stay they keep their elements, and the others take those that are free before new ones', () => {
  expect(told('bcde')).toEqual(['b1', 'c2', 'd3', 'e0'])
  expect(told('abcdef')).toEqual(['a0', 'b1', 'c2', 'd3', 'e4', 'f5'])
})

test('where most rows are others no element is moved, but the focused row keeps its own', () => {
  expect(told('dxyz')).toEqual(['d0', 'x1', 'y2', 'z3'])
  expect(told('dxyz', 'd')).toEqual(['d3', 'x0', 'y1', 'z2'])
  expect(told('bcde', 'a')).toEqual(['b1', 'c2', 'd3', 'e4'])
})
