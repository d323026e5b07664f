// The configuration: one YAML file, the environment over it, defaults below, and every problem named at once.
import { resolve } from 'node:path'
import type { GroupSettings } from '../../machines/group/settings.ts'
import { type BridgeConfig, groupsOfBridge, resolveBridge } from './bridge.ts'
import { type BotConfig, type DailyLimits, layLimits, resolveBots } from './bots.ts'
import { demoBots } from './demo.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { ConfigError, type Findings, explainSchema, gather, unheard } from './explain.ts'
import { type ConfigFile, readConfigFile } from './file.ts'
import { type GroupConfig, type RoomConfig, checkSettings, layerSettings, resolveGroups } from './groups.ts'
import { isLoopback } from './loopback.ts'
import { layModel, resolveModel } from './model.ts'
import { type FileConfig, fileSchema } from './schema.ts'
import type { ChannelSection, ChannelSettings } from './section.ts'
import { respell } from './spelling.ts'

export interface Config {
  /** The file it came from; absent when there was none and the demo runs. */
  file?: string
  bots: BotConfig[]
  /** Ceiling of the whole process (U6). */
  limits: DailyLimits
  /** Thresholds of a group that is not in `groups`. */
  groupSocial: GroupSettings
  /** By name: every web room as `web:ROOM`, and whatever else was configured. Ask `settingsFor`. */
  groups: Record<string, GroupConfig>
  channels: { web: { host: string; port: number; token?: string; rooms: RoomConfig[] } } & ChannelSettings
  /** Other Chimes. */
  bridge?: BridgeConfig
  /** `path` is absolute. */
  store: { path: string; retainDays: number; maxMegabytes: number }
  log: { level: LogLevel; format: 'auto' | 'pretty' | 'json' }
  /** Absolute; the folder need not exist. */
  rosterFolder: string
  /** To be logged at start, one line each. */
  warnings: string[]
}

type LogLevel = NonNullable<NonNullable<FileConfig['log']>['level']>

export interface ConfigSource {
  file?: string
  env: NodeJS.ProcessEnv
  cwd: string
}

/**
 * Reads `file`, else CHIME_CONFIG, else chime.yaml in `cwd`, else the built-in demo; then lays the environment over it.
 * Throws a ConfigError that lists every problem.
 */
export function readConfig({ file, env, cwd }: ConfigSource, sections: readonly ChannelSection[]): Config {
  const environment = readEnvironment(env, cwd, sections)
  const source = readConfigFile(file ?? environment.file, cwd)
  const inFile = gather(source.name, new Map())
  const findings = gather(source.name, environment.sources)
  const schema = fileSchema(sections)
  const fromFile = parse(schema, respell(source.data, schema, inFile), inFile)
  const fromEnv = parse(schema, environment.data, findings)
  const sound = (...keys: (keyof FileConfig)[]) =>
    keys.every((key) => !fromFile.failed.has(key) && !fromEnv.failed.has(key))
  const config = assemble(source, layFile(fromFile.values, fromEnv.values), sound, findings, sections)
  const problems = [...inFile.problems, ...findings.problems]
  if (problems.length > 0) throw new ConfigError(problems)
  config.warnings.push(
    ...environment.warnings,
    ...findings.warnings,
    ...keyWarning(fromFile.values, environment, source),
  )
  return config
}

/** Thresholds of one group: its own, else the common ones. */
export function settingsFor(config: Config, group: string): GroupSettings {
  return config.groups[group]?.settings ?? config.groupSocial
}

// A section with a problem is left out, so that the others can be checked all the same.
function parse(
  schema: ReturnType<typeof fileSchema>,
  data: unknown,
  findings: Findings,
): { values: FileConfig; failed: Set<PropertyKey | undefined> } {
  const whole = schema.safeParse(data)
  if (whole.success) return { values: whole.data, failed: new Set() }
  explainSchema(whole.error, data, findings)
  const failed = new Set(whole.error.issues.map((issue) => issue.path[0]))
  const rest = failed.has(undefined) ? [] : Object.entries(data as object).filter(([key]) => !failed.has(key))
  return { values: schema.parse(Object.fromEntries(rest)), failed }
}

function layFile(file: FileConfig, env: FileConfig): FileConfig {
  return {
    ...file,
    model: layModel(file.model ?? {}, env.model ?? {}),
    channels: layChannels(file.channels ?? {}, env.channels ?? {}),
    store: { ...file.store, ...env.store },
    log: { ...file.log, ...env.log },
  }
}

type FileChannels = NonNullable<FileConfig['channels']>

