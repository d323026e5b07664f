// The ledger: every reply on its way out, and what every bot spent.
import type { DatabaseSync } from 'node:sqlite'
import { believed } from '../../machines/rules/budget.ts'

export type StoreLedger = ReturnType<typeof openLedger>

const minuteMs = 60_000

interface SpentMinute {
  bot: string
  minute: number
  messages: number
  tokens: number
}

export function openLedger(db: DatabaseSync) {
  const queue = db.prepare(
    "INSERT OR IGNORE INTO outbox (key, actor, turn, at, text, type, state) VALUES (?, ?, ?, ?, ?, ?, 'queued')",
  )
  // The state is written out, else the index of what is queued is of no use.
  const settle = db.prepare(
    "UPDATE outbox SET state = ?, message = ? WHERE actor = ? AND turn = ? AND state = 'queued'",
  )
  const spend = db.prepare(
    `INSERT INTO usage (bot, minute, messages, tokens) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET messages = messages + excluded.messages, tokens = tokens + excluded.tokens`,
  )
  // As a number of floating point: a sum of absurd counts is no integer that JavaScript has.
  const spent = db.prepare(
    'SELECT bot, minute, messages, CAST(tokens AS REAL) AS tokens FROM usage WHERE minute >= ? ORDER BY minute',
  )
  const spendFor = db.prepare(
    `INSERT INTO person_usage (bot, person, minute, messages, tokens) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET messages = messages + excluded.messages, tokens = tokens + excluded.tokens`,
  )
  const spentForPersons = db.prepare(
    'SELECT bot, person, minute, messages, CAST(tokens AS REAL) AS tokens FROM person_usage WHERE minute >= ? ORDER BY minute',
  )
  const refuse = db.prepare('INSERT OR REPLACE INTO person_refused (bot, person, until) VALUES (?, ?, ?)')
  const refused = db.prepare('SELECT bot, person, until FROM person_refused WHERE until > ?')
  return {
    queueReply: (actor: number, at: number, reply: { key: string; turn: number; text: string; type: string }): void =>
      void queue.run(reply.key, actor, reply.turn, at, reply.text, reply.type),
    settleReply: (actor: number, turn: number, state: 'sent' | 'dropped', message: string | null): void =>
      void settle.run(state, message, actor, turn),
    spend: (bot: string, at: number, messages: number, tokens: number): void =>
      void spend.run(bot, Math.floor(at / minuteMs), messages, tokens),
    /** The same for each of the people who asked for it. */
    spendFor(bot: string, persons: readonly string[], at: number, messages: number, tokens: number): void {
      for (const person of persons) spendFor.run(bot, person, Math.floor(at / minuteMs), messages, tokens)
    },
    /** What was spent on each person's requests since `at`, by the minute. */
    spentForPersonsSince: (at: number) =>
      (spentForPersons.all(Math.floor(at / minuteMs)) as unknown as (SpentMinute & { person: string })[]).map(
        (row) => ({ ...row, tokens: believed(row.tokens) }),
      ),
    /** A person has had their share of the day, and was told so. */
    refuse: (bot: string, person: string, until: number): void => void refuse.run(bot, person, Math.ceil(until)),
    /** Who was told so, and until when. */
    refusedAt: (at: number) =>
      refused
        .all(at)
        .map(({ bot, person, until }) => ({ bot: String(bot), person: String(person), until: Number(until) })),
    /** What every bot spent since `at`, by the minute. */
    spentSince: (at: number) =>
      (spent.all(Math.floor(at / minuteMs)) as unknown as SpentMinute[]).map((row) => ({
        ...row,
        tokens: believed(row.tokens),
      })),
  }
}
