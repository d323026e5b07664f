// Asks the model whether to speak, or whether a draft is still worth sending: fills the chart's `decide` (I1, L3).
import type { DecideInput, Decision } from '../../machines/group/children.ts'
import type { ChatAnswer, ChatRequest } from '../llm/model.ts'
import { decisionSchema, parseDecision, parseVerdict, parseYesNo, verdictSchema } from '../llm/parse-decision.ts'
import { decisionPrompt } from '../prompt/decision-prompt.ts'
import { framed } from '../prompt/prompt-parts.ts'
import {
  chargedTokens,
  chargeFailures,
  type FittedTalk,
  fitTalk,
  heeding,
  type JobContext,
  type JobDeps,
  promptBase,
} from './prompt-talk.ts'

/** A yes or a no, and a quotation mark around it. */
const yesNoTokens = 3

/** The job rejects with a ModelError: the chart skips (I3). */
export function makeDecide(deps: JobDeps): (input: DecideInput, context: JobContext) => Promise<Decision> {
  return async (input, context) => {
    const { request, lines } = decideCall(deps, input, context)
    return readDecision(deps, await deps.model.ask(request), input, lines)
  }
}

/** What is asked, and the lines of talk in it by their labels. */
export function decideCall(
  deps: JobDeps,
  input: DecideInput,
  context: JobContext,
): { request: ChatRequest; lines: FittedTalk['lines'] } {
  const { mode } = deps
  const rejudging = input.draft !== undefined
  const { messages, lines } = fitTalk(deps, input, context, promptBase(deps, input, context), (base) =>
    framed(decisionPrompt({ ...base, mode, rejudging })),
  )
  const { timeoutMs, maxTokens: reservedTokens } = input
  const common = { messages, reservedTokens, timeoutMs, ...heeding(context) }
  if (mode === 'yesno') {
    const maxTokens = Math.min(yesNoTokens, input.maxOutputTokens)
    return { request: { ...common, maxTokens, format: 'text', yesNo: true }, lines }
  }
  const schema = rejudging ? verdictSchema : decisionSchema(deps.prompt(context.group).style)
  return { request: { ...common, maxTokens: input.maxOutputTokens, format: 'json', schema }, lines }
}

export const decideRequest = (...call: Parameters<typeof decideCall>): ChatRequest => decideCall(...call).request

/** `lines`: what the model was shown, to find the one that it names. Throws a ModelError `unparsable`. */
export function readDecision(
  deps: Pick<JobDeps, 'mode'>,
  answer: ChatAnswer,
  input: DecideInput,
  lines: FittedTalk['lines'] = new Map(),
): Decision {
  return chargeFailures(answer, input, () => {
    const tokens = chargedTokens(answer, input)
    const again = input.draft !== undefined
    if (deps.mode === 'json') {
      return again ? rejudged(parseVerdict(answer.text), tokens) : first(answer.text, tokens, lines)
    }
    const yes = parseYesNo(answer.text)
    const relevance = answer.yes === undefined ? {} : { relevance: answer.yes }
    return again
      ? rejudged({ verdict: yes ? 'send' : 'drop', reason: '' }, tokens)
      : { want: yes, reason: '', type: 'short', hint: 'normal', ...relevance, tokens }
  })
}

/** A line that is none of the talk, or the bot's own, or that it has answered, is named in vain. */
function first(text: string, tokens: number, lines: FittedTalk['lines']): Decision {
  const { line: label, ...decision } = parseDecision(text)
  const named = label === undefined ? undefined : lines.get(label)
  const isOpen = named && !named.own && ![...lines.values()].some(({ own, replyTo }) => own && replyTo === named.id)
  return { ...decision, ...(isOpen && { line: named.id }), tokens }
}

function rejudged({ verdict, reason }: ReturnType<typeof parseVerdict>, tokens: number): Decision {
  return { want: verdict !== 'drop', reason, type: 'short', hint: 'normal', verdict, tokens }
}
