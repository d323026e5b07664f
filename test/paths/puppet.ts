// A chart in the place of a run of tools: it does what the test tells it.
import { assign, setup } from 'xstate'
import type { RunEnd } from '../../machines/agent/context.ts'
import { isCursed } from '../host/contract/machines.ts'

const puppet = setup({
  types: {
    context: {} as { end?: RunEnd; heard: string[] },
    events: {} as
      | { type: 'end'; output: RunEnd }
      | { type: 'break' }
      | { type: 'run.steer'; message: string }
      | { type: 'run.posted'; call: string },
    output: {} as RunEnd,
  },
  guards: { isCursed },
}).createMachine({
  id: 'puppet',
  context: { heard: [] },
  initial: 'working',
  output: ({ context }) => context.end as RunEnd,
  states: {
    working: {
      on: {
        end: { target: 'ended', actions: assign({ end: ({ event }) => event.output }) },
        break: { guard: 'isCursed' },
        'run.posted': { actions: assign({ heard: ({ context, event }) => [...context.heard, event.call] }) },
        'run.steer': { actions: assign({ heard: ({ context, event }) => [...context.heard, event.message] }) },
      },
    },
    ended: { type: 'final' },
  },
})

/** For a host of groups. */
export const puppets = {
  kinds: { '#agent': { machine: puppet, version: '1', migrations: {}, inputOf: () => ({}) } },
}

/** The one of the group `g`. */
export const puppetKey = '#agent/work/g'
