// The configuration: one YAML file, the environment over it, defaults below, and every problem named at once.
import { resolve } from 'node:path'
import type { GroupSettings } from '../../machines/group/settings.ts'
import { type AdmissionRules, channelRules } from './admission.ts'
import { type BotConfig, type DailyLimits, layLimits, resolveBots } from './bots.ts'
import { demoBots } from './demo.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { ConfigError, type Findings, explainSchema, gather, unheard } from './explain.ts'
import { type ConfigFile, readConfigFile } from './file.ts'
import { type GroupConfig, checkSettings, layerSettings, resolveGroups } from './groups.ts'
import { layModel, resolveModel, resolveTranscription, type TranscriptionConfig } from './model.ts'
import { type FileConfig, fileSchema } from './schema.ts'
import { resolveHooks, resolveToolModules } from './hooks.ts'
import { checkMcpRules, type McpServerConfig, resolveMcp } from './mcp.ts'
import { checkPlaces } from './schedule.ts'
import { resolveSearch, type SearchConfig } from './search.ts'
import type { ChannelSection, ChannelSettings, Surroundings, Variables } from './section.ts'
import { respell } from './spelling.ts'
import { baseOf } from './topics.ts'

export interface Config {
  /** The file it came from; absent when there was none and the demo runs. */
  file?: string
  bots: BotConfig[]
  /** What turns recordings into text; absent: nothing does. */
  transcription?: TranscriptionConfig
  /** Where bots search the web; absent: they do not. */
  search?: SearchConfig
  /** Servers whose tools bots may use; absent: there are none. */
  mcp?: McpServerConfig[]
  /** Modules around model calls and tool calls, absolute, in the order in which they are asked; absent: there are none. */
  hooks?: string[]
  /** Paths of modules with tools of users' own; absent: there are none. */
  tools?: string[]
  /** Ceiling of the whole process (U6). */
  limits: DailyLimits
  /** Thresholds of a group that is not in `groups`. */
  groupSocial: GroupSettings
  /** By name: every web room as `web:ROOM`, and whatever else was configured. Ask `settingsFor`. */
  groups: Record<string, GroupConfig>
  channels: ChannelSettings
  /** Who is served, by channel; those of a group stand in `groups`. A channel that is missing serves everybody. */
  admission: Readonly<Record<string, AdmissionRules>>
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
  const sound: Sound = (...keys) => keys.every((key) => !fromFile.failed.has(key) && !fromEnv.failed.has(key))
  const values = layFile(fromFile.values, fromEnv.values)
  const config = assemble({ source, values, sections, variables: () => environment.variables }, sound, findings)
  const problems = [...inFile.problems, ...findings.problems]
  if (problems.length > 0) throw new ConfigError(problems)
  config.warnings.push(
    ...environment.warnings,
    ...findings.warnings,
    ...keyWarning(fromFile.values, environment, source),
  )
  return config
}

/** What the configuration says of a group; of a topic's room, what it says of the group that the topic is in. */
export function configuredGroup({ groups }: Pick<Config, 'groups'>, group: string): GroupConfig | undefined {
  return groups[baseOf(group)]
}

