// The commands that there are, and what each of them orders of a bot's chart.
import type { GroupPolicy } from '../../machines/group/settings.ts'

export const commandNames = [
  'help',
  'tools',
  'tool.describe',
  'tape.info',
  'tape.search',
  'tape.anchors',
  'facts',
  'stop',
  'mute',
  'unmute',
  'policy',
  'why',
  'approve',
  'deny',
  'forget',
  'skills',
  'skill.accept',
  'skill.drop',
  'mcp.accept',
] as const

export type CommandName = (typeof commandNames)[number]

/** What stands behind the name where a command takes something. */
export const takes: Partial<Record<CommandName, string>> = {
  'tool.describe': 'NAME',
  'tape.search': 'WORDS',
  policy: 'mention | auto | open | default',
  why: 'ID',
  approve: 'N',
  deny: 'N',
  forget: 'N',
  'skill.accept': 'NAME DIGEST',
  'skill.drop': 'NAME',
  'mcp.accept': 'TOOL HASH',
}

/** What everybody may ask of a bot with tools: what it noted of them is theirs, too. "Forget everything" is no number, and an order of its own. */
export const isOfMembers = (name: string, words: string): boolean =>
  name === 'facts' || (name === 'forget' && numberIn(words) !== undefined)

export const isCommandName = (name: string): name is CommandName => (commandNames as readonly string[]).includes(name)

/** As `OperatorEvent` of the group chart, which stamps it. */
export type CommandOrder =
  | { type: 'operator.mute' }
  | { type: 'operator.unmute' }
  | { type: 'operator.drop' }
  | { type: 'operator.policy'; policy: GroupPolicy | null }
  | { type: 'operator.approve'; n: number; allow: boolean }

/** What a command has the chart do, in the step after the one that takes it; undefined: it only asks. */
export function orderOf(name: string, words: string): CommandOrder | undefined {
  if (name === 'mute' || name === 'unmute') return { type: `operator.${name}` }
  if (name === 'stop') return { type: 'operator.drop' }
  if (name === 'approve' || name === 'deny') {
    const n = numberIn(words)
    return n === undefined ? undefined : { type: 'operator.approve', n, allow: name === 'approve' }
  }
  if (name !== 'policy') return undefined
  const policy = policyIn(words)
  return policy === undefined ? undefined : { type: 'operator.policy', policy }
}

/** Of an ask, or a fact: it stands alone. */
export const numberIn = (words: string): number | undefined => (/^\d{1,9}$/.test(words) ? Number(words) : undefined)

/** null: that of the configuration. */
export function policyIn(words: string): GroupPolicy | null | undefined {
  const said = words.toLowerCase()
  if (said === 'default') return null
  return said === 'mention' || said === 'auto' || said === 'open' ? said : undefined
}
