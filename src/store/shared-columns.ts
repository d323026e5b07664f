// Tables that the store of one machine and that of a cluster keep alike: their columns, written once for both dialects.

/** What SQLite and Postgres call a whole number of 64 bits. */
export type Whole = 'INTEGER' | 'BIGINT'

/** The talk: `ts` in ms; `parts` as JSON; `bot` and `refused` are 1 or not. */
export const messageColumns = (whole: Whole): string => `
  grp TEXT NOT NULL, id TEXT NOT NULL, ts ${whole} NOT NULL, sender TEXT NOT NULL, name TEXT NOT NULL, bot ${whole} NOT NULL,
  text TEXT NOT NULL, reply_to TEXT, parts TEXT, refused ${whole}, UNIQUE (grp, id)`

/** `messages` and `numbers` as JSON. */
export const verdictColumns = (whole: Whole): string => `
  turn ${whole}, at ${whole} NOT NULL, gate TEXT NOT NULL, outcome TEXT NOT NULL, why TEXT NOT NULL, messages TEXT NOT NULL,
  tokens ${whole}, numbers TEXT`

/** What every bot spent, by the minute. */
export const usageColumns = (whole: Whole): string => `
  bot TEXT NOT NULL, minute ${whole} NOT NULL, messages ${whole} NOT NULL, tokens ${whole} NOT NULL, PRIMARY KEY (bot, minute)`

/** The same for each of the people who asked. */
export const personUsageColumns = (whole: Whole): string => `
  bot TEXT NOT NULL, person TEXT NOT NULL, minute ${whole} NOT NULL, messages ${whole} NOT NULL, tokens ${whole} NOT NULL,
  PRIMARY KEY (bot, person, minute)`

/** Statements that both dialects take as they are. */
export const sharedIndexes = `
CREATE INDEX IF NOT EXISTS usage_minute ON usage (minute);
CREATE INDEX IF NOT EXISTS person_usage_minute ON person_usage (minute);
`
