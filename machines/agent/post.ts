// A call of the channel's own tool: which one it is, and what the model is told of it.
import type { CallRef, TakenCall, TapeEntry } from './children.ts'
import type { AgentContext, PostedEvent } from './context.ts'

/** The tool of the house that posts in the room. */
export const sendToolName = 'send'

export const isSend = ({ tool, refused }: Pick<TakenCall, 'tool' | 'refused'>): boolean =>
  tool === sendToolName && refused === undefined

/** It is about the call that waits. */
export const isPosted = ({ current }: AgentContext, { call }: Pick<PostedEvent, 'call'>): boolean =>
  current?.id === call

/** On offer in the last call: a run that must send what it says can still do that, and nothing else. */
export const lastTools = ({ input }: AgentContext, tools: readonly string[]): string[] =>
  input.sendsItself ? tools.filter((name) => name === sendToolName) : []

/** What was called though it is not on offer any more. */
export const isBeyondLast = ({ input, isLast }: AgentContext, calls: readonly CallRef[]): boolean =>
  isLast === true && !(input.sendsItself === true && calls.length > 0 && calls.every(isSend))

export function postResult(
  { input, current }: AgentContext,
  outcome: PostedEvent['outcome'] | 'timeout',
): readonly TapeEntry[] {
  if (!current) return []
  const { id: call, tool } = current
  const body = { call, tool, text: told[outcome], ...(outcome !== 'sent' && { isError: true as const }) }
  return [{ run: input.run, id: `${call}r`, kind: 'tool_result', body, tokens: tokensOfResult }]
}

const told = {
  sent: 'sent',
  unsent: 'not sent: the room is not to hear this now',
  timeout: 'not sent: it took too long',
}
const tokensOfResult = 30
