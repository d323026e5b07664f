// How long the timers of the group chart run, in ms: its named delays.
import { bufferEnd, nextLookAt, restartWait, since } from './conditions.ts'
import * as held from './budget-wait.ts'
import * as note from './note.ts'
import type { GroupContext, GroupEvent } from './types.ts'
import { timeOf } from '../rules/time.ts'
import { fallsIn } from '../rules/window.ts'

interface Moment {
  context: GroupContext
  event: GroupEvent
}

/** So much later than it is due each may go off, ms: nobody waits for it, and it can share the transaction of something else. */
export const slack: Partial<Record<keyof typeof delays, number>> = { windowFall: 3_000 }

export const delays = {
  bufferInterval: ({ context, event }: Moment) => Math.max(0, bufferEnd(context) - timeOf(event)),
  windowFall: ({ context, event }: Moment) => fallsIn(context.activity, timeOf(event), context.input.settings.vitality),
  decisionTimeout: ({ context }: Moment) => context.input.settings.decision.modelTimeoutMs,
  compositionTimeout: ({ context }: Moment) => context.input.settings.reply.modelTimeoutMs,
  pause: ({ context, event }: Moment) => Math.max(0, (context.turn?.dueAt ?? 0) - timeOf(event)),
  floorPatience: ({ context, event }: Moment) => Math.max(0, (context.turn?.floor?.until ?? 0) - timeOf(event)),
  restartFloor: ({ context, event }: Moment) => restartWait(context, timeOf(event)),
  budgetFrees: ({ context, event }: Moment) => held.untilBudgetFrees(context, timeOf(event)),
  signTimeout: ({ context }: Moment) => context.input.settings.delivery.timeoutMs,
  deliveryTimeout: ({ context }: Moment) => context.input.settings.delivery.timeoutMs,
  deliveryBackoff: ({ context }: Moment) => context.input.settings.delivery.backoffMs,
  mentionFloor: ({ context, event }: Moment) =>
    Math.max(0, context.input.settings.mentionMinIntervalMs - since(timeOf(event), context.lastEndAt)),
  cooldown: ({ context, event }: Moment) =>
    Math.max(0, context.input.settings.dispatch.cooldownMs - since(timeOf(event), context.lastEndAt)),
  noteTimeout: ({ context }: Moment) => context.input.settings.memory.modelTimeoutMs,
  noteBackoff: ({ context, event }: Moment) => Math.max(0, note.backoffEnd(context) - timeOf(event)),
  nextLook: ({ context, event }: Moment) => Math.max(0, nextLookAt(context) - timeOf(event)),
}
