// One bot in one group: the whole life of a message from intake to reply.
import { firstContext } from './changes.ts'
import { commands } from './commands.ts'
import { control } from './control.ts'
import { intake } from './intake.ts'
import { memory } from './memory.ts'
import { groupSetup } from './setup.ts'
import { turn } from './turn/turn.ts'
import { vitality } from './vitality.ts'
import { withdrawal } from './withdrawal.ts'
import { work } from './work.ts'

/**
 * Eight regions side by side:
 *
 *   vitality   DORMANT · COOLING · ACTIVE · HEATED        how lively the group is
 *   control    free · muted                  what an operator allows
 *   intake     idle · buffering                           messages become batches
 *   turn       idle → deferring → dispatching { checking → deciding → rechecking → composing } → working
 *                   → awaitingBudget { held, signing }, declining
 *                   → delaying { pausing → due ⇄ yielding, superseded } → rejudging → sending { delivering, backingOff }
 *                   → cooling { resting, queueing, lingering, holding }
 *   memory     resting · renewing · backingOff            the note of what was decided and promised
 *   work       idle → running → reporting · stopping                 tools at work for a reply
 *   commands   idle → running → answering ⇄ backingOff               what operators order and ask
 *   withdrawal idle → signing                             requests that are withdrawn before they are answered
 *
 * Vitality comes first, so that every gate sees the window with the message in it (V2).
 * Children: `decide`, `compose` and `renewNote` ask the model, `deliver` posts, `agent` is a chart of its own: a run of tools. Time comes in events, chance from the seed.
 */
export const groupMachine = groupSetup.createMachine({
  id: 'group',
  version: '8',
  type: 'parallel',
  context: ({ input }) => firstContext(input),
  states: { vitality, control, intake, work, turn, memory, commands, withdrawal },
})
