// Asks the model for the next step of a run: fills the agent chart's `think` (A5).
import type { ThinkInput, Thought } from '../../../machines/agent/children.ts'
import type { ComposeInput } from '../../../machines/group/children.ts'
import { estimateRequest, estimateTokens } from '../../language/tokens.ts'
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
  promptBase,
  roomBeside,
} from '../prompt-talk.ts'
import { namedBy, policyOf } from '../reply-view.ts'
import { calledIn, message } from './calls.ts'
import { conversation } from './conversation.ts'
import { heardBy, offerBy } from './hooked.ts'
import { linesOf, withoutCommands } from './line-calls.ts'
import { progressNote } from './progress-note.ts'
import { replyInput } from './reply-input.ts'
import { offerFor, type View, viewWith } from './view.ts'
import { newestIn, talkUntilOf } from './talk-since.ts'
import { askedIn, shownIn, viewRow } from './view-rows.ts'

export interface ThinkDeps extends JobDeps {
  tools: Registry
  tape: Pick<RunTape, 'ofRun'>
}

/** Rejects with a ModelError. */
export async function think(
  deps: ThinkDeps,
  given: ThinkInput,
  context: JobContext & { key: string },
): Promise<Thought> {
  const { run, step } = given
  let made = await requestOf(deps, given, context)
  const offer = await offerBy(deps, given, 'step', made.fitted.messages, context)
  const input = { ...given, tools: [...offer.tools] }
  if (input.tools.length < given.tools.length) made = await requestOf(deps, input, context)
  const { tools } = input
  const { asked, rows, view, fitted, beside, shown, since } = made
  const said = await deps.model.ask({
    messages: fitted.messages,
    maxTokens: offer.maxOutputTokens,
    reservedTokens: input.maxTokens,
    format: 'text',
    timeoutMs: input.timeoutMs,
    ...(beside.tools && { tools: beside.tools }),
    ...heeding(context),
  })
  const tokens = chargedTokens(said, asked)
  const lines = linesOf(deps, said, tools, context)
  // The last call answers: what it says beside a command is the answer.
  const isAnswered = tools.length === 0 && withoutCommands(deps, said.text, said.text) !== ''
  const isCalling = (said.calls?.length ?? 0) > 0 || (lines.length > 0 && !isAnswered)
  const toMake = isCalling ? [...lines, ...(said.calls ?? [])] : []
  const { maxTokens } = asked
  const checked = { ...offer, kind: 'step', answer: said, calls: toMake, maxTokens } as const
  const { answer, heard } = await heardBy(deps, checked, context)
  if (isCalling)
    return chargeFailures(answer, asked, () => {
      const { calls, entries, grown } = calledIn(deps.tools, answer, {
        run,
        step,
        tools,
        talkUntil: newestIn(fitted, since),
        lines,
        heard,
      })
      return {
        calls,
        entries: [...shown, ...entries],
        ...noteIn(deps, { answer, tape: rows, tools }, asked, context),
        grown: grown + view.tokens,
        tokens,
      }
    })
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
    entries: [...shown, message(run, String(step), { role: 'assistant', text: answer.text }, grown)],
    grown,
    tokens,
  }
}

async function requestOf(deps: ThinkDeps, input: ThinkInput, context: JobContext & { key: string }) {
  const { run, step, tools } = input
  const asked = replyInput(input)
  const base = promptBase(deps, asked, context)
  const offering = input.sendsItself ? 'sending' : 'offered'
  const rows = deps.tape.ofRun(context.key, run)
  const after = [...conversation(rows), ...goOn(input)]
  const frameWith =
    ({ words }: View) =>
    (of: typeof base): PromptFrame =>
      replyFrame({ ...of, policy: policyOf(asked), tools: offering, workspace: words })
  const asks = tools.length > 0 ? [...namedBy(deps, asked, context), ...askedIn(rows)] : []
  const view = await viewWith(
    deps,
    await offerFor(deps, tools),
    shownIn(rows),
    asks,
    (of) => roomBeside(deps, asked, frameWith(of)(base)) - estimateRequest(after, of.tools),
  )
  const frame = frameWith(view)
  const since = talkUntilOf(rows)
  const beside = { after, since, ...(tools.length > 0 && { tools: view.tools }) }
  const shown = viewRow(run, step, view.fresh, view.tokens)
  const fitted = fitTalk(deps, asked, context, base, frame, undefined, beside)
  return { asked, rows, view, fitted, beside, shown, since }
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
