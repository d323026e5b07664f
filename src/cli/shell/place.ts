// Where the shell works: with which bot, in which folder, and what the configuration says there.
import { createHash, randomBytes } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { GroupSettings } from '../../../machines/group/settings.ts'
import type { TerminalConfig } from '../../channels/shell/plugin.ts'
import type { AgentConfig, AllowRule } from '../../config/agent.ts'
import type { BotConfig } from '../../config/bots.ts'
import type { Config } from '../../config/config.ts'
import { foldName } from '../../channels/clean.ts'
import type { OwnFolder } from '../../config/workspaces.ts'
import { InputError } from '../../terminal/failure.ts'
import { outOfReach } from './out-of-reach.ts'
import type { ShellWords } from './words.ts'

export interface ShellPlace {
  bot: BotConfig & { agent: AgentConfig }
  /** As rules and the tape have it. */
  group: string
  person: TerminalConfig['person']
  folder: OwnFolder
}

interface Asked {
  workspace: string
  bot?: string
  name: string
}

/** In a rule it is the terminal alone; `direct` is every one-to-one talk. */
const here: ReadonlySet<string> = new Set(['terminal', 'direct'])

/** Throws an InputError with the next step. */
export function shellPlace(config: Config, asked: Asked, words: ShellWords['problems'], cwd: string): ShellPlace {
  const isTaken = config.bots.some(({ id, name, aliases }) =>
    [id, name, ...aliases].some((each) => foldName(each) === foldName(asked.name)),
  )
  if (isTaken) throw new InputError(words.nameOfBot(asked.name))
  const bot = botOf(config, asked.bot, words)
  const path = folderAt(resolve(cwd, asked.workspace), asked.workspace, words)
  const group = `terminal:${slugOf(basename(path))}${createHash('sha256').update(path).digest('hex').slice(0, 8)}`
  return {
    bot,
    group,
    // Of this folder alone: who sits at another one is no operator of this talk.
    person: { id: `${group}:operator`, name: asked.name },
    folder: { path, hidden: outOfReach(config, path, { cwd, words }) },
  }
}

function botOf({ bots }: Config, named: string | undefined, words: ShellWords['problems']): ShellPlace['bot'] {
  const meant = named === undefined ? bots : bots.filter(({ id, name }) => id === named || name === named)
  if (meant.length === 0) throw new InputError(words.noBot(named ?? '', bots.map(({ id }) => id).join(', ')))
  for (const bot of meant) {
    const { agent } = bot
    if (agent?.allow.some(isHere)) return { ...bot, agent }
  }
  throw new InputError(words.noTools(named))
}

const isHere = ({ groups }: AllowRule): boolean => groups.some((group) => here.has(group))

function folderAt(path: string, shown: string, words: ShellWords['problems']): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new InputError(words.noFolder(shown))
  return realpathSync(path)
}

function slugOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 24)
  return /[a-z0-9]/.test(plain) ? `${plain}-` : ''
}

/** The bots as they are, with this place beside their others; no channel but the terminal. */
export function shellConfig(config: Config, place: ShellPlace, told: Pick<TerminalConfig, 'show' | 'opened'>): Config {
  const { bot, group, person, folder } = place
  const { web } = config.channels
  const allow = bot.agent.allow.map((rule) =>
    rule.groups.includes('terminal') ? { ...rule, groups: [...rule.groups, 'direct'] } : rule,
  )
  const working = { ...bot, operators: [...bot.operators, person.id], agent: { ...bot.agent, allow } }
  return {
    ...config,
    bots: config.bots.map((each) => (each.id === bot.id ? working : each)),
    groups: { ...config.groups, [group]: { bots: [bot.id], settings: settingsOf(config.groupSocial, bot) } },
    channels: {
      // The page is there, and nobody knows its key.
      web: { ...web, host: '127.0.0.1', port: 0, rooms: [], token: randomBytes(24).toString('hex') },
      terminal: { bot: bot.id, group, person, folder, ...told },
    },
  }
}

/**
 * Nobody else is in the talk, and who asks waits: it is answered at once. What is spent is bounded by the windows of runs and
 * by the ceilings of the day.
 */
function settingsOf(common: GroupSettings, { agent, limits }: ShellPlace['bot']): GroupSettings {
  const { shortWindow, mediumWindow, longWindow } = common.limits
  const most = { maxMessages: limits.dailyMessages, maxTokens: limits.dailyTokens }
  const atOnce: [number, number] = [5, 10]
  return {
    ...common,
    enabled: true,
    policy: 'open',
    batching: { intervalMs: 20 },
    direct: { ...common.direct, debounceMs: pasteMs },
    dispatch: { ...common.dispatch, cooldownMs: 20 },
    mentionMinIntervalMs: 20,
    reply: { ...common.reply, maxOutputTokens: Math.max(common.reply.maxOutputTokens, agent.run.maxOutputTokens) },
    limits: {
      ...common.limits,
      shortWindow: { ...shortWindow, ...most },
      mediumWindow: { ...mediumWindow, ...most },
      longWindow: { ...longWindow, ...most },
    },
    delay: { ...common.delay, fastMs: atOnce, normalMs: atOnce, slowMs: atOnce },
    style: { ...common.style, maxCharsPerMessage: longestMessage, maxSimilarity: never },
  }
}

/** What is pasted comes line by line. */
const pasteMs = 150
const longestMessage = 4_000
/** Above the likeness of equal texts: what was asked twice is answered twice. */
const never = 2
