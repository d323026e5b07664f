// How long the timers of the group chart run, in ms: its named delays.
import { bufferEnd, nextJudgementAt, restartWait, since } from './conditions.ts'
import * as budgetWait from './budget-wait.ts'
import * as command from './command.ts'
import * as note from './note.ts'
import * as run from './run.ts'
import { lineWait } from './run-lines.ts'
import type { GroupContext } from './context.ts'
import type { GroupEvent } from './types.ts'
import { timeOf } from '../rules/time.ts'
import { fallsIn } from '../rules/window.ts'

interface Moment {
  context: GroupContext
  event: GroupEvent
}

/** So much later than it is due each may go off, ms: nobody waits for it, and it can share the transaction of something else. */
export const slack: Partial<Record<keyof typeof delays, number>> = { windowFall: 3_000 }

/** A job has its own time; the chart's is for one that does not heed it. */
const grace = 5_000

export const delays = {
  bufferInterval: ({ context, event }: Moment) => Math.max(0, bufferEnd(context) - timeOf(event)),
  windowFall: ({ context, event }: Moment) =>
    fallsIn(context.room.activity, timeOf(event), context.input.settings.vitality),
  decisionTimeout: ({ context }: Moment) => context.input.settings.decision.modelTimeoutMs,
  compositionTimeout: ({ context }: Moment) => context.input.settings.reply.modelTimeoutMs,
  typingDelay: ({ context, event }: Moment) => Math.max(0, (context.turn?.dueAt ?? 0) - timeOf(event)),
  floorTimeout: ({ context, event }: Moment) => Math.max(0, (context.turn?.floor?.until ?? 0) - timeOf(event)),
  restartWait: ({ context, event }: Moment) => restartWait(context, timeOf(event)),
  budgetFrees: ({ context, event }: Moment) => budgetWait.untilBudgetFrees(context, timeOf(event)),
  signTimeout: ({ context }: Moment) => context.input.settings.delivery.timeoutMs,
  deliveryTimeout: ({ context }: Moment) => context.input.settings.delivery.timeoutMs,
  deliveryBackoff: ({ context }: Moment) => context.input.settings.delivery.backoffMs,
  mentionCooldown: ({ context, event }: Moment) =>
    Math.max(0, context.input.settings.mentionMinIntervalMs - since(timeOf(event), context.self.lastEndAt)),
  cooldown: ({ context, event }: Moment) =>
    Math.max(0, context.input.settings.dispatch.cooldownMs - since(timeOf(event), context.self.lastEndAt)),
  inlineWait: ({ context }: Moment) => context.input.agent?.inlineMs ?? 0,
  firstLine: ({ context }: Moment) => lineWait(context, 'first'),
  secondLine: ({ context }: Moment) => lineWait(context, 'second'),
  thirdLine: ({ context }: Moment) => lineWait(context, 'third'),
  reportWait: ({ context, event }: Moment) => run.untilReport(context, timeOf(event)),
  commandTimeout: ({ context }: Moment) => command.timeoutOf(context) + grace,
  noteTimeout: ({ context }: Moment) => context.input.settings.memory.modelTimeoutMs,
  noteBackoff: ({ context, event }: Moment) => Math.max(0, note.backoffEnd(context) - timeOf(event)),
  nextJudgement: ({ context, event }: Moment) => Math.max(0, nextJudgementAt(context) - timeOf(event)),
}