/** Thresholds of one group: its own, else the common ones. */
export function settingsFor(config: Config, group: string): GroupSettings {
  return configuredGroup(config, group)?.settings ?? config.groupSocial
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

const layFile = (file: FileConfig, env: FileConfig): FileConfig => ({
  ...layKeys(file, env),
  model: layModel(file.model ?? {}, env.model ?? {}),
  channels: layKeys(file.channels ?? {}, env.channels ?? {}),
})

/** Mappings key by key. */
function layKeys<T extends object>(file: T, env: T): T {
  const below = file as Record<string, object>
  const laid = Object.entries(env as object).map(([name, over]) => [name, { ...below[name], ...(over as object) }])
  return { ...file, ...(Object.fromEntries(laid) as T) }
}

type Sound = (...sections: string[]) => boolean

interface Sources {
  source: ConfigFile
  values: FileConfig
  sections: readonly ChannelSection[]
  variables: () => Variables
}

// What belongs together is checked only where both sides could be read: no problem that follows from another.
function assemble({ source, values, sections, variables }: Sources, sound: Sound, findings: Findings): Config {
  const onlyIf = (keys: string[]) => (sound(...keys) ? findings : unheard)
  const { bots: fileBots = demoBots, groupSocial = {}, store = {}, model: given = {}, channels = {} } = values
  const fileOf = ({ name, isOnTop }: ChannelSection): unknown =>
    ((isOnTop ? values : channels) as Record<string, unknown>)[name]
  const model = resolveModel(given, ['model'], onlyIf(['model']))
  const transcription = resolveTranscription(values.transcription, onlyIf(['transcription']))
  const search = resolveSearch(values.search, onlyIf(['search']))
  const bots = resolveBots(
    fileBots,
    { model, given, perPerson: values.limits?.perPerson, folder: source.folder },
    onlyIf(['bots']),
  )
  const mcp = resolveMcp(values.mcp, { folder: source.folder, variables: variables() }, onlyIf(['mcp']))
  checkMcpRules(bots, mcp, onlyIf(['bots', 'mcp']))
  const storePath = resolve(source.folder, store.path ?? 'data/chime.sqlite')
  const around = { folder: source.folder, bots, store: storePath }
  const hooks = resolveHooks(values.hooks, around, onlyIf(['bots', 'hooks', 'store']))
  const tools = resolveToolModules(values.tools, around, onlyIf(['bots', 'tools', 'store']))
  const ids = bots.map((bot) => bot.id)
  const settings = layerSettings([groupSocial])
  const isSettled = checkSettings(settings, ['groupSocial'], onlyIf(['groupSocial']))
  const groups = resolveGroups(
    {
      groups: values.groups ?? {},
      groupSocial,
      bots: ids,
      channels: new Map(sections.flatMap((section) => namesOf(section, fileOf(section)))),
      listed: sections.flatMap((section) => section.groups?.(fileOf(section)) ?? []),
    },
    isSettled ? onlyIf(['bots', 'groupSocial', 'groups', 'channels']) : unheard,
  )
  checkPlaces(bots, groups, onlyIf(['bots', 'groups', 'channels']))
  const surroundings: Omit<Surroundings, 'regardless'> = {
    folder: source.folder,
    bots: ids,
    botsIn: (group) => groups[group]?.bots ?? [],
    taken: takenBy(sections),
    variables,
  }
  const opened = sections.flatMap((section) => {
    const own = section.isOnTop ? section.name : 'channels'
    const regardless = onlyIf([own])
    const settled = section.resolve(fileOf(section), { ...surroundings, regardless }, onlyIf(['bots', own]))
    return settled === undefined ? [] : [[section.name, settled] as const]
  })
  return {
    ...(source.found && { file: source.name }),
    bots,
    ...(transcription && { transcription }),
    ...(search && { search }),
    ...(mcp.length > 0 && { mcp }),
    ...(hooks && { hooks }),
    ...(tools && { tools }),
    limits: layLimits({ dailyMessages: 1_000, dailyTokens: 1_000_000 }, values.limits),
    groupSocial: settings,
    groups,
    channels: Object.fromEntries(opened) as unknown as ChannelSettings,
    admission: Object.fromEntries(sections.flatMap((section) => channelRules(section, fileOf(section), findings))),
    store: {
      path: storePath,
      retainDays: store.retainDays ?? 30,
      maxMegabytes: store.maxMegabytes ?? 2_000,
    },
    log: { level: values.log?.level ?? 'info', format: values.log?.format ?? 'auto' },
    rosterFolder: resolve(source.folder, values.rosterFolder ?? 'group'),
    warnings: [],
  }
}

/** Channels of a section, each with what is wrong with a group of it that nobody listed. */
const namesOf = ({ name, channels, groups, unlisted }: ChannelSection, file: unknown): [string, string | undefined][] =>
  (channels?.(file) ?? [name]).map((each) => [each, groups ? unlisted : ''])

/** Names of channels that nobody else's may have. */
const takenBy = (sections: readonly ChannelSection[]): ReadonlySet<string> =>
  new Set(['peer', ...sections.flatMap(({ name, channels }) => (channels ? [] : [name]))])

// OPENAI_API_KEY may be set for another program.
function keyWarning(file: FileConfig, { data, sources }: Environment, source: ConfigFile): string[] {
  const key = (data['model'] as { apiKey?: string } | undefined)?.apiKey
  const replaced = key !== undefined && file.model?.apiKey !== undefined && file.model.apiKey !== key
  return replaced ? [`${sources.get('model.apiKey')}: takes the place of model.apiKey in ${source.name}`] : []
}
