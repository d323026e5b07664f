// Reactions of bots on the messages of a room: they stand there, and are handed in to nobody.
import { ChannelError, type Reaction } from '../channel.ts'
import { tellEach } from '../each.ts'
import type { Rooms } from './rooms.ts'

interface Options {
  rooms: Rooms
  roomOf(group: string): { id: string; bots: readonly { id: string; name: string }[] } | undefined
  watchers(room: string): Iterable<{ changed(): void; removed(id: string): void }>
  now(): number
}

export function makeReactions({ rooms, roomOf, watchers, now }: Options) {
  const place = ({ group, bot, message, emoji }: Reaction) => {
    const room = roomOf(group)
    if (!room) throw new ChannelError('permanent', `no room ${group}: add it to channels.web.rooms`)
    const name = room.bots.find(({ id }) => id === bot)?.name ?? bot
    return { room: room.id, name, id: `${message} ${emoji} ${bot}` }
  }
  return {
    react(reaction: Reaction): void {
      const { room, name, id } = place(reaction)
      const { bot: sender, message: replyTo, emoji: text } = reaction
      if (!rooms.overhear({ room, id, sender, name, bot: true, text, ts: now(), type: 'reaction', replyTo })) return
      tellEach(watchers(room), (watcher) => watcher.changed())
    },
    unreact(reaction: Reaction): void {
      const { room, id } = place(reaction)
      if (rooms.removeReaction(room, id)) tellEach(watchers(room), (watcher) => watcher.removed(id))
    },
  }
}
