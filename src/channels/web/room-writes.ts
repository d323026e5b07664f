// Writing into the rooms: whether that works is known at any time, also when nobody posts.
import { ChannelError } from '../channel.ts'
import type { NewMessage, RoomMessage, Rooms } from './rooms.ts'

interface Options {
  rooms: Pick<Rooms, 'post' | 'postTaken' | 'tryOut'>
  /** Throws when nothing may be acknowledged. */
  mayWrite?: () => void
  /** Told of every refused message. */
  onError: (error: unknown) => void
  lookEveryMs?: number
}

interface Taking {
  /** Whether it is new, and nothing waits before it; asked when it is written. */
  isNext: (message: NewMessage) => boolean
  /** `write` returns whether it was written. */
  handIn: (write: () => boolean) => Promise<void>
}

/** From a refused message on the rooms are tried out, until they can be written again. */
export function makeRoomWrites({ rooms, mayWrite = () => {}, onError, lookEveryMs = 1_000 }: Options) {
  let looking: NodeJS.Timeout | undefined

  const stop = (): void => {
    clearInterval(looking)
    looking = undefined
  }
  const look = (): void => {
    try {
      mayWrite()
      rooms.tryOut()
      stop()
    } catch {
      // It is told already.
    }
  }

  return {
    /** Throws a ChannelError when the message could not be stored. */
    post(message: NewMessage): ReturnType<Rooms['post']> {
      try {
        mayWrite()
        const posted = rooms.post(message)
        stop()
        return posted
      } catch (cause) {
        onError(cause)
        looking ??= setInterval(look, lookEveryMs).unref()
        throw new ChannelError('unavailable', `room ${message.room} could not be written: try again later`, { cause })
      }
    },
    /**
     * The same within the transaction in which `handIn` has it taken, where `isNext`; undefined: it is not, or one of them
     * failed, and nothing of it is stored.
     */
    async postTaken(message: NewMessage, { isNext, handIn }: Taking): Promise<RoomMessage | undefined> {
      try {
        mayWrite()
        let posted: RoomMessage | undefined
        await handIn(() => {
          posted = isNext(message) ? rooms.postTaken(message) : undefined
          return posted !== undefined
        })
        stop()
        return posted
      } catch {
        // Stored alone, it is told what is wrong, and perhaps kept.
        return undefined
      }
    },
    isRefused: (): boolean => looking !== undefined,
    stop,
  }
}
