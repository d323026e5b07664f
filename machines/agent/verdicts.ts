// What the steps of a run record: the call of the model, each call of a tool, and why it ends.
import type { Failure } from '../group/children.ts'
import { causeOf } from '../group/failures.ts'
import type { Verdict } from '../group/types.ts'
import type { WhyKey } from '../group/verdicts/why.ts'
import type { Acted, Hooked, TakenCall, Thought } from './children.ts'
import { leftOf, needOf } from './changes.ts'
import type { AgentContext, PostedEvent } from './context.ts'

type Params = Omit<Verdict, 'at'>
interface Args {
  context: AgentContext
  event: { type: string }
}

/** The model called tools, or answered. */
export const thinks =
  (why: 'toolsCalled' | 'runAnswered') =>
  ({ context, event }: Args & { event: { output: Thought } }): Params => {
    const { calls } = event.output
    const numbers = calls.length > 0 ? { calls: calls.map(({ tool }) => tool).join(', ') } : {}
    return { ...ofStep(context, 'step', why), numbers: { ...figuresOf(context), ...numbers } }
  }

/** A summary takes the place of what was done. */
export const handsOff = ({ context }: Args): Params => ({
  ...ofStep(context, 'handedOff', 'runHandedOff'),
  numbers: figuresOf(context),
})

export function thinkFails({ context, event }: Args): Params {
  const { error } = event as { error?: Failure }
  const { why, ...cause } = error ? causeOf(error) : { why: 'timeout' as const }
  const numbers = { ...figuresOf(context), ...('numbers' in cause ? cause.numbers : {}) }
  return { ...ofStep(context, 'failed', why), ...cause, numbers }
}

/** A tool answered; an error is a result that the model reads. */
export const acts =
  (callOf: (context: AgentContext) => TakenCall | undefined) =>
  ({ context, event }: Args & { event: { output: Acted } }): Params =>
    ofTool(context, callOf(context), event.output.isError ? 'toolFailed' : 'toolAnswered', event.output.hooked)

export const actFails =
  (callOf: (context: AgentContext) => TakenCall | undefined, why: WhyKey = 'toolFailed') =>
  ({ context }: Args): Params =>
    ofTool(context, callOf(context), why)

/** No tools are offered any more. */
export const concludes =
  (why: WhyKey) =>
  ({ context }: Args): Params => ({
    ...ofRun(context, 'last', why),
    numbers: { ...figuresOf(context), need: needOf(context) },
  })

export const ends =
  (outcome: 'exhausted' | 'failed', why: WhyKey) =>
  ({ context }: Args): Params => ({
    ...ofRun(context, outcome, why),
    numbers: { ...figuresOf(context), need: needOf(context) },
  })

/** What the channel's own tool was to post. */
export const posts = (context: AgentContext, outcome: PostedEvent['outcome'] | 'timeout'): Params => ({
  ...ofRun(context, outcome === 'sent' ? 'acted' : 'error', outcome === 'sent' ? 'toolAnswered' : 'toolFailed'),
  numbers: { step: context.step, tool: context.current?.tool ?? '' },
})

/** The operators are asked for a word on it. */
export const asksFor = ({ context }: Args): Params =>
  ofAsk(context, 'asked', context.current?.refused === 'unapproved' ? 'hookAsks' : 'approvalNeeded')

export const denies =
  (why: 'callDenied' | 'nobodyApproved') =>
  ({ context }: Args): Params =>
    ofAsk(context, 'denied', why)

const ofAsk = (context: AgentContext, outcome: string, why: WhyKey): Params => ({
  ...ofRun(context, outcome, why),
  numbers: { n: context.asking?.n ?? 0, tool: context.current?.tool ?? '' },
})

export const steers = ({ context, event }: Args & { event: { message: string } }): Params => ({
  ...ofRun(context, 'steered', 'askerContinued'),
  messages: [event.message],
})

function ofTool(context: AgentContext, call: TakenCall | undefined, why: WhyKey, hooked?: Hooked): Params {
  const { step } = context
  const refused = call?.refused ?? (hooked && refusals[hooked.did])
  const outcome = refused ? 'refused' : why === 'toolAnswered' ? 'acted' : 'error'
  const numbers = {
    step,
    tool: call?.tool ?? '',
    ...(refused && { refused }),
    ...(hooked && { hook: hooked.by, did: hooked.did }),
  }
  return {
    ...ofRun(context, outcome, refused ? 'toolRefused' : hooked?.did === 'withheld' ? 'hookFailed' : why),
    numbers,
    ...(hooked?.reason !== undefined && { reason: hooked.reason }),
  }
}

/** What a hook kept from being made, by what it did. */
const refusals: Partial<Record<Hooked['did'], string>> = {
  refused: 'byHook',
  failed: 'hookFailed',
  asked: 'unapproved',
}

/** Of a model call that is over: its tokens are settled. */
const ofStep = (context: AgentContext, outcome: string, why: WhyKey): Params => ({
  ...ofRun(context, outcome, why),
  tokens: context.cost,
  ...(context.input.billed && { askers: context.input.billed }),
})

const ofRun = ({ input }: AgentContext, outcome: string, why: WhyKey): Params => ({
  turn: input.turn,
  gate: 'work',
  outcome,
  why,
  messages: [],
})

const figuresOf = (context: AgentContext) => ({ step: context.step, spent: context.spent, left: leftOf(context) })
