// Virtual time that would stand still for ever is told, not waited for.
import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { makeVirtualHost } from '../../src/host/virtual/virtual-host.ts'

test('a timer that starts itself anew at once is an error that names the actor and the moment', () => {
  const machine = createMachine({
    id: 'loop',
    initial: 'a',
    states: { a: { after: { 0: { target: 'a', reenter: true } } } },
  })
  const host = makeVirtualHost({ hosted: { machine, inputOf: () => ({}) }, jobs: {} })
  host.tellAt(5, 'web:lobby', { type: 'hello' })
  expect(() => host.runUntil(6)).toThrow(
    'web:lobby had 20000 events at 5 ms: a timer starts itself anew at once, at xstate.after.0.loop.a',
  )
})
