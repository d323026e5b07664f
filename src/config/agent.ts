// What a bot may work with: its tools by group and asker, and what its runs may cost.
import { resolve } from 'node:path'
import type { RunSettings } from '../../machines/agent/run-settings.ts'
import { type Findings, type Path, printPath } from './explain.ts'
import type { FileAgent } from './schema.ts'

/** Tools that are on in some groups; what no rule names is off. */
export interface AllowRule {
  /** Names, `fs.*` for all that begin so, `*` for all but the shell. */
  tools: string[]
  /** Names of groups, `web:*` for all of a channel, `direct` for one-to-one chats, `terminal` for `chime chat --workspace` alone. */
  groups: string[]
  by: 'operators' | 'members'
  /** The shell may run in a group of several, too. */
  shell?: boolean
}

export interface AgentConfig {
  /** Folder of the workspaces, absolute; absent: beside the store. */
  workspace?: string
  allow: AllowRule[]
  /** In one-to-one talks, lines of the model's own text are for the shell, too. */
  textShell: boolean
  /** Nothing that the model writes is posted: it sends by its own tool (A14). */
  sendsItself?: true
  inlineMs: number
  progressMs: number
  maxTokens: number
  limits: { durationMs: number; maxTokens: number }[]
  maxAskerShare: number
  run: Omit<RunSettings, 'maxTalkTokens'>
  /** What it leaves in `next-task.json` of a workspace is asked of it at the next start. */
  nextTask?: true
}

const hour = 3_600_000
const defaults = {
  inlineMs: 20_000,
  progressMs: 60_000,
  maxTokens: 60_000,
  limits: [
    { durationMs: hour, maxTokens: 120_000 },
    { durationMs: 24 * hour, maxTokens: 240_000 },
  ],
  maxAskerShare: 0.5,
  run: {
    maxSteps: 20,
    maxMs: 600_000,
    maxRepeats: 3,
    modelTimeoutMs: 60_000,
    toolTimeoutMs: 30_000,
    maxOutputTokens: 1_000,
    contextTokens: 32_000,
    backoffMs: 5_000,
  },
}

/** Absent, or without a tool that is on: the bot has none. */
export function resolveAgent(
  given: FileAgent | undefined,
  { folder, operators, dailyTokens }: { folder: string; operators: readonly string[]; dailyTokens: number },
  path: Path,
  findings: Findings,
): AgentConfig | undefined {
  if (!given) return undefined
  const allow = (given.allow ?? []).map(({ tools = [], groups = [], by = 'operators', shell }): AllowRule => ({
    tools,
    groups,
    by,
    ...(shell !== undefined && { shell }),
  }))
  if (allow.length === 0) findings.warn(`${printPath(path)}: nothing is allowed: no tool is on`)
  // At the terminal whoever sits there is one.
  const isElsewhere = ({ groups }: AllowRule): boolean => groups.some((group) => group !== 'terminal')
  if (operators.length === 0 && allow.some((rule) => rule.by === 'operators' && isElsewhere(rule)))
    findings.warn(`${printPath([...path, 'allow'])}: tools of operators are on for nobody: name them in operators`)
  const { inlineMs, progressMs, maxTokens, maxAskerShare, limits } = { ...defaults, ...given }
  const windows = (limits ?? defaults.limits).map(({ durationMs = hour, maxTokens: most = 0 }) => ({
    durationMs,
    maxTokens: most,
  }))
  const smallest = Math.min(dailyTokens, ...windows.map((window) => window.maxTokens))
  if (smallest < leastOfARun)
    findings.warn(
      `${printPath(path)}: a run needs some ${leastOfARun} tokens, and ${smallest} are allowed: no run will begin`,
    )
  return {
    ...(given.workspace !== undefined && { workspace: resolve(folder, given.workspace) }),
    allow,
    textShell: given.textShell ?? false,
    ...(given.proactiveResponse === 'off' && { sendsItself: true as const }),
    inlineMs: inlineMs ?? defaults.inlineMs,
    progressMs: progressMs ?? defaults.progressMs,
    maxTokens: maxTokens ?? defaults.maxTokens,
    limits: windows,
    maxAskerShare: maxAskerShare ?? defaults.maxAskerShare,
    ...(given.nextTask === true && { nextTask: true }),
    run: {
      ...defaults.run,
      ...(given.maxSteps !== undefined && { maxSteps: given.maxSteps }),
      ...(given.maxMs !== undefined && { maxMs: given.maxMs }),
      ...(given.maxRepeats !== undefined && { maxRepeats: given.maxRepeats }),
      ...(given.modelTimeoutMs !== undefined && { modelTimeoutMs: given.modelTimeoutMs }),
      ...(given.toolTimeoutMs !== undefined && { toolTimeoutMs: given.toolTimeoutMs }),
      ...(given.contextTokens !== undefined && { contextTokens: given.contextTokens }),
      ...(given.maxOutputTokens !== undefined && { maxOutputTokens: given.maxOutputTokens }),
    },
  }
}

/** Two calls with a talk that fills the prompt. */
const leastOfARun = 6_000
