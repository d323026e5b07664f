// A moment of the tape as an address.
import { expect, test } from 'vitest'
import { hashOf, momentOf } from '../../visualizer/hash.ts'

test('a moment survives the way through the address', () => {
  const moment = { actor: 'iris web:周末&爬山', at: 214, message: 'm#8' }
  expect(momentOf(hashOf(moment))).toEqual(moment)
})

test('live is an address without a step', () => {
  expect(hashOf({ actor: 'iris web:lobby' })).toBe('#actor=iris%20web%3Alobby')
})

test('what is no step is left out of the moment', () => {
  expect(momentOf('#actor=iris&at=1e9')).toEqual({ actor: 'iris' })
  expect(momentOf('#at=-3')).toEqual({})
  expect(momentOf('')).toEqual({})
})

test('a broken escape does not stop the page', () => {
  expect(momentOf('#actor=%E0%A4%A&at=3')).toMatchObject({ at: 3 })
})
