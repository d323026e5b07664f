// What becomes of the calls, the draft and the send, as records (S4).
import type { Composed, Decision, Failure } from './group.children.ts'
import { claimOn, thresholdOf } from './group.conditions.ts'
import { turnOf } from './group.context.ts'
import { hintOf } from './group.draft.ts'
import { costAt } from './group.ledger.ts'
import { answeredBy, expiryOf } from './group.questions.ts'
import type { Gate } from './group.settings.ts'
import type { GroupContext, OperatorEvent } from './group.types.ts'
import { activityOf, type Args, type Numbers, ofTurn, type Params } from './group.verdicts.ts'
import { budgetFigures } from './rules/budget.ts'
import { timeOf } from './rules/time.ts'

// Answers of the children.

export const decides =
  (outcome: 'reply' | 'skip', why?: string) =>
  ({ context, event }: Args & { event: { output: Decision } }): Params => {
    const { want, relevance, reason, type, hint, to } = event.output
    const { state } = activityOf(context)
    const claim = claimOn(context, event.output)
    const compared = relevance === undefined ? {} : { relevance, threshold: thresholdOf(context, event.output) }
    const aimed = to === undefined ? {} : { to: claim ? `${to} (${claim})` : to }
    const numbers = { ...compared, vitality: state, type, hint, ...aimed }
    return {
      ...priced(
        context,
        'decide',
        outcome,
        why ?? (reason || `the model says ${want ? 'yes' : 'no'}`),
        event.output.tokens,
      ),
      numbers,
    }
  }

export const rejudges = ({ context, event }: Args & { event: { output: Decision } }): Params => {
  const { moved } = turnOf(context)
  const { verdict = 'drop', reason, tokens } = event.output
  return { ...priced(context, 'rejudge', verdict, reason || `the model says ${verdict}`, tokens), numbers: { moved } }
}

/** What the model said is of a talk that has gone on. */
export const outrun = ({ context, event }: Args & { event: { output: Decision } }): Params => ({
  ...priced(context, 'rejudge', 'drop', 'the talk went on whenever it was judged', event.output.tokens),
  numbers: { moved: turnOf(context).moved },
})

export const composes =
  (outcome: 'draft' | 'skip', why: string) =>
  ({ context, event }: Args & { event: { output: Composed } }): Params => {
    const { text, type, similarity, model, tokens } = event.output
    const numbers = { chars: text.length, type, similarity: Math.round(similarity * 100) / 100, model }
    return { ...priced(context, 'compose', outcome, why, tokens), numbers }
  }

/** A failed call is charged what it cost, or what it may have cost (I3). */
export const failsAt =
  (gate: Gate) =>
  ({ context, event }: Args & { event: { error: unknown } }): Params => {
    const { kind, message, tokens = costAt(context, event), numbers } = event.error as Failure
    const params = priced(context, kind === 'ceiling' ? 'budget' : gate, 'failed', `${kind}: ${message}`, tokens)
    return numbers ? { ...params, numbers } : params
  }

export const timesOutAt =
  (gate: Gate, ms: (context: GroupContext) => number) =>
  ({ context, event }: Args): Params => ({
    ...priced(context, gate, 'failed', 'timeout: the model did not answer in time', costAt(context, event)),
    numbers: { timeoutMs: ms(context) },
  })

// Delay and send.

export function pauses({ context }: Args): Params {
  const turn = turnOf(context)
  const { draft, dueAt = 0 } = turn
  const { pace } = context.input.settings.delay
  const numbers = { waitMs: dueAt - (draft?.at ?? dueAt), pace, hint: hintOf(turn) }
  return { ...ofTurn(context, 'delay', 'wait', 'a human pause'), numbers }
}

export function yields({ context, event }: Args): Params {
  const { floor } = turnOf(context)
  const numbers = { waitMs: Math.max(0, (floor?.until ?? 0) - timeOf(event)), ...(floor && { speaker: floor.by }) }
  return { ...ofTurn(context, 'delay', 'yield', 'another bot is speaking'), numbers }
}

export const draftGoes =
  (outcome: 'superseded' | 'skip', why: string) =>
  ({ context, event }: Args): Params => ({
    ...ofTurn(context, 'delay', outcome, why),
    numbers: { expiredMs: Math.max(0, timeOf(event) - expiryOf(context)), moved: turnOf(context).moved },
  })

/** `messages`: those that the reply answers, the one that it is posted as a reply to first. */
export const sent = (args: Args & { event: { error?: unknown } }): Params => ({
  ...sendEnds('sent', 'the channel has it')(args),
  messages: answeredBy(args.context),
})

export const sendEnds =
  (outcome: 'sent' | 'skip' | 'failed' | 'retry', why: string | ((error: Failure) => string)) =>
  ({ context, event }: Args & { event: { error?: unknown } }): Params => {
    const { draft, tries } = turnOf(context)
    const said = typeof why === 'string' ? why : why(event.error as Failure)
    const numbers = {
      tries,
      chars: draft?.text.length ?? 0,
      type: draft?.type ?? 'short',
      ...figuresOf(context, event),
    }
    return { ...ofTurn(context, 'send', outcome, said), numbers }
  }

function figuresOf(context: GroupContext, event: Args['event']): Numbers {
  const figures = budgetFigures(context.ledger, context.input.settings, timeOf(event))
  const left = (used: number, most: number): string => `${used}/${most}`
  return Object.fromEntries(
    figures.map(({ window, messages, limit, tokens }) => [
      window,
      `${left(messages, limit.maxMessages)} messages, ${left(tokens, limit.maxTokens)} tokens`,
    ]),
  )
}

/** An operator ends the turn; a call under way is charged what it may have cost. */
export function stops({ context, event }: Args & { event: OperatorEvent }): Params {
  const tokens = costAt(context, event)
  const params = ofTurn(context, 'control', 'skip', stopReasons[event.type] ?? 'an operator ended the turn')
  return tokens > 0 ? { ...params, tokens } : params
}

const stopReasons: Partial<Record<OperatorEvent['type'], string>> = {
  'operator.drop': 'an operator dropped the reply',
  'operator.mute': 'an operator muted the bot in this group',
  'operator.pause': 'an operator paused the bot',
}

const priced = (context: GroupContext, gate: Gate, outcome: string, why: string, tokens: number): Params => ({
  ...ofTurn(context, gate, outcome, why),
  tokens,
})
