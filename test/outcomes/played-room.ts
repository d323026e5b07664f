// Plays a talk to bots in virtual time, and keeps of each bot what its chart heard and its gates said.
import type { Verdict } from '../../machines/group/types.ts'
import type { InboundMessage } from '../../src/channels/channel.ts'
import type { VirtualGroupsOptions } from '../../src/lab/virtual/virtual-groups.ts'
import type { StoryStep } from '../../src/outcomes/story.ts'
import type { ChatModel } from '../../src/llm/model.ts'
import { type PlayedWorld, playedWorld } from '../world/played-world.ts'

export interface Played {
  bot: string
  group: string
  /** One for every message, and one for every verdict. */
  steps: StoryStep[]
  verdicts: Verdict[]
}

type Options = Pick<VirtualGroupsOptions, 'config' | 'bots'> &
  Partial<Pick<VirtualGroupsOptions, 'decide' | 'relayMs' | 'seed'>>

/** One a bot and group. */
export function playRoom(talk: readonly InboundMessage[], options: Options): Played[] {
  const { groups, played } = roomOf(talk, { decide: 'rehearsal', ...options })
  for (const message of talk) groups.hear(message)
  groups.runOut()
  return played()
}

/** The same with bots that ask a model, which may fail. */
export async function playAsking(
  talk: readonly InboundMessage[],
  { model, ...options }: Pick<Options, 'config' | 'bots'> & { model: ChatModel },
): Promise<Played[]> {
  const { groups, played } = roomOf(talk, { model, latency: 700, ...options })
  // oxlint-disable-next-line no-await-in-loop -- virtual time goes on with each
  for (const message of talk) await groups.listen(message)
  await groups.passOut()
  return played()
}

function roomOf(talk: readonly InboundMessage[], options: PlayedWorld) {
  const played = new Map<string, Played>()
  const groups = playedWorld({
    isEchoed: false,
    startAt: talk[0]?.ts ?? 0,
    ...options,
    traced(line, bot) {
      const key = `${bot} ${line.group}`
      const room = played.get(key) ?? { bot, group: line.group, steps: [], verdicts: [] }
      played.set(key, room)
      const step = { seq: room.steps.length + 1, at: line.at, active: [] }
      if (line.kind === 'message') {
        const message = { id: line.id, kind: line.peer ? 'peer' : 'person' }
        room.steps.push({ ...step, event: { type: 'message.received', message }, verdicts: [] })
      } else if (line.kind === 'verdict') {
        const { kind: _, group: __, ...verdict } = line
        room.verdicts.push(verdict)
        room.steps.push({ ...step, event: { type: 'told' }, verdicts: [verdict] })
      }
    },
  })
  return { groups, played: () => [...played.values()] }
}
