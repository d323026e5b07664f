// The tools that a model is offered, and what they take of a prompt.
import { sendToolName } from '../../../machines/agent/post.ts'
import type { ToolRight } from '../../../machines/rules/tool-rights.ts'
import { estimateRequest, estimateTokens } from '../../language/tokens.ts'
import type { OfferedTool } from '../../llm/model.ts'
import { contract, sending } from '../../prompt/contract.ts'
import type { Registry } from '../../tools/registry.ts'

export const offeredTools = (registry: Registry, names: readonly string[]): OfferedTool[] =>
  names.flatMap((name) => {
    const found = registry.find(name)
    return found ? [{ ...registry.parametersOf(found), name }] : []
  })

const measured = new WeakMap<Registry, Map<string, number>>()

/** Tokens of the contract and of these tools in a prompt. */
export function overheadOfTools(registry: Registry, tools: readonly ToolRight[]): number {
  const known = measured.get(registry) ?? new Map<string, number>()
  measured.set(registry, known)
  const names = tools.map(({ name }) => name)
  const key = names.join(' ')
  const tokens =
    known.get(key) ??
    estimateTokens(contract) +
      (names.includes(sendToolName) ? estimateTokens(sending) : 0) +
      estimateRequest([], offeredTools(registry, names)) +
      framing
  known.set(key, tokens)
  return tokens
}

/** What the protocol adds. */
const framing = 16
