// Which bots sit in which group, and under which thresholds: defaults, then `groupSocial`, then the group's own.
import type { GroupSettings } from '../../machines/group/settings.ts'
import { defaultSettings, limitPresets } from './default-settings.ts'
import { type Findings, type Path, suggest } from './explain.ts'
import type { FileConfig, GroupSocial } from './schema.ts'

export interface GroupConfig {
  /** Ids. */
  bots: string[]
  settings: GroupSettings
}

export interface RoomConfig {
  id: string
  title: string
  bots: string[]
}

type FileGroup = NonNullable<FileConfig['groups']>[string]
type FileRoom = NonNullable<NonNullable<NonNullable<FileConfig['channels']>['web']>['rooms']>[number]

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
  rooms: FileRoom[]
  groupSocial: GroupSocial
  /** Ids of all bots. */
  bots: string[]
  /** Names of the channels whose groups nobody lists. */
  channels: readonly string[]
  /** Groups that peers of the bridge share and that are nowhere else. */
  bridged?: Record<string, FileGroup>
}

/** Every room as the group `web:ROOM`, and every further group that was configured. */
export function resolveGroups(from: GroupSources, findings: Findings) {
  const groups: Record<string, GroupConfig> = {}
  for (const [i, room] of from.rooms.entries()) {
    const path = ['channels', 'web', 'rooms', i]
    const key = `web:${room.id}`
    const group = from.groups[key] ?? {}
    if (Object.hasOwn(groups, key))
      findings.problem([...path, 'id'], `there is another room "${room.id}": ids must differ`)
    groups[key] = resolveGroup(from, group, ['groups', key], findings, room)
    checkBots(room.bots, from.bots, [...path, 'bots'], findings)
  }
  for (const [key, group] of Object.entries({ ...from.bridged, ...from.groups })) {
    checkBots(group.bots, from.bots, ['groups', key, 'bots'], findings)
    if (Object.hasOwn(groups, key)) continue
    if (key.startsWith('web:')) findings.problem(['groups', key], `no such room: ${suggest(key, Object.keys(groups))}`)
    else if (!isSomewhere(key, from))
      findings.warn(`groups: no channel has a group "${key}": names look like web:lobby`)
    groups[key] = resolveGroup(from, group, ['groups', key], findings)
  }
  const rooms = from.rooms.map(({ id, title = id }): RoomConfig => ({
    id,
    title,
    bots: groups[`web:${id}`]?.bots ?? [],
  }))
  return { groups, rooms }
}

const isSomewhere = (group: string, { channels, bridged = {} }: GroupSources): boolean =>
  Object.hasOwn(bridged, group) || channels.some((channel) => group.startsWith(`${channel}:`))

function resolveGroup(
  from: GroupSources,
  group: FileGroup,
  path: Path,
  findings: Findings,
  room?: FileRoom,
): GroupConfig {
  const policy = once([room?.policy, group.policy, group.groupSocial?.policy], 'policy', path, findings)
  const bots = once([room?.bots, group.bots], 'bots', path, findings) ?? from.bots
  const own = group.groupSocial ?? {}
  const isAmongBots = path[1]?.toString().startsWith('bridge:') === true
  const place = isAmongBots ? amongBots : {}
  const settings = layerSettings([from.groupSocial, place, own, policy ? { policy } : {}])
  if (group.groupSocial) checkSettings(settings, [...path, 'groupSocial'], findings)
  return { bots, settings }
}

// A room is described in two places; they must not disagree.
function once<T>(values: (T | undefined)[], what: string, path: Path, findings: Findings): T | undefined {
  const given = values.filter((value) => value !== undefined)
  const different = new Set(given.map((value) => JSON.stringify(value)))
  if (different.size > 1) findings.problem([...path, what], `given as ${[...different].join(' and ')}: give it once`)
  return given[0]
}

function checkBots(bots: readonly string[] = [], known: readonly string[], path: Path, findings: Findings): void {
  for (const [i, bot] of bots.entries()) {
    if (!known.includes(bot)) findings.problem([...path, i], `no bot has the id "${bot}": ${suggest(bot, known)}`)
    else if (bots.indexOf(bot) < i) findings.problem([...path, i], `"${bot}" is listed twice: remove one`)
  }
}

/** A deep copy of `base` with the values of `over`; lists are values. */
function lay(base: GroupSocial, over: GroupSocial): GroupSocial {
  return layRecords(base, over)
}

function layRecords(base: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  const result = structuredClone(base)
  for (const [key, value] of Object.entries(over)) {
    if (value === undefined) continue
    result[key] = isRecord(value) && isRecord(result[key]) ? layRecords(result[key], value) : value
  }
  return result
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
