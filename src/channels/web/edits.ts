// Other words for what a bot has said in a room: the message says them, and who follows the room is told.
import { ChannelError, type Edit, nothingVisible } from '../channel.ts'
import { cleanText } from '../clean.ts'
import { tellEach } from '../each.ts'
import type { Rooms } from './rooms.ts'

interface Options {
  rooms: Pick<Rooms, 'edit'>
  roomOf(group: string): { id: string } | undefined
  watchers(room: string): Iterable<{ changed(): void }>
  now(): number
  /** Throws when nothing may be acknowledged. */
  mayWrite?: (() => void) | undefined
}

/** Throws a ChannelError. */
export function makeEdits({ rooms, roomOf, watchers, now, mayWrite }: Options) {
  return ({ group, bot: sender, message, text: words }: Edit): void => {
    const room = roomOf(group)?.id
    if (room === undefined) throw new ChannelError('permanent', `no room ${group}: add it to channels.web.rooms`)
    const text = cleanText(words)
    if (text === '') throw nothingVisible()
    const isOther = written(() => rooms.edit({ room, message, sender, text, ts: now() }), room)
    if (isOther === undefined) throw new ChannelError('permanent', `${sender} has no message ${message} in ${group}`)
    if (isOther) tellEach(watchers(room), (watcher) => watcher.changed())
  }

  function written<T>(write: () => T, room: string): T {
    try {
      mayWrite?.()
      return write()
    } catch (cause) {
      throw new ChannelError('unavailable', `room ${room} could not be written: try again later`, { cause })
    }
  }
}
