// Starts a stopped group anew: its budget is kept, and every message that nobody read is fed in again (S5, U4).
import { existsSync } from 'node:fs'
import { firstContext } from '../../../machines/group/changes.ts'
import { groupMachine } from '../../../machines/group/group.ts'
import type { Ledger } from '../../../machines/group/context.ts'
import { bookCall, bookSend } from '../../../machines/rules/budget.ts'
import { isSend } from '../../../machines/group/verdicts/kinds.ts'
import { type Config, settingsFor } from '../../config/config.ts'
import { suggest } from '../../config/explain.ts'
import { standingOf } from '../../feed/standing.ts'
import { invokeOf, isBot, partsOf } from '../../room/key.ts'
import { verdictsOf } from '../../room/steps.ts'
import { makeLocalHost } from '../../host/local/local-host.ts'
import { realClock } from '../../host/local/real-clock.ts'
import { groupInputs } from '../../jobs/group-inputs.ts'
import { groupMigrations } from '../../../machines/group/migrations.ts'
import { watchedRoster } from '../../prompt/watched-roster.ts'
import { openActors } from '../../store/actors.ts'
import { type StoreLedger, openLedger } from '../../store/ledger.ts'
import { readClock } from '../../store/clock.ts'
import { openCallMarks } from '../../store/call-marks.ts'
import { openDatabase } from '../../store/database.ts'
import { InputError } from '../../terminal/failure.ts'
import { ofBots } from './store.ts'
import { recoveryOf } from '../../store/recovery.ts'
import { openTape, type Tape } from '../../store/tape.ts'
import { inTransaction } from '../../store/transaction.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const verdictsRead = 10_000
/** Rows of the tape looked through for the last that says how the group stood. */
const rowsRead = 64

/** Returns what it did, for a person. Throws a StoreError when a service holds the store, an InputError for a wrong key. */
export function resetGroup(config: Config, key: string): string {
  const { path } = config.store
  if (!existsSync(path)) throw new InputError(`there is no store at ${path}: nothing is there to be reset`)
  using db = openDatabase(path)
  const storeLedger = openLedger(db)
  const tape = openTape(db)
  const clock = realClock(readClock(db))
  const roster = watchedRoster(config.rosterFolder, config.bots, () => {})
  const inputOf = groupInputs(config, roster)
  const host = makeLocalHost({
    db,
    clock,
    // Nothing is started here: calls that the first steps ask for are made by the service.
    hosted: {
      machine: groupMachine,
      version: groupMachine.version ?? '',
      migrations: groupMigrations,
      inputOf,
      jobs: {},
    },
    tape: {
      row(step, deltaBase) {
        const { event, seq, took, snapshot, timers, at } = step
        const standing = standingOf(snapshot, timers, at)
        return tape.row(event, seq, { took, verdicts: verdictsOf(step), standing }, deltaBase)
      },
      undone: tape.undone,
    },
    record: () => {},
  })
  const actors = openActors(db)
  const row = isBot(key) ? actors.get(key) : undefined
  if (!row) throw new InputError(unknownGroup(key, ofBots(actors)))

  if (host.isSound(key) && actors.quarantined(row.id).length === 0) {
    throw new InputError(`${key} is not stopped: nothing was reset`)
  }
  const now = Math.max(clock.now(), row.at)
  const recovery = recoveryOf(db, tape, row.id, now - dayMs)
  // Also those of charts that it invokes: the next start ends them, for a group that starts anew knows nothing of them.
  const calls = actors.jobs().filter((job) => job.actor === row.id || invokeOf(key, job.key) !== undefined)
  const costOfCalls = costOf(calls, openCallMarks(db).areWhole())
  inTransaction(db, () => {
    for (const body of recovery.unread) actors.append(row.id, row.seq, now, 'held', body)
    for (const turn of recovery.turns) {
      const tokens = turn === recovery.turns.at(-1) ? costOfCalls : 0
      const why = 'groupReset'
      const end = { turn, at: now, gate: 'dispatch', outcome: 'end', why, messages: [] } as const
      actors.append(
        row.id,
        row.seq,
        now,
        'event',
        '',
        tape.noted({ ...end, messages: [], ...(tokens > 0 && { tokens }) }),
      )
      storeLedger.spend(partsOf(key).bot, now, 0, tokens)
      storeLedger.settleReply(row.id, turn, 'dropped', null)
    }
  })

  const turns = Math.max(0, ...tape.recent(key, verdictsRead).map(({ turn }) => turn ?? 0))
  const budget = ledgerOf(config, key, { tape, storeLedger }, row.id, now, {
    mayHaveSent: calls.some(({ src }) => src === 'deliver'),
  })
  const { self } = firstContext(inputOf(key))
  const { muted, policySet, policy } = tape.read(key, Number.MAX_SAFE_INTEGER, rowsRead).at(-1) ?? {}
  // What an operator had set when the tape ends: a group that was muted stays silent.
  const fed = host.reset(key, {
    value: { control: muted ? 'muted' : 'free' },
    context: { budget, self: { ...self, turns, ...(policySet && policy && { policy }) } },
  })
  const spent = budget.calls.reduce((sum, [, tokens]) => sum + tokens, 0)
  return [
    `${key} starts anew with turn ${turns + 1}; its budget is kept: ${budget.sends.length} messages and ${spent} tokens.`,
    `${fed} messages are fed in that nobody had read (${recovery.unread.length} of them were known to the lost snapshot alone).`,
    'Start the service: it takes them up.',
  ].join('\n')
}

