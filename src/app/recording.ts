// What a step of a bot leaves in the store, in the transaction of the step.
import { recordInLedger } from '../host/spending.ts'
import { isBot } from '../room/key.ts'
import type { TracedStep } from '../room/steps.ts'
import type { StoreLedger } from '../store/ledger.ts'

interface Recorder {
  record(step: TracedStep): void
}

interface Options {
  clock: { note(): void }
  /** Told of steps of bots' own charts alone. */
  channels: Recorder
  ledger: StoreLedger
  /** In this order. */
  written: readonly Recorder[]
}

export const recording =
  ({ clock, channels, ledger, written }: Options) =>
  (step: TracedStep): void => {
    clock.note()
    if (isBot(step.key)) channels.record(step)
    recordInLedger(ledger, step)
    for (const each of written) each.record(step)
  }
