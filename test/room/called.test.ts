// Whom a reply calls, as peers of the bridge are told (X4).
import { expect, test } from 'vitest'
import { calledIn } from '../../src/room/called.ts'

const members = [
  { id: 'rex@peer', name: 'Rex', aliases: ['小审'] },
  { id: 'ann', name: 'Ann Miller' },
  { id: 'iris', name: 'Iris' },
]

test.each([
  ['Rex, what do you say?', ['rex@peer']],
  ['小审，你怎么看？', ['rex@peer']],
  ['@Ann Miller and @Rex: here it is.', ['ann', 'rex@peer']],
  ['Iris, I am talking to myself.', []],
  ['Nobody in particular.', []],
  ['It is on https://rex.example/Rex', []],
])('%s', (text, ids) => {
  expect(calledIn(text, members, 'iris').map(({ id }) => id)).toEqual(ids)
})

test('the name that peers are told is the member’s whole one', () => {
  expect(calledIn('Ann, yes.', members, 'iris')).toEqual([{ id: 'ann', name: 'Ann Miller' }])
})
