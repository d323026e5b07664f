// What follows from the verdicts of a committed step: they are booked, shown and logged.
import type { makeFeed } from '../feed/feed.ts'
import { logVerdict } from '../feed/log.ts'
import type { Log } from '../config/log.ts'
import { spendingOf } from '../host/spending.ts'
import { partsOf } from '../room/key.ts'
import { type TracedStep, verdictsOf } from '../room/steps.ts'
import type { openCeilings } from './ceilings.ts'

interface Options {
  ceilings: Pick<ReturnType<typeof openCeilings>, 'book'>
  feed: Pick<ReturnType<typeof makeFeed>, 'publish'>
  log: Log
  clock: { ahead: () => number }
}

/** Each for itself: what one of them throws keeps nothing from the other. */
export const verdictListeners = ({ ceilings, feed, log, clock }: Options) => ({
  /** Of steps of all workers. */
  all: [
    (step: TracedStep): void => {
      const { bot } = partsOf(step.key)
      for (const verdict of verdictsOf(step)) ceilings.book(bot, verdict.at, spendingOf(verdict), verdict.askers)
    },
    (step: TracedStep): void => {
      const { bot, group } = partsOf(step.key)
      for (const verdict of verdictsOf(step)) feed.publish({ ...verdict, bot, group })
    },
  ],
  own: [
    (step: TracedStep): void => {
      const { bot, group } = partsOf(step.key)
      for (const verdict of verdictsOf(step))
        logVerdict(log, { ...verdict, bot, group, at: verdict.at - clock.ahead() })
    },
  ],
})
