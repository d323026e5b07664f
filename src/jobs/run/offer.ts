// The tools that a model is offered, and what they take of a prompt.
import { sendToolName } from '../../../machines/agent/post.ts'
import type { ToolRight } from '../../../machines/rules/tool-rights.ts'
import { estimatePromptTokens, estimateRequest, estimateTokens } from '../../language/tokens.ts'
import type { OfferedTool } from '../../llm/model.ts'
import { contract, sending } from '../../prompt/contract.ts'
import { toolsBlock } from '../../prompt/workspace-words.ts'
import { describeToolName } from '../../tools/describe-tool.ts'
import { wireName } from '../../language/wire-name.ts'
import type { Registry } from '../../tools/registry.ts'
import { readSkillName } from '../../tools/skills/read-tool.ts'
import { pageToolName } from './page-tool.ts'
import { handoffToolName } from './tape-tools.ts'

/** So many go with what they take; of more each is one line, until it is asked for (A7). */
export const mostWhole = 12

/** Of many, these are whole in every request. */
const always = [sendToolName, describeToolName, readSkillName, pageToolName, handoffToolName]

/** Without a way to ask for the others, all of them are. */
const isByLine = (names: readonly string[]): boolean =>
  names.includes(describeToolName) && othersIn(names).length > mostWhole

const othersIn = (names: readonly string[]): string[] => names.filter((name) => name !== describeToolName)

/** `shown`: what was asked for, in that order: what a request has already keeps its place in later ones. */
export function offeredTools(
  registry: Registry,
  names: readonly string[],
  shown: readonly string[] = [],
): OfferedTool[] {
  const whole = isByLine(names)
    ? [...new Set([...always, ...shown])].filter((name) => names.includes(name))
    : othersIn(names)
  return whole.flatMap((name) => {
    const found = registry.find(name)
    return found ? [{ ...registry.parametersOf(found), name }] : []
  })
}

/** The same lines whatever was asked for. */
export function toolLines(registry: Registry, names: readonly string[]): { name: string; description: string }[] {
  if (!isByLine(names)) return []
  return names.flatMap((name) => {
    const found = always.includes(name) ? undefined : registry.find(name)
    return found ? [{ name: wireName(found.name), description: found.description }] : []
  })
}

const measured = new WeakMap<Registry, { edition: number; known: Map<string, number> }>()

/** Tokens of the contract and of these tools in a prompt. */
export function overheadOfTools(registry: Registry, tools: readonly ToolRight[]): number {
  const edition = registry.edition()
  const before = measured.get(registry)
  const known = before?.edition === edition ? before.known : new Map<string, number>()
  measured.set(registry, { edition, known })
  const names = tools.map(({ name }) => name)
  const key = names.join(' ')
  const words = estimateTokens(contract) + (names.includes(sendToolName) ? estimateTokens(sending) : 0)
  const tokens = known.get(key) ?? words + mostOf(registry, names) + framing
  known.set(key, tokens)
  return tokens
}

/** Who may use fewer of them has those whole. */
function mostOf(registry: Registry, names: readonly string[]): number {
  const whole = estimateRequest([], offeredTools(registry, names))
  if (!isByLine(names)) return whole
  const words = { notes: '', tools: toolLines(registry, names), skills: [], named: [] }
  const sized = othersIn(names).map((name) => ({ name, tokens: estimateRequest([], offeredTools(registry, [name])) }))
  const largest = sized.toSorted((a, b) => b.tokens - a.tokens).slice(0, mostWhole)
  const ofFew = offeredTools(
    registry,
    largest.map(({ name }) => name),
  )
  return Math.max(whole + estimatePromptTokens(toolsBlock(words, estimateTokens)) + 1, estimateRequest([], ofFew))
}

/** What the protocol adds. */
const framing = 16
