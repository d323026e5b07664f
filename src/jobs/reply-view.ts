// What a reply shows of tools, skills and notes beside its talk, and the words around that (A7–A9).
import { sendToolName } from '../../machines/agent/post.ts'
import type { ComposeInput } from '../../machines/group/children.ts'
import { saidText } from '../language/parts.ts'
import { estimateRequest } from '../language/tokens.ts'
import type { ChatRequest } from '../llm/model.ts'
import type { PromptBase, PromptFrame } from '../prompt/prompt-parts.ts'
import { replyFrame } from '../prompt/reply-prompt.ts'
import type { WorkspaceWords } from '../prompt/workspace-words.ts'
import { type JobContext, type JobDeps, leastTalkTokens, promptBase, roomBeside } from './prompt-talk.ts'
import { noOffer, type Offer, offerFor, type View, viewOf, viewWith } from './run/view.ts'
import { namedIn, nothingShown } from './run/view-rows.ts'

/** Where a tight window holds too little for them, the reply goes without. */
export function fittingTools(
  deps: JobDeps,
  input: ComposeInput,
  base: PromptBase,
  view: View | undefined,
  ofAttached = 0,
): Pick<ChatRequest, 'tools'> {
  if (!deps.tools || !input.tools) return {}
  const shown = view ?? viewOf(deps.tools, noOffer(deps.tools, input.tools))
  return roomFor(deps, input, base, shown, ofAttached) >= leastTalkTokens ? { tools: shown.tools } : {}
}

const roomFor = (
  deps: JobDeps,
  input: ComposeInput,
  base: PromptBase,
  { tools, words }: View,
  ofAttached = 0,
): number => roomBeside(deps, input, frameFor(input, words)(base)) - ofAttached - estimateRequest([], tools)

export const offered = async ({ tools, texts }: JobDeps, input: ComposeInput): Promise<Offer | undefined> =>
  tools && input.tools && offerFor({ tools, texts }, input.tools)

/** With what those who are answered ask for by `$name`. */
export async function viewOfReply(
  deps: JobDeps,
  offer: Offer,
  input: ComposeInput,
  context: JobContext,
  ofAttached = 0,
): Promise<View | undefined> {
  const { tools, texts } = deps
  if (!tools) return undefined
  const base = promptBase(deps, input, context)
  const room = (view: View): number => roomFor(deps, input, base, view, ofAttached)
  return viewWith({ tools, texts }, offer, nothingShown, namedBy(deps, input, context), room)
}

/** Names in the words of those who are answered, and of nobody else. */
export const namedBy = (
  deps: Pick<JobDeps, 'talk'>,
  { batch, targets }: Pick<ComposeInput, 'batch' | 'targets'>,
  { group }: Pick<JobContext, 'group'>,
): string[] =>
  deps
    .talk(group, batch)
    .batch.filter(({ id }) => targets.includes(id))
    .flatMap(({ text, parts }) => namedIn(saidText(text, parts)))

export const withoutTools = ({ tools: _, ...input }: ComposeInput): ComposeInput => input

export const frameFor =
  (input: ComposeInput, workspace?: WorkspaceWords) =>
  (base: PromptBase): PromptFrame =>
    replyFrame({
      ...base,
      policy: policyOf(input),
      tools: input.tools ? offeringOf(input.tools) : input.workingOn ? 'atWork' : undefined,
      workspace,
    })

const offeringOf = (tools: readonly string[]): 'offered' | 'sending' =>
  tools.includes(sendToolName) ? 'sending' : 'offered'

export const policyOf = ({ type, maxChars, markdown }: ComposeInput) => ({ type, maxChars, markdown })
