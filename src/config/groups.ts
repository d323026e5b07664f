// Which bots sit in which group, and under which thresholds: defaults, then `groupSocial`, then the group's own.
import type { GroupSettings } from '../../machines/group/settings.ts'
import { defaultSettings, limitPresets } from './default-settings.ts'
import { type AdmissionRules, admissionOf } from './admission.ts'
import { type Findings, type Path, suggest } from './explain.ts'
import type { FileConfig, GroupSocial } from './schema.ts'
import type { ListedGroup } from './section.ts'

export interface GroupConfig {
  /** Ids. */
  bots: string[]
  settings: GroupSettings
  /** Who is served in it, over what its channel says. */
  admission?: AdmissionRules
}

type FileGroup = NonNullable<FileConfig['groups']>[string]

/** Thresholds of a group: each layer laid over the ones before, key by key. */
export function layerSettings(layers: readonly GroupSocial[]): GroupSettings {
  const merged = layers.map(unfolded).reduce<GroupSocial>(lay, defaultSettings) as GroupSettings & GroupSocial
  const { batching, decision } = merged
  delete decision.defaultSkipOnParseError
  return { ...merged, batching: { intervalMs: batching.enabled === false ? 0 : batching.intervalMs }, decision }
}

/** A layer with its preset written out; its own figures stand over it. */
function unfolded({ limits, ...layer }: GroupSocial): GroupSocial {
  if (!limits) return layer
  const { preset, ...own } = limits
  return { ...layer, limits: preset ? lay({ limits: limitPresets[preset] }, { limits: own }).limits : own }
}

/** What can be wrong between values that are right each for itself. */
export function checkSettings(settings: GroupSettings, path: Path, findings: Findings): boolean {
  const { shortWindow, mediumWindow, longWindow } = settings.limits
  const spans = [shortWindow.durationMs, mediumWindow.durationMs, longWindow.durationMs] as const
  const { coolingMessages, activeMessages } = settings.vitality
  const ascending = spans[0] < spans[1] && spans[1] < spans[2]
  if (!ascending) {
    const words = 'expected durationMs to ascend from shortWindow over mediumWindow to longWindow'
    findings.problem([...path, 'limits'], `${words}, found ${spans.join(', ')}`)
  }
  if (activeMessages < coolingMessages) {
    const words = `expected activeMessages to be at least coolingMessages`
    findings.problem([...path, 'vitality'], `${words}, found ${activeMessages} and ${coolingMessages}`)
  }
  return ascending && activeMessages >= coolingMessages
}

/** Where nobody but bots speaks the brakes that wait for a person never let go: hops end the talk there (X3). */
const amongBots: GroupSocial = { loop: { maxBotTurns: 1_000_000, maxPairTurns: 1_000_000, maxRoomTurns: 1_000_000 } }

interface GroupSources {
  groups: Record<string, FileGroup>
  groupSocial: GroupSocial
  /** Ids of all bots. */
  bots: string[]
  /** By the names of the channels: what is wrong with a group that is not listed, '' where nobody lists them. */
  channels: ReadonlyMap<string, string | undefined>
  listed: readonly ListedGroup[]
}

/** Every group that a channel lists, and every further one that was configured. */
export function resolveGroups(from: GroupSources, findings: Findings): Record<string, GroupConfig> {
  const groups: Record<string, GroupConfig> = {}
  for (const listed of from.listed)
    groups[listed.group] = resolveGroup(from, from.groups[listed.group] ?? {}, listed, findings)
  for (const [group, file] of Object.entries(from.groups)) {
    checkBots(file.bots, from.bots, ['groups', group, 'bots'], findings)
    if (Object.hasOwn(groups, group)) continue
    const unlisted = from.channels.get(group.slice(0, Math.max(0, group.indexOf(':'))))
    if (unlisted) findings.problem(['groups', group], `${unlisted}: ${suggest(group, Object.keys(groups))}`)
    else if (unlisted === undefined)
      findings.warn(`groups: no channel has a group "${group}": names look like web:lobby`)
    groups[group] = resolveGroup(from, file, { group }, findings)
  }
  return groups
}

function resolveGroup(from: GroupSources, file: FileGroup, listed: ListedGroup, findings: Findings): GroupConfig {
  const path = ['groups', listed.group]
  const policy = once([listed.policy, file.policy, file.groupSocial?.policy], 'policy', path, findings)
  const bots = once([listed.bots, file.bots], 'bots', path, findings) ?? from.bots
  const own = file.groupSocial ?? {}
  const place = listed.isAmongBots ? amongBots : {}
  const settings = layerSettings([from.groupSocial, place, own, policy ? { policy } : {}])
  if (file.groupSocial) checkSettings(settings, [...path, 'groupSocial'], findings)
  const admission = admissionOf(file, path, findings)
  return { bots, settings, ...(admission && { admission }) }
}

// A room is described in two places; they must not disagree.
function once<T>(values: (T | undefined)[], what: string, path: Path, findings: Findings): T | undefined {
  const given = values.filter((value) => value !== undefined)
  const different = new Set(given.map((value) => JSON.stringify(value)))
  if (different.size > 1) findings.problem([...path, what], `given as ${[...different].join(' and ')}: give it once`)
  return given[0]
}

/** Ids under a key. */
export function checkBots(
  bots: readonly string[] = [],
  known: readonly string[],
  path: Path,
  findings: Findings,
): void {
  for (const [i, bot] of bots.entries()) {
    if (!known.includes(bot)) findings.problem([...path, i], `no bot has the id "${bot}": ${suggest(bot, known)}`)
    else if (bots.indexOf(bot) < i) findings.problem([...path, i], `"${bot}" is listed twice: remove one`)
  }
}

/** A deep copy of `base` with the values of `over`; lists are values. */
function lay(base: Record<string, unknown>, over: Record<string, unknown>): GroupSocial {
  const result = structuredClone(base)
  for (const [key, value] of Object.entries(over)) {
    if (value === undefined) continue
    result[key] = isRecord(value) && isRecord(result[key]) ? lay(result[key], value) : value
  }
  return result
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
