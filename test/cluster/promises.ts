// What must hold of a cluster once all is quiet, read from its memory and from the pages of its workers.
import { setTimeout as wait } from 'node:timers/promises'
import { replyId } from '../../src/channels/web/room-lines.ts'
import { partsOf } from '../../src/room/key.ts'
import { verdictsOf } from '../../src/room/steps.ts'
import type { TurnRow } from '../../src/host/restate/room-state.ts'
import { openPostgres } from '../../src/store/postgres/open-postgres.ts'

export interface Acknowledged {
  id: string
  room: string
  /** Id of the bot that is called by its name. */
  called?: string
}

interface World {
  /** Of Postgres. */
  url: string
  pages: readonly string[]
  acknowledged: readonly Acknowledged[]
  /** Of a room. */
  botsOf: (room: string) => number
  served: number
}

/** A room as it was found. */
export interface RoomFound {
  room: string
  bots: number
  /** As the cluster's memory has them. */
  rows: readonly TurnRow[]
  /** Ids of what was acknowledged. */
  said: readonly string[]
  /** Of those, the ones that call a bot. */
  calls?: readonly string[]
  /** Ids of the lines that each page shows. */
  shown: Readonly<Record<string, readonly string[]>>
}

export interface ClusterFigures {
  replies: number
  /** Lines that call a bot by its name, and how many of them are what a reply answers. */
  called: number
  answered: number
  /** Lines whose bots do not know that they stand there. */
  unsure: number
  turns: number
  /** Of timers, ms. */
  latest: number
  late: number
  /** Of those, how many in which five seconds. */
  lateAt: Record<string, number>
  /** Some of them: whose, which, when it came, and how late. */
  lateOf: string[]
  booked: number
  served: number
}

const longestLateMs = 5_000
/** Once all is quiet: a statement that a lost Postgres never answered is given up after ten seconds. */
const longestReadingMs = 20_000
const most = 100_000
const mostNamed = 20

export async function clusterProblems({ url, pages, acknowledged, botsOf, served }: World) {
  const log = { info() {}, warn() {}, error() {}, debug() {} } as never
  const postgres = openPostgres(url, { now: Date.now, log })
  const end = performance.now() + longestReadingMs
  try {
    const rooms: RoomFound[] = []
    for (const [room, said] of Map.groupBy(acknowledged, (each) => each.room)) {
      // oxlint-disable no-await-in-loop -- room by room
      const rows = (await postgres.turnsAfter(`web:${room}`, 0, most)).map((body) => JSON.parse(body) as TurnRow)
      const shown: Record<string, string[]> = {}
      const ids = [...said.map(({ id }) => id), ...rows.flatMap(({ messages }) => messages.map(({ id }) => id))]
      for (const page of pages) shown[page] = await shownSoon(page, room, ids, end)
      // oxlint-enable no-await-in-loop
      const calls = said.flatMap(({ id, called }) => (called === undefined ? [] : [id]))
      rooms.push({ room, bots: botsOf(room), rows, said: said.map(({ id }) => id), calls, shown })
    }
    return problemsOf(rooms, served)
  } finally {
    await postgres.close()
  }
}

/** `served`: tokens, by the provider's own count. */
export function problemsOf(
  rooms: readonly RoomFound[],
  served: number,
): { problems: string[]; figures: ClusterFigures } {
  const figures: ClusterFigures = {
    replies: 0,
    called: 0,
    answered: 0,
    unsure: 0,
    turns: 0,
    latest: 0,
    late: 0,
    lateAt: {},
    lateOf: [],
    booked: 0,
    served,
  }
  const problems = rooms.flatMap((room) => roomProblems(room, figures))
  if (figures.booked < served) problems.push(`${served} tokens were served and ${figures.booked} booked`)
  if (figures.late > 0)
    problems.push(`${figures.late} timers were late, the latest by ${Math.round(figures.latest)} ms`)
  return { problems, figures }
}

