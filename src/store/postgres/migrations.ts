// The tables of a cluster's memory, as numbered migrations: one that was released is never changed, a new one is added.
import { messageColumns, personUsageColumns, sharedIndexes, usageColumns, verdictColumns } from '../shared-columns.ts'
import { pruneRows } from './prune-rows.ts'
import { takeRows } from './take-rows.ts'

export interface Migration {
  n: number
  sql: string
}

/**
 * Of the columns that both stores have, those of SQLite at its version 5. Later changes of them are statements that both
 * dialects take (`ALTER TABLE … ADD COLUMN …`), here in a migration of their own.
 */
const tables = `
CREATE TABLE room_commit (
  n BIGINT GENERATED ALWAYS AS IDENTITY, room TEXT NOT NULL, seq BIGINT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (room, seq));
CREATE UNIQUE INDEX room_commit_n ON room_commit (n);
-- Every room, also where all that it left is pruned; by hours, so that most commits change nothing here.
CREATE TABLE room (room TEXT PRIMARY KEY, hour BIGINT NOT NULL);
CREATE INDEX room_newest ON room (hour, room);

CREATE TABLE message (${messageColumns('BIGINT')},
  seq BIGINT NOT NULL, idx INTEGER NOT NULL, corrected BIGINT, terms INTEGER[] NOT NULL, PRIMARY KEY (grp, seq, idx));
CREATE INDEX message_time ON message (grp, ts, seq, idx);
CREATE INDEX message_sender ON message (grp, sender, ts, seq, idx);
-- What waits to be put into the index is read whole by every search: kB.
CREATE INDEX message_terms ON message USING gin (terms) WITH (gin_pending_list_limit = 256);

CREATE TABLE turn (room TEXT NOT NULL, seq BIGINT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (room, seq));

CREATE TABLE verdict (
  room TEXT NOT NULL, seq BIGINT NOT NULL, idx INTEGER NOT NULL, n BIGINT NOT NULL, bot TEXT NOT NULL, key TEXT NOT NULL,
  ${verdictColumns('BIGINT')}, more TEXT, PRIMARY KEY (room, seq, idx));
CREATE INDEX verdict_bot ON verdict (bot, n, idx);

CREATE TABLE book (
  room TEXT NOT NULL, seq BIGINT NOT NULL, idx INTEGER NOT NULL, bot TEXT NOT NULL, at BIGINT NOT NULL,
  messages BIGINT NOT NULL, tokens BIGINT NOT NULL, persons TEXT[], PRIMARY KEY (room, seq, idx));
CREATE TABLE usage (${usageColumns('BIGINT')});
CREATE TABLE person_usage (${personUsageColumns('BIGINT')});
${sharedIndexes}
CREATE TABLE line (bot TEXT PRIMARY KEY, token BIGINT NOT NULL, pid INTEGER NOT NULL, beat TIMESTAMPTZ NOT NULL);
`

/** Few and small: where lines are, pauses of bots, what was posted where the chat knows no key. */
const sharedRows = `
CREATE TABLE shared_row (kind TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (kind, name));
CREATE INDEX shared_row_time ON shared_row (kind, at);
`

/** Where the clocks of workers stand; `since`: who of them came before whom. */
const clocks = `
CREATE SEQUENCE worker_clock_since;
CREATE TABLE worker_clock (
  worker TEXT PRIMARY KEY, since BIGINT NOT NULL, ahead DOUBLE PRECISION NOT NULL, at TIMESTAMPTZ NOT NULL);
`

export const migrations: readonly Migration[] = [
  { n: 1, sql: tables + takeRows + pruneRows + sharedRows },
  { n: 2, sql: clocks },
]
