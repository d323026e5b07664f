// A wake-up whose timer was cancelled or put off writes nothing (S2).
import { expect, test } from 'vitest'
import { localLife } from './local-life.ts'
import { counted, inMemory } from './stores.ts'

test('a timer that was put off meanwhile costs no transaction when the host wakes for it', () => {
  const db = inMemory()
  const begun = counted(db, 'BEGIN')
  const life = localLife({ db })
  life.say({ id: 'a' })
  life.clock.advance(2_000)
  // Each new message starts the buffer's interval anew (B1).
  life.say({ id: 'b' })
  const before = begun()
  life.clock.advance(4_500)
  expect(begun()).toBe(before)
  life.clock.advance(5_500)
  expect(begun()).toBeGreaterThan(before)
})
