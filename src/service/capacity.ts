// What the budgets of the configured bots are worth, with their real prompts: told at the start and by the doctor.
import type { GroupInput } from '../../machines/group.settings.ts'
import { type Capacity, capacityOf, fewAnswers, shortagesOf } from '../../machines/rules/capacity.ts'
import type { BotConfig } from '../config/bots.ts'
import type { Config } from '../config/config.ts'
import { actorKey } from '../host/actor-key.ts'
import { groupInputs } from './hosted-group.ts'
import { watchedPersonas } from './personas.ts'
import { watchedRoster } from './roster.ts'

/** One bot's budget in the groups where it is the same. */
export interface BudgetFinding {
  sign: 'ok' | 'warn' | 'bad'
  found: string
  next?: string
}

/** One finding for each bot and each different budget of its groups; a bot that is switched off in a group needs none. */
export function budgetFindings(config: Config): BudgetFinding[] {
  const ignore = (): void => undefined
  const roster = watchedRoster(config.rosterFolder, config.bots, ignore)
  const inputOf = groupInputs(config, roster, watchedPersonas(ignore))
  return config.bots.flatMap((bot) => {
    const budgets = new Map<string, { input: GroupInput; groups: string[] }>()
    for (const group of groupsOf(config, bot)) {
      const input = inputOf(actorKey({ bot: bot.id, group, oneToOne: false }))
      if (!input.settings.enabled) continue
      const same = JSON.stringify([capacityOf(input), shortagesOf(input)])
      const known = budgets.get(same) ?? { input, groups: [] }
      budgets.set(same, { input, groups: [...known.groups, group] })
    }
    const isOne = budgets.size === 1
    return [...budgets.values()].map(({ input, groups }) =>
      findingOf(bot, input, isOne ? '' : ` in ${groups.join(', ')}`),
    )
  })
}

/** Groups that are configured, and where chats come by themselves one that is not. */
function groupsOf({ groups, channels }: Config, { id }: BotConfig): string[] {
  const listed = Object.entries(groups).flatMap(([group, { bots }]) => (bots.includes(id) ? [group] : []))
  const others = [channels.feishu && 'feishu:others', channels.xmpp && 'xmpp:others']
  return [...listed, ...others.flatMap((other) => (other ? [other] : []))]
}

function findingOf({ name }: BotConfig, input: GroupInput, where: string): BudgetFinding {
  const [shortage] = shortagesOf(input)
  if (shortage) {
    const { key, found, needed, enough } = shortage
    return {
      sign: 'bad',
      found: `${name}${where} can never answer: groupSocial.${key} is ${found}, one answer needs ${needed}`,
      next: `raise groupSocial.${key} to ${enough} for ${fewAnswers} answers, or set enabled: false`,
    }
  }
  const capacity = capacityOf(input)
  const { short } = capacity
  const windows = (['short', 'medium', 'long'] as const).map((window) => {
    const { durationMs } = input.settings.limits[`${window}Window`]
    return `${spanText(durationMs)} hold ${held(capacity[window])}`
  })
  const told = `${name}${where}: ${windows.join('; ')}`
  if (short.answers >= fewAnswers) return { sign: 'ok', found: told }
  const next = 'set groupSocial.limits.preset: balanced, or raise groupSocial.limits.shortWindow'
  return { sign: 'warn', found: `${told}: it falls silent after ${count(short.answers, 'answer')}`, next }
}

const held = ({ answers, judgements }: Capacity): string =>
  `${count(answers, 'answer')} or ${count(judgements, 'judgement')}`
const spanText = (ms: number): string =>
  ms % hour === 0 ? `${ms / hour} h` : ms % minute === 0 ? `${ms / minute} min` : `${ms / 1_000} s`
const [minute, hour] = [60_000, 3_600_000]
const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`
