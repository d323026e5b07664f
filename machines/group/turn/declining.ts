// A request that cannot be paid for in time ends with a sign (U2, L6).
import { groupSetup } from '../setup.ts'
import { signing } from './signing.ts'
import { onStop } from './stops.ts'

export const declining = groupSetup.createStateConfig({
  description: 'A request cannot be paid for in time: its message gets a sign, and the turn ends.',
  tags: 'busy',
  meta: { gate: 'budget' },
  ...signing('#group.turn.cooling'),
  on: { ...signing('#group.turn.cooling').on, ...onStop },
})
