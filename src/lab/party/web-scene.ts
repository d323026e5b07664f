// A party in web rooms: people post over HTTP, and one of them reads every room's stream.
import { randomUUID } from 'node:crypto'
import { makeRoomClient, type RoomClient } from '../../terminal/room-client.ts'
import type { Scene, SceneOf } from './scene.ts'

export function webScene({ rooms, seen }: SceneOf): Scene {
  const token = randomUUID()
  const leaving = new AbortController()
  const following: Promise<void>[] = []
  let client: RoomClient | undefined
  return {
    groupOf: (room) => `web:${room}`,
    channels: () => ({ web: { host: '127.0.0.1', port: 0, token, rooms: rooms.map((id) => ({ id })) } }),
    online: () => [],
    begin(url) {
      client = makeRoomClient(url, token)
      for (const room of rooms) following.push(client.follow(room, 0, followerOf(room), leaving.signal))
    },
    async say({ room, who, id, text }) {
      await client?.post(room, { id, name: who, text })
    },
    // A stream that breaks is taken up where it broke.
    broken: new Promise<never>(() => {}),
    async stop() {
      leaving.abort()
      await Promise.all(following)
    },
  }

  function followerOf(room: string): Parameters<RoomClient['follow']>[2] {
    return {
      message({ bot, name, text, replyTo }) {
        if (bot) seen({ room, by: name, text, ...(replyTo !== undefined && { replyTo }) })
      },
      verdict() {},
      lost() {},
    }
  }
}
