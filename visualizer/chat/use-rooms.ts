// The rooms of the service, the one that the address names, and what is known of it.
import { useEffect, useReducer, useSyncExternalStore } from 'react'
import type { ShownRoom } from '../../src/channels/web/contract.ts'
import { get } from '../api.ts'
import { useRead } from '../use-read.ts'
import { roomIn } from './address.ts'
import { type Change, followRoom } from './follow-room.ts'
import { type RoomState, unread } from './room-state.ts'

/** undefined: not read yet. */
export function useRooms(): readonly ShownRoom[] | undefined {
  return useRead(() => get<{ rooms: ShownRoom[] }>('/api/rooms', {}), []).told?.rooms
}

/** The room that the address names, else the first. */
export function useAddressed(rooms: readonly ShownRoom[] = []): ShownRoom | undefined {
  const asked = useSyncExternalStore(
    (changed) => {
      addEventListener('hashchange', changed)
      return () => removeEventListener('hashchange', changed)
    },
    () => roomIn(location.hash),
  )
  return rooms.find(({ id }) => id === asked) ?? rooms[0]
}

/** Render it anew, by a key, for another room. */
export function useRoom(id: string): RoomState {
  const [state, apply] = useReducer((known: RoomState, change: Change) => change(known), unread)
  useEffect(() => followRoom(id, apply), [id])
  return state
}
