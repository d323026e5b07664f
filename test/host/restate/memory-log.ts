// What workers keep of rooms, in memory: it outlives every worker, as a store would.
import type { RoomLog } from '../../../src/host/restate/room-log.ts'
import type { Rooms } from '../../../src/host/restate/restate-host.ts'
import { roomOf } from '../../../src/room/key.ts'

export function memoryLog(): RoomLog & Rooms {
  const turns = new Map<string, number>()
  const charts = new Map<string, { id: number; at: number }>()
  return {
    write(room, { turn }, steps) {
      if (turn <= (turns.get(room) ?? 0)) return []
      turns.set(room, turn)
      return steps.map((step) => {
        const id = charts.get(step.key)?.id ?? charts.size + 1
        charts.set(step.key, { id, at: step.at })
        return { ...step, actor: id }
      })
    },
    async rooms(most) {
      const newest = [...charts].toSorted(([, a], [, b]) => b.at - a.at).slice(0, most)
      const rooms = Map.groupBy(newest, ([key]) => roomOf(key))
      return Array.from(rooms, ([key, of]) => ({ key, charts: of.map(([chart]) => chart) }))
    },
    hasChart: (key) => charts.has(key),
  }
}
