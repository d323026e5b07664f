// The reply's own call as hooks let it be: with fewer tools its view is made anew, and what they took of its time is gone (A6).
import type { ComposeInput } from '../../../machines/group/children.ts'
import type { ChatRequest } from '../../llm/model.ts'
import type { JobContext, JobDeps } from '../prompt-talk.ts'
import { offered, viewOfReply, withoutTools } from '../reply-view.ts'
import { offerBy } from './hooked.ts'
import type { View } from './view.ts'

interface Allowed {
  input: ComposeInput
  view: View | undefined
  /** Laid over the request. */
  limits: Partial<Pick<ChatRequest, 'maxTokens' | 'timeoutMs'>>
}

/** `fitted`: the request of what is given. */
export async function allowedReply(
  deps: JobDeps,
  { input, view, ofAttached }: Omit<Allowed, 'limits'> & { ofAttached: number | undefined },
  fitted: () => ChatRequest,
  context: JobContext,
): Promise<Allowed> {
  if (!deps.hooks) return { input, view, limits: {} }
  const startedAt = performance.now()
  const request = fitted()
  const tools = request.tools ? (input.tools ?? []) : []
  const { maxOutputTokens } = input
  const offer = await offerBy(deps, { tools, maxOutputTokens }, 'reply', request.messages, context)
  const limits = {
    maxTokens: offer.maxOutputTokens,
    timeoutMs: Math.max(1, Math.floor(request.timeoutMs - (performance.now() - startedAt))),
  }
  if (offer.tools.length === tools.length) return { input, view, limits }
  const fewer = offer.tools.length > 0 ? { ...input, tools: [...offer.tools] } : withoutTools(input)
  const left = await offered(deps, fewer)
  return { input: fewer, view: left && (await viewOfReply(deps, left, fewer, context, ofAttached)), limits }
}
