// Who may use which tools where: pure, by ids alone, and nothing that no rule names (A6).
import { mcpPrefix } from '../config/mcp.ts'
import type { Place } from './tool.ts'

export interface ToolRule {
  /** Names of tools; `fs.*` for all that begin with `fs.`, `*` for all but the shell and those of MCP servers. */
  tools: readonly string[]
  /** Names of groups; `telegram:*` for all groups of a channel, `direct` for talks of two. */
  groups: readonly string[]
  by: 'operators' | 'members'
  /** With it a rule of operators gives the shell in the groups that it names in full. */
  shell?: boolean
}

export interface Asker {
  /** As rules and operators are written: names change hands, ids do not. */
  id: string
  kind: 'person' | 'peer'
}

export interface RightsQuestion {
  rules: readonly ToolRule[]
  operators: readonly string[]
  /** Who asked for the work, and whoever steered it since. */
  askers: readonly Asker[]
  place: Pick<Place, 'group' | 'oneToOne'>
  /** Names of the tools that there are; `shells`: of those among them that run whatever they are told. */
  tools: readonly string[]
  shells?: readonly string[]
}

/** The shell of this house. */
export const shellName = 'bash'

/** What all of the askers may use here, in the order of `tools`. Peers may use nothing, nor may nobody. */
export function toolsFor({ rules, operators, askers, place, tools, shells = [shellName] }: RightsQuestion): string[] {
  if (askers.length === 0 || askers.some(({ kind }) => kind !== 'person')) return []
  const areOperators = askers.every(({ id }) => operators.includes(id))
  const given = rules.filter((rule) => (rule.by === 'members' || areOperators) && isFor(rule, place))
  return tools.filter((name) =>
    given.some((rule) => (shells.includes(name) ? givesShell(rule, name, place) : names(rule, name))),
  )
}

type Where = RightsQuestion['place']

const isFor = ({ groups }: ToolRule, { group, oneToOne }: Where): boolean =>
  groups.some((named) =>
    named === 'direct'
      ? oneToOne
      : named === group || (!oneToOne && isChannel(named) && group.startsWith(named.slice(0, -1))),
  )

/** `telegram:*`: talks of two are none of a channel's groups. */
const isChannel = (named: string): boolean => /^[^:*]+:\*$/.test(named)

/** A server may add tools whenever it likes: each is named itself. */
const names = ({ tools }: ToolRule, name: string): boolean =>
  tools.some(
    (named) =>
      named === name ||
      (!name.startsWith(mcpPrefix) && (named === '*' || (named.endsWith('.*') && name.startsWith(named.slice(0, -1))))),
  )

/** A shell is named itself: whoever allows all tools may not think of it. */
const givesShell = ({ tools, by, groups, shell }: ToolRule, name: string, { group, oneToOne }: Where): boolean =>
  tools.includes(name) && by === 'operators' && (oneToOne || (shell === true && groups.includes(group)))

const anyone: Asker = { id: 'anyone', kind: 'person' }

/** The tools that are on in a place, and for whom: members may use what everybody may, operators all of them. */
export function rightsIn(
  tools: readonly string[],
  rules: readonly ToolRule[],
  place: Where,
): { name: string; by: 'operators' | 'members' }[] {
  const question = { rules, place, tools, askers: [anyone] }
  const members = new Set(toolsFor({ ...question, operators: [] }))
  return toolsFor({ ...question, operators: [anyone.id] }).map((name) => ({
    name,
    by: members.has(name) ? 'members' : 'operators',
  }))
}
