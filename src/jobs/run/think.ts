// Asks the model for the next step of a run: fills the agent chart's `think` (A5).
import type { ThinkInput, Thought } from '../../../machines/agent/children.ts'
import { estimateTokens } from '../../language/tokens.ts'
import type { ComposeInput } from '../../../machines/group/children.ts'
import type { ChatAnswer, ChatMessage } from '../../llm/model.ts'
import { type PromptFrame } from '../../prompt/prompt-parts.ts'
import { replyFrame } from '../../prompt/reply-prompt.ts'
import type { RunTape } from '../../store/run-tape.ts'
import type { StoredEntry } from '../../store/stored-entry.ts'
import type { Registry } from '../../tools/registry.ts'
import { readReply } from '../compose.ts'
import {
  chargedTokens,
  chargeFailures,
  fitTalk,
  heeding,
  type JobContext,
  type JobDeps,
  newestIn,
  promptBase,
} from '../prompt-talk.ts'
import { calledIn, message } from './calls.ts'
import { conversation } from './conversation.ts'
import { offeredTools } from './offer.ts'
import { progressNote } from './progress-note.ts'
import { replyInput } from './reply-input.ts'

export interface ThinkDeps extends JobDeps {
  tools: Registry
  tape: Pick<RunTape, 'ofRun'>
}

/** Rejects with a ModelError. */
export async function think(
  deps: ThinkDeps,
  input: ThinkInput,
  context: JobContext & { key: string },
): Promise<Thought> {
  const { run, step, tools } = input
  const asked = replyInput(input)
  const base = promptBase(deps, asked, context)
  const frame = (of: typeof base): PromptFrame =>
    replyFrame({ ...of, policy: policyOf(input), tools: input.sendsItself ? 'sending' : 'offered' })
  const tape = deps.tape.ofRun(context.key, run)
  const beside = {
    after: [...conversation(tape), ...goOn(input)],
    ...(tools.length > 0 && { tools: offeredTools(deps.tools, tools) }),
  }
  const fitted = fitTalk(deps, asked, context, base, frame, undefined, beside)
  const answer = await deps.model.ask({
    messages: fitted.messages,
    maxTokens: input.maxOutputTokens,
    reservedTokens: input.maxTokens,
    format: 'text',
    timeoutMs: input.timeoutMs,
    ...(beside.tools && { tools: beside.tools }),
    ...heeding(context),
  })
  const tokens = chargedTokens(answer, asked)
  if (answer.calls && answer.calls.length > 0)
    return chargeFailures(answer, asked, () => ({
      ...calledIn(deps.tools, answer, { run, step, tools, talkUntil: newestIn(fitted) }),
      ...noteIn(deps, { answer, tape, tools }, asked, context),
      tokens,
    }))
  const { text, silent, type, similarity, like, model, rehearsal } = readReply(deps, answer, asked, context)
  const grown = estimateTokens(answer.text)
  return {
    calls: [],
    answer: {
      text,
      ...(silent && { silent }),
      type,
      similarity,
      ...(like && { like }),
      model,
      rehearsal,
    },
    entries: [message(run, String(step), { role: 'assistant', text: answer.text }, grown)],
    grown,
    tokens,
  }
}

/** What it wrote beside its calls, read as a reply is, if nothing of the calls stands in it. */
function noteIn(
  deps: ThinkDeps,
  { answer, ...known }: { answer: ChatAnswer; tape: readonly StoredEntry[]; tools: readonly string[] },
  asked: ComposeInput,
  context: JobContext,
): Pick<Thought, 'note'> {
  if (answer.text.trim() === '') return {}
  try {
    const [line = ''] = readReply(deps, answer, { ...asked, type: 'short' }, context).text.split('\n', 1)
    const note = progressNote(line, answer, known)
    return note === undefined ? {} : { note }
  } catch {
    return {}
  }
}

/** What stands behind the results: what came meanwhile is in the talk above, and the last call is told that it is that. */
function goOn({ tools, steering, isLast }: ThinkInput): ChatMessage[] {
  const told = [
    ...(steering.length > 0 ? ['Who asked has said more since: it stands among the new lines above.'] : []),
    ...(tools.length === 0 ? ['No more tools: answer now with what you have, and say what is missing.'] : []),
    ...(isLast && tools.length > 0 ? ['No more tools: send now what you have, and say what is missing.'] : []),
  ]
  return told.length > 0 ? [{ role: 'user', content: told.join('\n') }] : []
}

const policyOf = ({ type, maxChars, markdown }: ThinkInput) => ({ type, maxChars, markdown })
