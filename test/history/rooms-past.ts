// What is asked of the rooms of this machine now and then: posts of before, marks, edits, signs, files.
import type { DatabaseSync } from 'node:sqlite'
import { openRooms } from '../../src/channels/web/rooms.ts'

export function askRooms(db: DatabaseSync): void {
  const rooms = openRooms(db)
  rooms.postedAs('lobby', 'iris', 'old-50')
  const lines = rooms.list('lobby', { limit: 50 })
  for (const { id: message, ...line } of lines) rooms.edit({ ...line, message, text: 'else' })
  rooms.changes('lobby', { after: 0, limit: 20 })
  rooms.tryOut()
  rooms.isTaken(5)
  rooms.markTaken([5])
  rooms.flush()
  rooms.removeReaction('lobby', 'old-50')
  rooms.files.drop(rooms.files.begin('lobby', 'broken off', Date.now()).n)
}
