// The web channel, on a store that outlives it.
import { DatabaseSync } from 'node:sqlite'
import { openRooms } from '../../../src/channels/web/rooms.ts'
import { makeWebChannel, type WebChannel } from '../../../src/channels/web/web-channel.ts'
import { channelContract } from './contract.ts'
import { bots } from './online.ts'
import type { World } from './world.ts'

const members = bots.map((bot) => ({ ...bot, aliases: [], role: '' }))

function webWorld(): World {
  const db = new DatabaseSync(':memory:')
  const rooms = openRooms(db)
  let channel: WebChannel | undefined
  let said = 0
  return {
    group: 'web:lobby',
    open: () =>
      (channel = makeWebChannel({
        db,
        rooms: [{ id: 'lobby', title: 'Lobby', bots: bots.map(({ id }) => id) }],
        members: () => members,
        now: Date.now,
      })),
    says(name, text, { replyTo } = {}) {
      const id = `said-${(said += 1)}`
      // Whoever posts hears that it was not taken, and it is handed in again all the same.
      void channel?.post('lobby', { name, text, id, replyTo }).catch(() => {})
      return id
    },
    isAcknowledged: (id) =>
      rooms.list('lobby', { limit: 100 }).some((message) => message.id === id && isTaken(message.seq)),
    posted() {
      const lines = rooms.list('lobby', { limit: 100 })
      const reactions = lines.filter(({ type, replyTo }) => type === 'reaction' && replyTo !== undefined)
      return lines
        .filter((line) => !reactions.includes(line))
        .map(({ id, bot, sender, name, text, replyTo }) => ({
          id,
          by: bot ? sender : name,
          text,
          ...(replyTo !== undefined && { replyTo }),
          reactions: reactions.filter((each) => each.replyTo === id).map((each) => `${each.sender} ${each.text}`),
        }))
    },
    isIdle: () => channel?.open === false,
    stop: () => db.close(),
  }

  /** Marks are written a little later. */
  function isTaken(seq: number): boolean {
    return db.prepare('SELECT 1 FROM room_message WHERE seq = ? AND taken = 1').get(seq) !== undefined
  }
}

channelContract('web', webWorld, { capabilities: ['replies', 'reactions', 'changes'], people: 'none', troubles: [] })
