// How lively the group is: read off the five-minute window at every message, dispatch and fall (V1–V3).
import { groupSetup } from './setup.ts'

export const vitality = groupSetup.createStateConfig({
  initial: 'DORMANT',
  on: { 'message.received': [{ guard: 'isOwn' }, { actions: 'enterWindow' }] },
  states: {
    DORMANT: {
      description: 'Nobody spoke for five minutes.',
      always: [
        { guard: 'isHeated', target: 'HEATED' },
        { guard: 'isActive', target: 'ACTIVE' },
        { guard: 'isCooling', target: 'COOLING' },
      ],
    },
    COOLING: {
      description: 'A few messages by one or two speakers.',
      always: [
        { guard: 'isHeated', target: 'HEATED' },
        { guard: 'isActive', target: 'ACTIVE' },
        { guard: 'isDormant', target: 'DORMANT' },
      ],
      after: { windowFall: { target: 'COOLING', reenter: true, actions: 'slideWindow' } },
    },
    ACTIVE: {
      description: 'A conversation.',
      always: [
        { guard: 'isHeated', target: 'HEATED' },
        { guard: 'isCooling', target: 'COOLING' },
        { guard: 'isDormant', target: 'DORMANT' },
      ],
      after: { windowFall: { target: 'ACTIVE', reenter: true, actions: 'slideWindow' } },
    },
    HEATED: {
      description: 'Many messages at once: reactions and short lines only.',
      always: [
        { guard: 'isActive', target: 'ACTIVE' },
        { guard: 'isCooling', target: 'COOLING' },
        { guard: 'isDormant', target: 'DORMANT' },
      ],
      after: { windowFall: { target: 'HEATED', reenter: true, actions: 'slideWindow' } },
    },
  },
})