function layChannels(file: FileChannels, env: FileChannels): FileChannels {
  const below: Record<string, unknown> = file
  const laid = Object.entries(env).map(([name, over]) => [name, { ...(below[name] as object), ...over }])
  return { ...file, ...(Object.fromEntries(laid) as FileChannels) }
}

type Sound = (...sections: (keyof FileConfig)[]) => boolean

// What belongs together is checked only where both sides could be read: no problem that follows from another.
function assemble(
  source: ConfigFile,
  values: FileConfig,
  sound: Sound,
  findings: Findings,
  sections: readonly ChannelSection[],
): Config {
  const onlyIf = (keys: (keyof FileConfig)[]) => (sound(...keys) ? findings : unheard)
  const {
    bots: fileBots = demoBots,
    groupSocial = {},
    channels: { web = {}, ...rest } = {},
    store = {},
    model: given = {},
  } = values
  const others: Record<string, unknown> = rest
  const { host = '127.0.0.1', port = 7171, token, rooms = [{ id: 'lobby', title: 'Lobby' }] } = web
  const model = resolveModel(given, ['model'], onlyIf(['model']))
  const bots = resolveBots(fileBots, { model, given, folder: source.folder }, onlyIf(['bots']))
  const settings = layerSettings([groupSocial])
  const isSettled = checkSettings(settings, ['groupSocial'], onlyIf(['groupSocial']))
  const { groups, rooms: resolvedRooms } = resolveGroups(
    {
      groups: values.groups ?? {},
      bridged: sound('bridge') ? groupsOfBridge(values.bridge) : {},
      rooms,
      groupSocial,
      bots: bots.map((bot) => bot.id),
      channels: sections.flatMap((section) => section.channels?.(others[section.name]) ?? [section.name]),
    },
    isSettled ? onlyIf(['bots', 'groupSocial', 'groups', 'channels']) : unheard,
  )
  const surroundings = { folder: source.folder, bots: bots.map((bot) => bot.id), taken: takenBy(sections) }
  const opened = sections.flatMap((section) => {
    const settled = section.resolve(others[section.name], surroundings, onlyIf(['bots', 'channels']))
    return settled === undefined ? [] : [[section.name, settled] as const]
  })
  const bridge = resolveBridge(values.bridge, onlyIf(['bridge']))
  if (!isLoopback(host)) checkToken(token, host, onlyIf(['channels']))
  return {
    ...(source.found && { file: source.name }),
    bots,
    limits: layLimits({ dailyMessages: 1_000, dailyTokens: 1_000_000 }, values.limits),
    groupSocial: settings,
    groups,
    channels: {
      web: { host, port, ...(token && { token }), rooms: resolvedRooms },
      ...Object.fromEntries(opened),
    },
    ...(bridge && { bridge }),
    store: {
      path: resolve(source.folder, store.path ?? 'data/chime.sqlite'),
      retainDays: store.retainDays ?? 30,
      maxMegabytes: store.maxMegabytes ?? 2_000,
    },
    log: { level: values.log?.level ?? 'info', format: values.log?.format ?? 'auto' },
    rosterFolder: resolve(source.folder, values.rosterFolder ?? 'group'),
    warnings: [],
  }
}

/** Names of channels that nobody else's may have. */
const takenBy = (sections: readonly ChannelSection[]): ReadonlySet<string> =>
  new Set(['web', 'bridge', 'peer', ...sections.flatMap(({ name, channels }) => (channels ? [] : [name]))])

// OPENAI_API_KEY may be set for another program.
function keyWarning(file: FileConfig, { data, sources }: Environment, source: ConfigFile): string[] {
  const key = (data['model'] as { apiKey?: string } | undefined)?.apiKey
  const replaced = key !== undefined && file.model?.apiKey !== undefined && file.model.apiKey !== key
  return replaced ? [`${sources.get('model.apiKey')}: takes the place of model.apiKey in ${source.name}`] : []
}

/** Whoever reaches the address may try tokens. */
const shortestToken = 16

function checkToken(token: string | undefined, host: string, findings: Findings): void {
  const path = ['channels', 'web', 'token']
  const open = `${host} is open to other machines`
  const make = `set CHIME_TOKEN to ${shortestToken} characters or more (openssl rand -hex 16 makes one)`
  if (!token) findings.problem(path, `missing: ${open}: ${make}, or bind 127.0.0.1`)
  else if (token.length < shortestToken)
    findings.problem(path, `${token.length} characters are too few, ${open}: ${make}, or bind 127.0.0.1`)
}
