// What a call of a job may cost: held under the ceilings and written down before each of its tries leaves (U3, U6).
import type { JobContext } from '../host/host.ts'
import { failureOf } from '../host/running-jobs.ts'
import type { Ceilings } from '../llm/ceilings.ts'

/** `askers`: whose limits of the day it is booked to. */
type Place = { bot: string; askers?: readonly string[] | undefined } & Pick<JobContext, 'mayCost' | 'onSettled'>

/**
 * Runs `work` with a `mayCost` that keeps a try from leaving when a ceiling or the store says no. A call is for nothing
 * when no message may follow: `ahead` of them must fit, too. What fails without a price is charged what had begun.
 */
export async function callOf<T>(
  ceilings: Pick<Ceilings, 'reserve'>,
  { bot, mayCost, onSettled, askers }: Place,
  ahead: number,
  work: (call: Pick<JobContext, 'mayCost'>) => Promise<T>,
): Promise<T> {
  let reserved = 0
  let begun = 0
  const hold = (tokens: number): void => {
    const more = { messages: 0, tokens: tokens - reserved }
    onSettled(ceilings.reserve(bot, more, { messages: ahead, tokens: 0 }, askers))
    reserved = tokens
  }
  hold(0)
  try {
    return await work({
      mayCost(tokens) {
        if (tokens > reserved) hold(tokens)
        mayCost(tokens)
        begun = tokens
      },
    })
  } catch (error) {
    throw priced(error, begun)
  }
}

function priced(error: unknown, tokens: number): unknown {
  const failure = failureOf(error)
  if ('tokens' in failure) return error
  return Object.assign(new Error(String(failure['message']), { cause: error }), { ...failure, tokens })
}
