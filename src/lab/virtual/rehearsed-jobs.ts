// The charts' children in virtual time: the same requests and readings as in the service, the rehearsal in between.
import type { ComposeInput, DecideInput, Decision, DeliverInput } from '../../../machines/group/children.ts'
import { partsOf } from '../../room/key.ts'
import { failureOf } from '../../host/running-jobs.ts'
import type { Rehearsed } from '../../host/virtual/virtual-host.ts'
import { composeRequest, readReply } from '../../jobs/compose.ts'
import { decideCall, readDecision } from '../../jobs/decide.ts'
import type { JobDeps } from '../../jobs/prompt-talk.ts'
import type { Ask, RoomJudgements } from '../../jobs/room/judgement.ts'
import { type ChatAnswer, ModelError } from '../../llm/model.ts'
import { rehearseNow } from '../../llm/rehearsal.ts'

export type DecideHow = 'rehearsal' | 'always' | 'never'

/** Posts a reply under an actor's key; returns the message's id. */
export type Post = (key: string, reply: DeliverInput) => string

/** What the calls take in virtual time, ms. */
const latency = { decide: 700, compose: 1_800, deliver: 150 }
const never = new AbortController().signal

/** `depsOf` gives the parts of the bot that the actor belongs to. */
export function rehearsedJobs(
  depsOf: (bot: string) => JobDeps,
  how: DecideHow,
  post: Post,
  rooms: Pick<RoomJudgements, 'decideNow'>,
) {
  return {
    decide(input: DecideInput, { key }: { key: string }): Rehearsed {
      const { bot, group } = partsOf(key)
      const deps = depsOf(bot)
      const context = { signal: never, bot, group }
      const shared = how === 'rehearsal' ? sharedNow(rooms, { input, context, deps }) : undefined
      if (shared) return shared
      return settled(latency.decide, () => {
        const { request, lines } = decideCall(deps, input, context)
        return overruled(readDecision(deps, rehearseNow(request), input, lines), how)
      })
    },
    compose(input: ComposeInput, { key }: { key: string }): Rehearsed {
      const { bot, group } = partsOf(key)
      const deps = depsOf(bot)
      const context = { signal: never, bot, group }
      return settled(latency.compose, () =>
        readReply(deps, silenced(rehearseNow(composeRequest(deps, input, context)), how), input, context),
      )
    },
    deliver: deliverJob(post),
    sign: signJob,
    ...commandJobs,
  }
}

/** Undefined: the bot asks for itself. Whoever comes while the room is judged hears of it when it is. */
function sharedNow(rooms: Pick<RoomJudgements, 'decideNow'>, ask: Ask): Rehearsed | undefined {
  try {
    const shared = rooms.decideNow(ask, rehearseNow)
    const due = (shared?.askedAt ?? 0) + latency.decide
    return shared && { outcome: { output: shared.decision }, afterMs: Math.max(1, due - ask.input.at) }
  } catch (error) {
    if (error instanceof ModelError) return undefined
    throw error
  }
}

export const deliverJob =
  (post: Post) =>
  (input: DeliverInput, { key }: { key: string }): Rehearsed => ({
    outcome: { output: { id: post(key, input) } },
    afterMs: latency.deliver,
  })

/** A request goes to the reply unjudged: who never wants to speak says so there. */
const silenced = (answer: ChatAnswer, how: DecideHow): ChatAnswer =>
  how === 'never' ? { ...answer, text: 'NO_REPLY' } : answer
/** A reaction changes nothing in a play: the trace tells it as a verdict. */
export const signJob = (): Rehearsed => ({ outcome: { output: {} }, afterMs: latency.deliver })

/** A command changes the chart in a play; nobody reads its answer. */
export const commandJobs = {
  command: (): Rehearsed => ({ outcome: { output: { text: '' } }, afterMs: 1 }),
  answer: signJob,
}

function overruled(decision: Decision, how: DecideHow): Decision {
  if (how === 'rehearsal') return decision
  const want = how === 'always'
  const reason = want ? 'it always wants to' : 'it never wants to'
  const again = decision.verdict === undefined ? {} : { verdict: want ? ('send' as const) : ('drop' as const) }
  return { ...decision, want, reason, relevance: want ? 1 : 0, ...again }
}

function settled(afterMs: number, work: () => unknown): Rehearsed {
  try {
    return { outcome: { output: work() }, afterMs }
  } catch (error) {
    return { outcome: { error: failureOf(error) }, afterMs }
  }
}
