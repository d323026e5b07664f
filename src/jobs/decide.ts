// Asks the model whether to speak, or whether a draft is still worth sending: fills the chart's `decide` (I1, L3).
import type { DecideInput, Decision } from '../../machines/group.children.ts'
import type { ChatAnswer, ChatRequest } from '../llm/model.ts'
import { decisionSchema, parseDecision, parseVerdict, parseYesNo, verdictSchema } from '../llm/parse-decision.ts'
import { estimateTokens } from '../llm/tokens.ts'
import { decisionPrompt } from '../prompt/decision-prompt.ts'
import { chargedTokens, chargeFailures, fitTalk, type JobContext, type JobDeps } from './prompt-talk.ts'

/** A yes or a no, and a quotation mark around it. */
const yesNoTokens = 3

/** The job rejects with a ModelError: the chart skips (I3). */
export function makeDecide(deps: JobDeps): (input: DecideInput, context: JobContext) => Promise<Decision> {
  return async (input, context) => readDecision(deps, await deps.model.ask(decideRequest(deps, input, context)), input)
}

export function decideRequest(deps: JobDeps, input: DecideInput, context: JobContext): ChatRequest {
  const { mode } = deps
  const rejudging = input.draft !== undefined
  const system = decisionPrompt({
    profile: deps.profile(),
    roster: deps.roster(),
    situation: input.situation,
    mode,
    rejudging,
    count: estimateTokens,
  })
  const common = {
    messages: fitTalk(deps, input, context, system, input.draft?.text),
    timeoutMs: input.timeoutMs,
    signal: context.signal,
  }
  if (mode === 'yesno') {
    return { ...common, maxTokens: Math.min(yesNoTokens, input.maxOutputTokens), format: 'text', yesNo: true }
  }
  const schema = rejudging ? verdictSchema : decisionSchema
  return { ...common, maxTokens: input.maxOutputTokens, format: 'json', schema }
}

/** Throws a ModelError `unparsable`. */
export function readDecision(deps: Pick<JobDeps, 'mode'>, answer: ChatAnswer, input: DecideInput): Decision {
  return chargeFailures(answer, input, () => {
    const tokens = chargedTokens(answer, input)
    const again = input.draft !== undefined
    if (deps.mode === 'json') return again ? rejudged(parseVerdict(answer.text), tokens) : first(answer.text, tokens)
    const yes = parseYesNo(answer.text)
    const relevance = answer.yes === undefined ? {} : { relevance: answer.yes }
    return again
      ? rejudged({ verdict: yes ? 'send' : 'drop', reason: '' }, tokens)
      : { want: yes, reason: '', type: 'short', hint: 'normal', ...relevance, tokens }
  })
}

function first(text: string, tokens: number): Decision {
  const { line: _, ...judged } = parseDecision(text)
  return { ...judged, tokens }
}

function rejudged({ verdict, reason }: ReturnType<typeof parseVerdict>, tokens: number): Decision {
  return { want: verdict !== 'drop', reason, type: 'short', hint: 'normal', verdict, tokens }
}
