// What keeps rooms of a cluster from their turns, as Restate tells it, and what sets them free.
import { roomOf } from '../../room/key.ts'
import type { Receipt } from '../../room/room.ts'
import { makeNodes } from './nodes.ts'
import type { Reset, ResetDone } from './stuck-room.ts'

export interface Cluster {
  /** Where Restate is administered, a URL. */
  admin: string
  /** The name of rooms there (`room`). */
  service?: string
}

/** A call that failed and waits for its next try, or for somebody who lets it go on. */
export interface FailingCall {
  id: string
  room: string
  handler: string
  isPaused: boolean
  error: string
}

export interface StuckRoom {
  room: string
  error: string
  /** Calls whose messages and answers wait. */
  waits: number
}

/** A name stands in a statement: whoever asks has it from a command line. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

export async function failingCalls({ admin, service = 'room' }: Cluster): Promise<FailingCall[]> {
  const rows = await query(
    admin,
    `SELECT id, target_service_key AS room, target_handler_name AS handler, status, last_failure AS error
     FROM sys_invocation WHERE target_service_name = ${quoted(service)} AND status IN ('paused', 'backing-off')
     ORDER BY room, id`,
  )
  return Promise.all(
    rows.map(async ({ id, room, handler, status, error }) => ({
      id: String(id),
      room: String(room),
      handler: String(handler),
      isPaused: status === 'paused',
      error: String(error ?? (await lastError(admin, String(id))) ?? 'it is not known why'),
    })),
  )
}

/** Of a call that has paused, its events tell. */
async function lastError(admin: string, id: string): Promise<string | undefined> {
  const [event] = await query(
    admin,
    `SELECT event_json FROM sys_journal_events WHERE id = ${quoted(id)} ORDER BY appended_at DESC LIMIT 1`,
  )
  const told = JSON.parse(String(event?.['event_json'] ?? '{}')) as Record<string, unknown>
  return findMessage(told)
}

/** Its kinds have it at different depths. */
function findMessage(told: unknown): string | undefined {
  if (typeof told !== 'object' || told === null) return undefined
  const { error_message: own } = told as { error_message?: unknown }
  if (typeof own === 'string') return own
  return Object.values(told)
    .map(findMessage)
    .find((each) => each !== undefined)
}

/** Looks at every room: a command of operators, and nothing that runs by itself. */
export async function stuckRooms({ admin, service = 'room' }: Cluster): Promise<StuckRoom[]> {
  const rows = await query(
    admin,
    `SELECT service_key AS room, value_utf8 AS record FROM state
     WHERE service_name = ${quoted(service)} AND key = 'room' AND value_utf8 LIKE '%"stuck":{%' ORDER BY room`,
  )
  return rows.flatMap(({ room, record }) => {
    const { stuck } = JSON.parse(String(record)) as { stuck?: { error: string; waits: number[] } }
    return stuck ? [{ room: String(room), error: stuck.error, waits: stuck.waits.length }] : []
  })
}

/** All calls that have paused are tried again, after a time without any worker that was too long; returns how many. */
export async function resumePaused({ admin, service = 'room' }: Cluster): Promise<number> {
  const paused = await query(
    admin,
    `SELECT id FROM sys_invocation WHERE target_service_name = ${quoted(service)} AND status = 'paused'
     ORDER BY target_service_key, id`,
  )
  for (const { id } of paused) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: there may be thousands
    await change(admin, `/invocations/${String(id)}/resume`)
  }
  return paused.length
}

interface Freed {
  /** A stopped chart of a room that is not stuck goes on by itself. */
  chart?: string
  resumed: number
  killed: number
  done: ResetDone
}

/**
 * `given`: a room, or a chart of one: that goes on, too, where it was stopped. `kill`: calls that fail are given up, with what they were to bring; else they
 * are tried again. Then the room is reset.
 */
export async function freeRoom(
  { admin, service = 'room' }: Cluster,
  given: string,
  { ingress, kill = false, ...how }: Reset & { ingress: readonly string[]; kill?: boolean },
): Promise<Freed> {
  const nodes = makeNodes(ingress)
  const isRoom = (await nodes.call({ service, key: given, handler: 'look', parameter: null })) !== null
  const room = isRoom ? given : roomOf(given)
  const calls = (await failingCalls({ admin, service })).filter((call) => call.room === room)
  const meant = kill ? calls : calls.filter(({ isPaused }) => isPaused)
  for (const { id } of meant) {
    // oxlint-disable-next-line no-await-in-loop -- in the order in which the room has them
    await change(admin, `/invocations/${id}/${kill ? 'kill' : 'resume'}`)
  }
  const done = await nodes.call<ResetDone>({ service, key: room, handler: 'reset', parameter: how })
  if (!isRoom) {
    const taken = await nodes.call<readonly Receipt[]>({
      service,
      key: room,
      handler: 'resume',
      parameter: { key: given },
    })
    done.taken += taken.length
  }
  return { ...(!isRoom && { chart: given }), resumed: kill ? 0 : meant.length, killed: kill ? meant.length : 0, done }
}

async function query(admin: string, text: string): Promise<Record<string, unknown>[]> {
  const response = await asked(admin, '/query', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: text }),
  })
  return ((await response.json()) as { rows: Record<string, unknown>[] }).rows
}

const change = (admin: string, path: string): Promise<unknown> => asked(admin, path, { method: 'PATCH' })

async function asked(admin: string, path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(new URL(path, admin), init).catch((cause: unknown) => {
    throw new Error(`Restate cannot be reached at ${admin}: name the address where it is administered with --admin`, {
      cause,
    })
  })
  if (response.ok) return response
  throw new Error(`Restate at ${admin} refuses ${path}: ${(await response.text()).slice(0, 500)}`)
}
