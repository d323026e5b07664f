// What a prompt tells of the room in words (P2, V6).
import { expect, test } from 'vitest'
import { situationWords } from '../../src/prompt/situation.ts'
import { quiet } from './iris.ts'

test('a bot that was asked to hold back is told so, asked or not', () => {
  const told = [true, false].map((requested) => situationWords({ ...quiet, state: 'ACTIVE', hushed: true }, requested))
  const figures = situationWords({ ...quiet, state: 'ACTIVE' }, true)
  const words = `${figures} You were asked to hold back here: speak only to what is put to you.`
  expect(told).toEqual([words, words])
})
