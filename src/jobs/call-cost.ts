// What a call of a job may cost: held under the ceilings and written down before each of its tries leaves (U3, U6).
import type { JobContext } from '../host/host.ts'
import { failureOf } from '../host/running-jobs.ts'
import type { Ceilings } from '../llm/ceilings.ts'
import type { Spending } from '../llm/person-limits.ts'

/** `askers`: whose limits of the day it is booked to; `most`: tokens that its chart has reserved for it. */
type Place = { bot: string; askers?: readonly string[] | undefined; most?: number } & Pick<
  JobContext,
  'mayCost' | 'onSettled'
> &
  Partial<Pick<JobContext, 'signal'>>

type Holding = Pick<Ceilings, 'reserve' | 'hold'>

/**
 * Runs `work` with a `mayCost` that keeps a try from leaving when a ceiling or the store says no. A call is for nothing
 * when no message may follow: `ahead` of them must fit, too. What fails without a price is charged what had begun.
 */
export async function callOf<T>(
  ceilings: Holding,
  { bot, mayCost, onSettled, askers, most = 0, signal }: Place,
  ahead: number,
  work: (call: Pick<JobContext, 'mayCost'>) => Promise<T>,
): Promise<T> {
  let reserved = 0
  let begun = 0
  const message = { messages: ahead, tokens: 0 }
  const slice = ceilings.hold && (await ceilings.hold(bot, tokensOf(most), message))
  let held = most
  let cost: number | undefined
  const hold = (tokens: number): void => {
    if (slice && tokens > held) {
      slice.more(tokensOf(tokens - held))
      held = tokens
    }
    onSettled(ceilings.reserve(bot, tokensOf(tokens - reserved), message, askers))
    reserved = tokens
  }
  try {
    hold(0)
    const done = await work({
      mayCost(tokens) {
        if (tokens > reserved) hold(tokens)
        mayCost(tokens)
        begun = tokens
      },
    })
    cost = costOf(done)
    return done
  } catch (error) {
    const failed = priced(error, begun)
    cost = costOf(failed)
    throw failed
  } finally {
    // A chart that left it charges all that it had reserved, where another worker takes its turn.
    if (slice) slice.settle(tokensOf(Math.max(cost ?? begun, signal?.aborted ? held : 0)))
  }
}

/** Runs `post` with a message held for it; one that was called off may have been posted. */
export async function postOf<T>(
  ceilings: Holding,
  { bot, onSettled, askers, signal }: Pick<Place, 'bot' | 'onSettled' | 'askers'> & Pick<JobContext, 'signal'>,
  post: () => Promise<T>,
): Promise<T> {
  const slice = ceilings.hold && (await ceilings.hold(bot, oneMessage, tokensOf(0)))
  let isPosted = false
  try {
    onSettled(ceilings.reserve(bot, oneMessage, undefined, askers))
    const done = await post()
    isPosted = true
    return done
  } finally {
    slice?.settle(isPosted || signal.aborted ? oneMessage : tokensOf(0))
  }
}

const oneMessage: Spending = { messages: 1, tokens: 0 }
const tokensOf = (tokens: number): Spending => ({ messages: 0, tokens })

function costOf(done: unknown): number | undefined {
  const { tokens } = (done ?? {}) as { tokens?: unknown }
  return typeof tokens === 'number' ? tokens : undefined
}

function priced(error: unknown, tokens: number): unknown {
  const failure = failureOf(error)
  if ('tokens' in failure) return error
  return Object.assign(new Error(String(failure['message']), { cause: error }), { ...failure, tokens })
}
