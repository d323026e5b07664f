// What the budgets of the configured bots are worth, with their real prompts: told at the start and by the doctor (U1, U2).
import { isDeepStrictEqual } from 'node:util'
import type { GroupInput, GroupSettings, WindowName } from '../../../machines/group/settings.ts'
import { keptTokens } from '../../../machines/rules/budget.ts'
import { type Call, needOf, unaskedNeed, usualCost } from '../../../machines/rules/reservation.ts'
import type { Found } from '../../channels/plugin.ts'
import { configuredChannels } from '../../channels/plugins.ts'
import { limitPresets } from '../../config/default-settings.ts'
import type { BotConfig } from '../../config/bots.ts'
import { type Config, settingsFor } from '../../config/config.ts'
import { actorKey } from '../../room/key.ts'
import { groupInputs } from '../../jobs/group-inputs.ts'
import { watchedPersonas } from '../../config/watched-personas.ts'
import { watchedRoster } from '../../prompt/watched-roster.ts'

/** One finding for each bot and each different budget of its groups; a bot that is switched off in a group needs none. */
export function budgetFindings(config: Config): Found[] {
  const ignore = (): void => undefined
  const roster = watchedRoster(config.rosterFolder, config.bots, ignore)
  const personas = watchedPersonas(ignore)
  const inputOf = groupInputs(config, roster, personas)
  const groupsOf = groupsByBot(config)
  return config.bots.flatMap((bot) => {
    const budgets = new Map<string, { input: GroupInput; under: Under; groups: string[] }>()
    for (const group of groupsOf(bot)) {
      const key = actorKey({ bot: bot.id, group, oneToOne: false })
      const input = inputOf(key)
      if (!input.settings.enabled) continue
      const same = JSON.stringify([capacityOf(input), shortagesOf(input)])
      const under: Under = (limits) => groupInputs(withLimits(config, group, limits), roster, personas)(key)
      const known = budgets.get(same) ?? { input, under, groups: [] }
      budgets.set(same, { ...known, groups: [...known.groups, group] })
    }
    const isOne = budgets.size === 1
    return [...budgets.values()].map(({ input, under, groups }) =>
      findingOf(bot, input, under, isOne ? '' : ` in ${groups.join(', ')}`),
    )
  })
}

type Limits = GroupSettings['limits']
/** A bot in a group as it would be under other limits: larger windows make room for a note, which takes its own. */
type Under = (limits: Limits) => GroupInput

function withLimits(config: Config, group: string, limits: Limits): Config {
  const settings = { ...settingsFor(config, group), limits }
  return { ...config, groups: { ...config.groups, [group]: { bots: [], ...config.groups[group], settings } } }
}

/** Groups that are configured, and where chats come by themselves one that is not. */
function groupsByBot(config: Config): (bot: BotConfig) => string[] {
  const listed = new Map<string, string[]>()
  for (const [group, { bots }] of Object.entries(config.groups)) {
    for (const bot of bots) {
      const known = listed.get(bot)
      if (known) known.push(group)
      else listed.set(bot, [group])
    }
  }
  const everywhere = configuredChannels(config).flatMap(({ name, listsGroups }) =>
    listsGroups ? [] : [`${name}:others`],
  )
  return ({ id }) => [...(listed.get(id) ?? []), ...everywhere]
}

function findingOf({ name }: BotConfig, input: GroupInput, under: Under, where: string): Found {
  const [none] = shortagesOf(input)
  if (none) {
    const { window, what, found, needed } = none
    return {
      sign: 'bad',
      found: `${name}${where} can never answer: groupSocial.limits.${window}Window.${what} is ${found}, one answer needs ${needed}`,
      next: `${raise(input.settings.limits, under)}, or set enabled: false`,
    }
  }
  const capacity = capacityOf(input)
  const spanOf = (window: WindowName): string => spanText(input.settings.limits[`${window}Window`].durationMs)
  const told = `${name}${where}: ${windows.map((window) => `${spanOf(window)} hold ${worthOf(capacity[window])}`).join('; ')}`
  const scarce = windows.find((window) => capacity[window].answers < fewAnswers)
  if (scarce === undefined) return { sign: 'ok', found: told }
  const silent = `it falls silent for up to ${spanOf(scarce)} after ${count(capacity[scarce].answers, 'answer')}`
  const { limits } = input.settings
  const more = raise(limits, under)
  const isOfPreset = windows.every((window) => capacity[window].answers >= fewAnswers || isAPresets(window, limits))
  const isMended = isOfPreset && shortagesOf(under({ ...limits, ...limitPresets.balanced }), fewAnswers).length === 0
  return {
    sign: 'warn',
    found: `${told}: ${silent}`,
    next: isMended ? `set groupSocial.limits.preset: balanced, or ${more}` : more,
  }
}

