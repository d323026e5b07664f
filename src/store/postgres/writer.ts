// Takes rows of rooms over to Postgres: many rooms in one statement, in order, again and again until they are there.
import type { Part } from '../../language/parts.ts'
import { toldText } from '../../language/parts.ts'
import type { Log } from '../../config/log.ts'
import { type Limits, type WaitingCommit, waitingCommits } from './commits.ts'
import type { Connections } from './connection.ts'
import { PostgresProblem } from './problem.ts'
import { type RoomRow, tables, termNumbers } from './rows.ts'

/** For /health. */
export interface WriterState {
  /** Since when Postgres has taken nothing, ms; absent: it takes what is handed over. */
  awaySince?: number
  /** Why, without secrets. */
  problem?: string
  /** Rows that it has not taken yet, and of how many rooms. */
  waitingRows: number
  waitingRooms: number
  /** Commits of which it refused the values, since the start. */
  refused: number
}

/** What became of one hand-over, once all of it is settled. */
export interface Written {
  /** By room, up to which seq it is durable. */
  durable: ReadonlyMap<string, number>
  /** Commits whose values Postgres refuses, as often as they are handed over. */
  refused: readonly { room: string; seq: number; reason: string }[]
}

interface Options {
  connections: Connections
  /** The tables are there; asked before every batch. */
  ready: () => Promise<void>
  now: () => number
  log: Log
  limits: Limits
  /** Before the next try, by how many have failed, ms. */
  pauseMs: (failed: number) => number
}

/** A batch that takes longer counts as one that Postgres does not take. */
const slowMs = 3_000
const allCommits = Number.MAX_SAFE_INTEGER

export function openWriter({ connections, ready, now, log, limits, pauseMs }: Options) {
  const waiting = waitingCommits(limits)
  let away: { since: number; problem: string } | undefined
  /** The batch under way was sent then, ms. */
  let sent: number | undefined
  let refused = 0
  let running: Promise<void> | undefined
  let isClosed = false
  let wake = (): void => {}

  /** One batch at a time: what a room handed over first is written first. */
  async function run(): Promise<void> {
    let failed = 0
    let mostCommits = allCommits
    for (;;) {
      if (isClosed || waiting.isEmpty()) return
      const batch = waiting.first(mostCommits)
      try {
        sent ??= now()
        // oxlint-disable-next-line no-await-in-loop -- the next batch comes after this one
        await send(batch)
        sent = undefined
        for (const commit of batch) waiting.settle(commit)
        failed = 0
        mostCommits = Math.min(allCommits, mostCommits * 2)
        isBack()
      } catch (error) {
        const { kind, message } = error as PostgresProblem
        sent = undefined
        if (kind !== 'refused') {
          isAway(message)
          // oxlint-disable-next-line no-await-in-loop -- that is the pause
          await pause(pauseMs(failed))
          failed += 1
        } else if (batch.length > 1) mostCommits = Math.ceil(batch.length / 2)
        else refuse(batch, message)
      }
    }
  }

  async function send(batch: readonly WaitingCommit[]): Promise<void> {
    await ready()
    const json = async (table: string): Promise<string> => {
      const rows = batch.flatMap((commit) => commit.rows.filter((row) => row.table === table).map((row) => row.json))
      return `[${(table === 'corrections' ? await corrected(rows) : rows).join()}]`
    }
    const lists = await Promise.all(tables.map(async (table) => `"${table}":${await json(table)}`))
    const commits = JSON.stringify(batch.map(({ room, seq }, place) => ({ room: room.toWellFormed(), seq, place })))
    await connections.query('SELECT take_rows($1, $2)', [`{${lists.join()},"commits":${commits}}`, Math.round(now())])
  }

  /** With the words of what the lines carry, as they are shown and found. */
  async function corrected(rows: readonly string[]): Promise<string[]> {
    if (rows.length === 0) return []
    const given = rows.map((row) => JSON.parse(row) as { room: string; id: string; text: string; is_left: boolean })
    const found = await connections.query(
      `SELECT grp, id, parts FROM message JOIN unnest($1::text[], $2::text[]) AS line (room, id) USING (id)
       WHERE grp = room AND parts IS NOT NULL`,
      [given.map(({ room }) => room), given.map(({ id }) => id)],
    )
    return given.map((row) => {
      const line = found.find(({ grp, id }) => grp === row.room && id === row.id)
      const parts = line && row.is_left ? (JSON.parse(String(line['parts'])) as Part[]) : undefined
      const text = toldText(row.text, parts)
      return JSON.stringify({ ...row, text, terms: termNumbers(row.room, text) })
    })
  }

  function refuse([commit]: readonly WaitingCommit[], reason: string): void {
    if (!commit) return
    refused += 1
    log.error(
      { room: commit.room, seq: commit.seq, error: reason },
      'Postgres refuses rows of a room: they are left out',
    )
    waiting.settle(commit, reason)
  }

  function isAway(problem: string): void {
    if (!away) log.error({ error: problem }, 'Postgres takes no rows: rooms go on, and it is tried again and again')
    away = { since: away?.since ?? now(), problem }
  }

  function isBack(): void {
    if (away) log.info({ awayMs: Math.round(now() - away.since) }, 'Postgres takes rows again')
    away = undefined
  }

  function awaySince(): Pick<WriterState, 'awaySince' | 'problem'> {
    if (away) return { awaySince: away.since, problem: away.problem }
    if (sent === undefined || now() - sent <= slowMs) return {}
    return { awaySince: sent, problem: 'Postgres has not answered yet' }
  }

  async function pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    wake = resolve
    await promise
    clearTimeout(timer)
  }

  return {
    async write(rows: readonly RoomRow[]): Promise<Written> {
      if (isClosed) throw new PostgresProblem('Postgres is closed')
      const commits = waiting.add(rows)
      running ??= run().finally(() => (running = undefined))
      const outcomes = await Promise.all(commits.map(async (commit) => ({ commit, reason: await commit.outcome })))
      if (isClosed && outcomes.some(({ reason }) => reason === closing)) throw new PostgresProblem(closing)
      const durable = new Map<string, number>()
      for (const { commit, reason } of outcomes)
        if (reason === undefined) durable.set(commit.room, Math.max(commit.seq, durable.get(commit.room) ?? commit.seq))
      return {
        durable,
        refused: outcomes.flatMap(({ commit: { room, seq }, reason }) =>
          reason === undefined ? [] : [{ room, seq, reason }],
        ),
      }
    },
    state: (): WriterState => ({
      ...awaySince(),
      waitingRows: waiting.rows(),
      waitingRooms: waiting.rooms(),
      refused,
    }),
    /** What waits is written for so long yet, ms. */
    async close(flushMs: number): Promise<void> {
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, flushMs)
      await Promise.race([running, late])
      clearTimeout(timer)
      isClosed = true
      waiting.clear(closing)
      wake()
    },
  }
}

const closing = 'Postgres was closed before it took the rows'
