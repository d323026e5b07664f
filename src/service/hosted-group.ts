// The group chart as a host runs it: its inputs from the configuration, its jobs from the models and the channel.
import { groupMachine } from '../../machines/group.ts'
import type {
  ComposeInput,
  Composed,
  DecideInput,
  Decision,
  DeliverInput,
  Delivered,
} from '../../machines/group.children.ts'
import type { GroupInput } from '../../machines/group.settings.ts'
import { seedOf } from '../../machines/rules/random.ts'
import type { BotConfig } from '../config/bots.ts'
import { type Config, settingsFor } from '../config/config.ts'
import { partsOf, type Whereabouts } from '../host/actor-key.ts'
import type { Hosted, JobContext } from '../host/host.ts'
import { makeCompose } from '../jobs/compose.ts'
import { makeDecide } from '../jobs/decide.ts'
import { type JobDeps, promptOverhead } from '../jobs/prompt-talk.ts'
import type { Ceilings } from '../llm/ceilings.ts'
import type { Member } from '../prompt/roster.ts'
import type { Models } from './models.ts'

export interface GroupParts {
  config: Config
  models: Models
  ceilings: Ceilings
  roster: () => Member[]
  talk: (bot: string) => JobDeps['talk']
  ownReplies: (bot: string) => JobDeps['ownReplies']
  send: (bot: string, group: string, input: DeliverInput, signal: AbortSignal) => Promise<Delivered>
}

type Place = Whereabouts & Omit<JobContext, 'key'>

export function hostedGroup(parts: GroupParts): Hosted {
  const { config, ceilings } = parts
  const jobs = new Map(config.bots.map((bot) => [bot.id, botJobs(parts, bot)]))
  const jobsOf = (bot: string) => {
    const found = jobs.get(bot)
    if (!found) throw new Error(`bot ${bot} is not configured any more: add it back, or reset its groups`)
    return found
  }
  // A call is for nothing when no message may follow (U2, U6).
  const within = <T>({ bot, onSettled }: Place, tokens: number, work: () => Promise<T>): Promise<T> => {
    onSettled(ceilings.reserve(bot, { messages: 0, tokens }, { messages: 1, tokens: 0 }))
    return work()
  }
  const where = ({ key, ...context }: JobContext): Place => ({ ...partsOf(key), ...context })
  return {
    machine: groupMachine,
    version: groupMachine.version ?? '',
    migrations: {},
    inputOf: groupInputs(config, parts.roster),
    jobs: {
      decide: {
        afterCrash: 'interrupt',
        run(input: DecideInput, context): Promise<Decision> {
          const place = where(context)
          return within(place, input.maxTokens, () => jobsOf(place.bot).decide(input, place))
        },
      },
      compose: {
        afterCrash: 'interrupt',
        run(input: ComposeInput, context): Promise<Composed> {
          const place = where(context)
          return within(place, input.maxTokens, () => jobsOf(place.bot).compose(input, place))
        },
      },
      deliver: {
        afterCrash: 'rerun',
        run(input: DeliverInput, context): Promise<Delivered> {
          const { bot, group, signal, onSettled } = where(context)
          onSettled(ceilings.reserve(bot, { messages: 1, tokens: 0 }))
          return parts.send(bot, group, input, signal)
        },
      },
    },
  }
}

/** What each group's chart is made with, from the configuration as it is now. */
export function groupInputs(config: Config, roster: () => readonly Member[]): (key: string) => GroupInput {
  let seen: readonly Member[] | undefined
  const overheads = new Map<string, GroupInput['overhead']>()
  const overheadOf = (bot: string): GroupInput['overhead'] => {
    const members = roster()
    if (members !== seen) overheads.clear()
    seen = members
    const profile = config.bots.find(({ id }) => id === bot)
    const known = overheads.get(bot)
    if (known || !profile) return known ?? { decide: 0, compose: 0 }
    const overhead = promptOverhead(profile, members, profile.model.mode)
    overheads.set(bot, overhead)
    return overhead
  }
  return (key) => {
    const { bot, group, oneToOne } = partsOf(key)
    const settings = settingsFor(config, group)
    return { bot, group, oneToOne, seed: seedOf(key), settings, overhead: overheadOf(bot) }
  }
}

function botJobs({ models, roster, talk, ownReplies }: GroupParts, bot: BotConfig) {
  const deps = { profile: bot, roster, talk: talk(bot.id), ownReplies: ownReplies(bot.id), mode: bot.model.mode }
  return {
    decide: makeDecide({ ...deps, model: models.decision(bot) }),
    compose: makeCompose({ ...deps, model: models.reply(bot) }),
  }
}