const isAPresets = (window: WindowName, limits: Limits): boolean =>
  Object.values(limitPresets).some((preset) => isDeepStrictEqual(preset[`${window}Window`], limits[`${window}Window`]))

/** What to raise for a few answers in every window, the room that is taken once it is raised included. */
function raise(given: Limits, under: Under): string {
  const figures = new Map<string, number>()
  const limits = structuredClone(given)
  for (let round = 0; round < mostRounds; round += 1) {
    for (const { window, what, needed } of shortagesOf(under(limits), fewAnswers)) {
      const key = `${window}Window` as const
      limits[key][what] = needed
      figures.set(`groupSocial.limits.${key}.${what}`, needed)
    }
  }
  const each = Array.from(figures, ([key, figure]) => `${key} to ${figure}`)
  return `raise ${each.join(' and ')} for ${fewAnswers} answers`
}

/** A larger window takes in a note once, and no more after that. */
const mostRounds = 3
const windows = ['short', 'medium', 'long'] as const
const worthOf = ({ answers, judgements }: Capacity): string =>
  `${count(answers, 'answer')} or ${count(judgements, 'decision')}`
const spanText = (ms: number): string =>
  ms % hour === 0 ? `${ms / hour} h` : ms % minute === 0 ? `${ms / minute} min` : `${ms / 1_000} s`
const [minute, hour] = [60_000, 3_600_000]
const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`

/** What a window allows, one after the other, in a talk that fills the prompts. */
interface Capacity {
  /** Judgements on what nobody asked, each a "no". */
  judgements: number
  /** Answers, each judged first where this bot judges. */
  answers: number
}

/** A figure of a window that is too small for so many answers, and the least that it would take. */
interface Shortage {
  window: WindowName
  what: 'maxMessages' | 'maxTokens'
  found: number
  needed: number
}

/** Below so many answers in a window a bot falls silent in the middle of a talk. */
const fewAnswers = 3

type Sized = Pick<GroupInput, 'settings' | 'overhead' | 'oneToOne'>

export function capacityOf(input: Sized): Record<WindowName, Capacity> {
  const of = (window: WindowName): Capacity => {
    const limit = input.settings.limits[`${window}Window`]
    const kept = keptTokens(limit, input.settings.reserveBudgetRatio, unaskedNeed(input))
    return {
      judgements: affordable(limit.maxTokens - kept, unaskedNeed(input), usualCost(input, 'decide')),
      answers: Math.min(
        limit.maxMessages,
        affordable(limit.maxTokens, needOf(input, callsOf(input)), answerCost(input)),
      ),
    }
  }
  return { short: of('short'), medium: of('medium'), long: of('long') }
}

/** The figures of windows that cannot hold so many answers. */
export function shortagesOf(input: Sized, answers = 1): Shortage[] {
  const tokens = needOf(input, callsOf(input)) + (answers - 1) * answerCost(input)
  return windows.flatMap((window): Shortage[] => {
    const { maxMessages, maxTokens } = input.settings.limits[`${window}Window`]
    const figures: Shortage[] = [
      { window, what: 'maxMessages', found: maxMessages, needed: answers },
      { window, what: 'maxTokens', found: maxTokens, needed: tokens },
    ]
    return figures.filter(({ found, needed }) => found < needed)
  })
}

const answerCost = (input: Sized): number => callsOf(input).reduce((sum, call) => sum + usualCost(input, call), 0)

/** A call is made while the room holds the least that it needs: the last one is clipped to what is left. */
const affordable = (room: number, least: number, each: number): number =>
  room < least ? 0 : 1 + Math.floor((room - least) / each)

const callsOf = ({ settings, oneToOne }: Sized): Call[] =>
  oneToOne || settings.policy === 'open' || !settings.decision.enabled ? ['compose'] : ['decide', 'compose']