/** What the calls may have cost that were under way: as was written down before their tries, else all that was held (U3). */
function costOf(calls: readonly { input: string; begun: number | null }[], areMarksWhole: boolean): number {
  const reservedBy = (input: string): number => (JSON.parse(input) as { maxTokens?: number }).maxTokens ?? 0
  return calls.reduce((sum, { input, begun }) => sum + ((areMarksWhole ? begun : null) ?? reservedBy(input)), 0)
}

/**
 * The budget as the tape tells it; a reply that may have been posted counts as sent. Where the tape no longer reaches
 * back as far, what the bot spent then anywhere counts: never less than was spent here.
 */
function ledgerOf(
  config: Config,
  key: string,
  { tape, storeLedger }: { tape: Tape; storeLedger: StoreLedger },
  actor: number,
  now: number,
  { mayHaveSent }: { mayHaveSent: boolean },
): Ledger {
  const { bot, group } = partsOf(key)
  const settings = settingsFor(config, group)
  const from = now - settings.limits.longWindow.durationMs
  const goneUntil = tape.goneUntil(actor, from) ?? -Infinity
  const elsewhere = goneUntil > from ? storeLedger.spentSince(from).filter((spent) => spent.bot === bot) : []
  let ledger: Ledger = { sends: [], calls: [] }
  for (const { minute, messages, tokens } of elsewhere.filter((spent) => spent.minute * minuteMs < goneUntil)) {
    for (let sent = 0; sent < messages; sent += 1) ledger = bookSend(ledger, settings, minute * minuteMs)
    if (tokens > 0) ledger = bookCall(ledger, settings, minute * minuteMs, tokens)
  }
  const rows = tape.since(actor, from).toSorted((a, b) => a.at - b.at)
  for (const row of rows) {
    const { at, tokens } = row
    if (isSend(row)) ledger = bookSend(ledger, settings, at)
    if (tokens !== undefined && tokens > 0) ledger = bookCall(ledger, settings, at, tokens)
  }
  return mayHaveSent ? bookSend(ledger, settings, now) : ledger
}

function unknownGroup(key: string, known: readonly string[]): string {
  if (known.length === 0) return `the store has no group "${key}": it has none at all`
  return `the store has no group "${key}": ${suggest(key, known)}`
}
