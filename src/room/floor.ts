// Who has the floor: the other bots of a group hear that one of them begins to post before its words reach them (L3).
import type { DeliverInput } from '../../machines/group/children.ts'
import type { GroupContext } from '../../machines/group/types.ts'
import { isDelivery, isSend } from '../../machines/group/verdicts/kinds.ts'
import type { Config } from '../config/config.ts'
import { actorKey, partsOf } from './key.ts'
import { type Inbound, type Step, verdictsOf } from './steps.ts'

/** How long the others wait for words that the channel has, ms: it shows them to the bots a moment later, or not at all. */
const echoMs = 2_000

/** Where a bot has a draft or may have one soon. */
const mayDraft = ['dispatching', 'delaying', 'rejudging']

interface Seen {
  matches(value: object): boolean
}

/** What a step of one bot tells the others of its group whose drafts wait. `look`: a bot's group as it stands. */
export function floorNews(
  step: Step,
  bots: readonly { id: string }[],
  look: (key: string) => Seen | undefined,
): Inbound[] {
  const { bot, group, oneToOne } = partsOf(step.key)
  const event = oneToOne ? undefined : eventOf(step, bot)
  if (!event) return []
  return bots.flatMap(({ id }) => {
    const key = actorKey({ bot: id, group, oneToOne: false })
    const seen = id === bot ? undefined : look(key)
    return seen && mayDraft.some((turn) => seen.matches({ turn })) ? [{ key, event }] : []
  })
}

/** The same for the bots of a configuration; of a configured group only its own are looked at, however many there are. */
export function floorOf({ bots, groups }: Pick<Config, 'bots' | 'groups'>) {
  const seats = new Map(Object.entries(groups).map(([group, one]) => [group, one.bots.map((id) => ({ id }))]))
  return (step: Step, look: (key: string) => Seen | undefined): Inbound[] =>
    floorNews(step, seats.get(partsOf(step.key).group) ?? bots, look)
}

function eventOf(step: Step, by: string): Inbound['event'] | undefined {
  const { context } = step.snapshot as { context: GroupContext }
  const delivers = step.started.find(({ src }) => src === 'deliver')
  // A sign is not talk; what it frees was not its own, and nobody heeds that.
  if (delivers && (delivers.input as DeliverInput).type !== 'reaction')
    return { type: 'floor.taken', by, until: step.at + context.input.settings.delivery.timeoutMs }
  if (step.event.type === 'xstate.error.actor.deliver') return { type: 'floor.freed', by }
  const sent = verdictsOf(step).find(isDelivery)
  if (!sent || sent.numbers?.['type'] === 'reaction') return undefined
  return { type: 'floor.freed', by, ...(isSend(sent) && { until: step.at + echoMs }) }
}
