// The judgements of the service's rooms: which bots share them, and where the page finds them.
import { setTimeout as wait } from 'node:timers/promises'
import type { AnyMachineSnapshot } from 'xstate'
import type { BotConfig } from '../../config/bots.ts'
import type { Config } from '../../config/config.ts'
import type { Calls } from '../../feed/calls.ts'
import { makeRoomJudgements, type RoomJudgements } from './judgement.ts'
import { roomSeats } from './seating.ts'
import { actorKey } from '../../room/key.ts'
import type { MemberIn } from '../../room/members.ts'

export interface RoomParts {
  config: Config
  /** Remembers what the models are asked and answer. */
  calls: Calls
  /** The bot with its persona as it is now (P5). */
  profile: (bot: BotConfig) => BotConfig
  memberIn: MemberIn
  /** A bot's group as it stands. */
  look: (key: string) => AnyMachineSnapshot | undefined
}

/** Timers of one moment go off in transactions of their own: so long the first bot of a room waits for the others, ms. */
const gatherMs = 20

export function roomJudgements(parts: RoomParts): RoomJudgements {
  return makeRoomJudgements({
    seats: roomSeats(parts),
    gather: () => wait(gatherMs),
    watch(model) {
      const { model: watched, took } = parts.calls.shared(model)
      return { model: watched, took: (place, turn, bots) => took(actorKey({ ...place, oneToOne: false }), turn, bots) }
    },
  })
}