function roomProblems({ room, rows, said, calls = [], bots, shown }: RoomFound, figures: ClusterFigures): string[] {
  const problems: string[] = []
  rows.forEach(({ turn }, n) => {
    if (turn !== n + 1) problems.push(`turn ${n + 1} of ${room} is not in Postgres, but ${turn}`)
  })
  const heard = new Map<string, number>()
  const lines = new Set<string>()
  const answered = new Set<string>()
  const begun = new Set<string>()
  const timers = new Map<string, number>()
  let sent = 0
  for (const { steps, messages } of rows) {
    figures.turns += 1
    for (const { id, sender, replyTo } of messages) {
      if (!sender.bot) continue
      lines.add(id)
      if (replyTo !== undefined) answered.add(replyTo)
    }
    for (const { key, event, at, records, started, timers: running } of steps) {
      const { message } = event as unknown as { message?: { id: string } }
      if (message && !key.startsWith('#'))
        heard.set(`${key} ${message.id}`, (heard.get(`${key} ${message.id}`) ?? 0) + 1)
      for (const { src, input } of started)
        if (src === 'deliver') begun.add(replyId(room, partsOf(key).bot, (input as { key: string }).key))
      const due = timers.get(`${key} ${event.type}`)
      if (due !== undefined && event.type.startsWith('xstate.after')) {
        figures.latest = Math.max(figures.latest, at - due)
        if (at - due > longestLateMs) {
          const moment = new Date(Math.floor(at / 5_000) * 5_000).toISOString().slice(11, 19)
          figures.late += 1
          figures.lateAt[moment] = (figures.lateAt[moment] ?? 0) + 1
          if (figures.lateOf.length < mostNamed)
            figures.lateOf.push(
              `${key} ${event.type} ${new Date(at).toISOString().slice(11, 23)} +${Math.round(at - due)} ms`,
            )
        }
      }
      for (const timer of running) timers.set(`${key} ${timer.id}`, timer.due)
      for (const verdict of verdictsOf({ records, at })) {
        figures.booked += verdict.tokens ?? 0
        if (verdict.gate === 'send' && verdict.outcome === 'sent') sent += 1
      }
    }
  }
  figures.replies += lines.size
  figures.called += calls.length
  figures.answered += calls.filter((id) => answered.has(id)).length
  for (const id of said) {
    const times = [...heard].filter(([name]) => name.endsWith(` ${id}`))
    if (times.length !== bots) problems.push(`${times.length} of ${bots} bots of ${room} heard message ${id}`)
  }
  for (const [name, times] of heard) if (times !== 1) problems.push(`${name} was heard ${times} times`)
  for (const id of lines) if (!begun.has(id)) problems.push(`nobody of ${room} has sent ${id}`)
  // One that was given up while it was posted stands there, too.
  figures.unsure += lines.size - sent
  if (sent > lines.size) problems.push(`${lines.size} lines of bots stand in ${room}, and ${sent} were sent`)
  for (const [page, ids] of Object.entries(shown)) {
    const times = Map.groupBy(ids, (id) => id)
    for (const id of [...said, ...lines]) {
      const found = times.get(id)?.length ?? 0
      if (found !== 1) problems.push(`line ${id} stands in ${room} at ${page} ${found} times`)
    }
    for (const id of times.keys())
      if (!lines.has(id) && !said.includes(id)) problems.push(`line ${id} stands in ${room} at ${page} alone`)
  }
  return problems
}

/** Workers read what others did; in the end each of them shows all of it. */
async function shownSoon(page: string, room: string, ids: readonly string[], end: number): Promise<string[]> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- until all of them stand there
    const shown = await shownAt(page, room)
    if (ids.every((id) => shown.includes(id)) || performance.now() > end) return shown
    // oxlint-disable-next-line no-await-in-loop
    await wait(200)
  }
}

async function shownAt(page: string, room: string): Promise<string[]> {
  const ids: string[] = []
  for (let after = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- page by page
    const response = await fetch(`${page}/api/rooms/${room}/messages?limit=500&after=${after}`)
    // oxlint-disable-next-line no-await-in-loop
    const { messages } = (await response.json()) as { messages: { id: string; seq: number }[] }
    if (messages.length === 0) return ids
    after = messages.at(-1)?.seq ?? 0
    ids.push(...messages.map(({ id }) => id))
  }
}
