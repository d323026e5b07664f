// Hooks around a model's call: what it is offered by them, and what is left of its answer. Both reject with a ModelError (A6).
import { type ChatAnswer, type ChatMessage, ModelError } from '../../llm/model.ts'
import type { ModelCall } from '../../tools/hooks/contract.ts'
import type { Refusal } from '../../tools/hooks/hooks.ts'
import { type Heard, nothingDropped, type Offered } from '../../tools/hooks/tighten.ts'
import { chargedTokens, type JobContext, type JobDeps } from '../prompt-talk.ts'
import type { LineCall } from './line-calls.ts'

type Kind = ModelCall['kind']

/** As it is, or with fewer tools and a lower limit. A call that is refused costs nothing. */
export async function offerBy(
  { hooks }: Pick<JobDeps, 'hooks'>,
  { tools, maxOutputTokens }: Offered,
  kind: Kind,
  messages: readonly ChatMessage[],
  context: JobContext,
): Promise<Offered> {
  if (!hooks) return { tools, maxOutputTokens }
  const shown = messages.map(({ role, content }) => ({ role, content }))
  const request = { ...placeOf(context), kind, tools, maxOutputTokens, messages: shown }
  const answer = await hooks.beforeModel(request, context.signal)
  if ('refused' in answer) throw refusalError(answer.refused, 0)
  return answer.ok
}

interface Said extends Offered {
  kind: Kind
  answer: ChatAnswer
  /** Those that would be made. */
  calls: readonly Pick<LineCall, 'name' | 'arguments'>[]
  /** Held for the call. */
  maxTokens: number
}

/** `heard`: which of the calls are dropped. An answer that is nothing without its text is refused with it. */
export async function heardBy(
  { hooks }: Pick<JobDeps, 'hooks'>,
  { kind, tools, maxOutputTokens, answer, calls, maxTokens }: Said,
  context: JobContext,
): Promise<{ answer: ChatAnswer; heard: Heard }> {
  if (!hooks) return { answer, heard: nothingDropped }
  const made = calls.map(({ name, arguments: given }) => ({ tool: name, arguments: given }))
  const said = await hooks.afterModel(
    { ...placeOf(context), kind, tools, maxOutputTokens, text: answer.text, calls: made },
    context.signal,
  )
  const cost = chargedTokens(answer, { maxTokens })
  if ('refused' in said) throw refusalError(said.refused, cost)
  const { dropsText } = said.ok
  if (dropsText && calls.length === 0) throw new ModelError('refused', { why: 'hookRefused' }, cost)
  return { answer: dropsText ? { ...answer, text: '' } : answer, heard: said.ok }
}

function refusalError({ by, reason, failed }: Refusal, tokens: number): ModelError {
  const cause = { numbers: { hook: by }, ...(reason !== '' && { reason }) }
  return new ModelError('refused', { why: failed ? 'hookFailed' : 'hookRefused', ...cause }, tokens)
}

const placeOf = ({ bot, group, oneToOne = false }: JobContext) => ({ bot, group, oneToOne })
