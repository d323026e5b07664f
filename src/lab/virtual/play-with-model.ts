// A play with a real model from estimate to bill: what replay, eval, party and demo have in common.
import type { BotConfig } from '../../config/bots.ts'
import { InputError, warn } from '../../terminal/failure.ts'
import { withProgress } from '../../terminal/progress.ts'
import { sum } from '../counting.ts'
import { type Bill, tellEstimate, tellMeanwhile } from './tell-model.ts'
import {
  interruptedCode,
  type ModelOptions,
  type OpenedModels,
  openMeteredModels,
  untilInterrupt,
} from './with-model.ts'

interface PlayWithModel<T> {
  bots: readonly BotConfig[]
  options: ModelOptions
  /** Told while it is played. */
  progress: string
  /** Messages. */
  total: number
  /** Virtual time after so many messages, ms. */
  clock?(count: number): number
  /** The same play without a model: what it counts is the estimate. */
  rehearse(): Promise<{ calls: number | Record<string, number>; tokens: number }>
  /** Tells how many messages were played. A play that Stopped ends returns as one that came to its end. */
  play(models: OpenedModels, played: (count: number) => void): Promise<T>
}

/** Throws InputError when the endpoint gave not one answer. `signal`, else Ctrl+C, ends the play with the figures so far. */
export async function playWithModel<T>(
  playing: PlayWithModel<T>,
  signal?: AbortSignal,
): Promise<{ played: T; bill: Bill }> {
  if (!signal) return untilInterrupt((interrupted) => playWithModel(playing, interrupted))
  const { bots, options, total, clock } = playing
  const { calls, tokens } = await playing.rehearse()
  const estimated = { calls: typeof calls === 'number' ? calls : sum(Object.values(calls)), tokens }
  const models = await openMeteredModels(bots, options, signal)
  const { limits } = models
  try {
    warn(tellEstimate(estimated, limits))
    let count = 0
    const played = await withProgress(
      playing.progress,
      total,
      (done) => playing.play(models, (now) => done((count = now))),
      () => tellMeanwhile(models, clock?.(count)),
    )
    await models.idle()
    const end = models.stopped()
    const bill: Bill = {
      ...models.cost(),
      latency: options.latency ?? 'real',
      maxCalls: finite(limits.maxCalls),
      maxTokens: finite(limits.maxTokens),
      estimated,
      cut: end ? { at: count, of: total, by: end.by } : null,
      ...(end?.by === 'the endpoint failed' && { failure: end.message }),
    }
    if (bill.failure !== undefined && bill.latencyMs === null) throw new InputError(bill.failure)
    return { played, bill }
  } finally {
    await models.stop()
  }
}

/** Says why an endpoint was given up, and ends with 1, or with 130 after Ctrl+C. */
export function endWith({ failure, cut }: Bill): void {
  if (failure !== undefined) {
    warn(failure)
    process.exitCode = 1
  } else if (cut?.by === 'Ctrl+C') process.exitCode = interruptedCode
}

const finite = (value: number): number | null => (value === Infinity ? null : value)
