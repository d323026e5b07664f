// The floor of a room: which step of a bot takes or leaves it, and who waits for it (L3).
import type { DeliverInput } from '../../machines/group/children.ts'
import type { GroupContext } from '../../machines/group/context.ts'
import type { FloorEvent } from '../../machines/group/types.ts'
import type { FloorContext } from '../../machines/room/floor.ts'
import { isDelivery, isSend } from '../../machines/group/verdicts/kinds.ts'
import type { Actor } from './actor.ts'
import { partsOf } from './key.ts'
import { type Inbound, type PlannedStep, verdictsOf } from './steps.ts'

/** Stands in a key where bots have their id: none is called so. */
export const floorKind = '#floor'

/** How long the others wait for words that the channel has, ms: it shows them to the bots a moment later, or not at all. */
const wordsMs = 2_000

export const floorKey = (room: string): string => `${floorKind} ${room}`

export const isFloor = (key: string): boolean => key.startsWith(`${floorKind} `)

export const holdsFloor = (actor: Actor | undefined, bot: string): boolean =>
  (actor?.snapshot.context as FloorContext | undefined)?.by === bot

/** Where a bot has a draft or may have one soon. */
const mayDraft = ['dispatching', 'delaying', 'rejudging']

export const mayWaitForFloor = ({ snapshot }: Actor): boolean => mayDraft.some((turn) => snapshot.matches({ turn }))

/** What a step of the floor tells the other bots. */
export const toldBots = ({ records }: PlannedStep): { by: string; event: Inbound['event'] }[] =>
  records.flatMap(({ name, params }) => {
    const event = params as FloorEvent
    return name === 'tellBots' ? [{ by: event.by, event: { ...event } }] : []
  })

/** What a step of a bot tells the floor. */
export function saidOfFloor(step: PlannedStep): Inbound['event'] | undefined {
  const by = partsOf(step.key).bot
  const delivers = step.started.find(({ src }) => src === 'deliver')
  // A sign is not talk; what it leaves was not its own, and the floor does not heed that.
  if (delivers && (delivers.input as DeliverInput).type !== 'reaction') {
    const { context } = step.snapshot as unknown as { context: GroupContext }
    return { type: 'floor.claimed', by, until: step.at + context.input.settings.delivery.timeoutMs }
  }
  if (step.event.type === 'xstate.error.actor.deliver') return { type: 'floor.left', by }
  const sent = verdictsOf(step).find(isDelivery)
  if (!sent || sent.numbers?.['type'] === 'reaction') return undefined
  return isSend(sent) ? { type: 'floor.posted', by, until: step.at + wordsMs } : { type: 'floor.left', by }
}
