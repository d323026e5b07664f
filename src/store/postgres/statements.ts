// Every statement that reads, each by an index: a test looks at the plans.

const line = 'id, ts, sender, name, bot, text, reply_to, parts, refused'

export const statements = {
  // The talk of a room.
  place: 'SELECT ts, seq, idx FROM message WHERE grp = $1 AND id = $2',
  lines: `SELECT ${line} FROM message WHERE grp = $1 AND id = ANY ($2::text[]) ORDER BY ts, seq, idx`,
  linesBefore: `
    SELECT ${line} FROM message WHERE grp = $1 AND (ts, seq, idx) < ($2::bigint, $3::bigint, $4::integer)
    ORDER BY ts DESC, seq DESC, idx DESC LIMIT $5`,
  linesSince: `
    SELECT ${line} FROM message WHERE grp = $1 AND ts >= $2::bigint ORDER BY ts DESC, seq DESC, idx DESC LIMIT $3`,
  author: 'SELECT sender FROM message WHERE grp = $1 AND id = $2',
  // From sender to sender, one step in the index each, however much they said.
  senders: `
    WITH RECURSIVE one AS (
      (SELECT sender, ts, bot FROM message WHERE grp = $1 ORDER BY sender DESC, ts DESC, seq DESC, idx DESC LIMIT 1)
      UNION ALL
      SELECT next.* FROM one, LATERAL (
        SELECT sender, ts, bot FROM message WHERE grp = $1 AND sender < one.sender
        ORDER BY sender DESC, ts DESC, seq DESC, idx DESC LIMIT 1) AS next)
    SELECT sender, ts, bot FROM one LIMIT 1000`,
  // The words are those of the room alone. Left to itself Postgres may read the room from its newest line on instead.
  found: `
    WITH hit AS MATERIALIZED (SELECT * FROM message WHERE terms @> $2::integer[])
    SELECT ${line} FROM hit WHERE grp = $1 ORDER BY ts DESC, seq DESC, idx DESC LIMIT $3`,

  // The newest turns of a room.
  turnsAfter: 'SELECT seq, body FROM turn WHERE room = $1 AND seq > $2::bigint ORDER BY seq DESC LIMIT $3',

  // Verdicts, after a place in the room or in what is known of a bot.
  verdictsOfRoom: `
    SELECT * FROM verdict WHERE room = $1 AND (seq, idx) > ($2::bigint, $3::integer) ORDER BY seq, idx LIMIT $4`,
  verdictsOfBot: `
    SELECT * FROM verdict WHERE bot = $1 AND (n, idx) > ($2::bigint, $3::integer) ORDER BY n, idx LIMIT $4`,

  // What was spent.
  spentBy: 'SELECT sum(messages) AS messages, sum(tokens) AS tokens FROM usage WHERE bot = $1 AND minute >= $2::bigint',
  spent: `
    SELECT bot, minute, messages, tokens FROM usage WHERE minute >= $1::bigint ORDER BY minute`,
  spentForPersons: `
    SELECT bot, person, minute, messages, tokens FROM person_usage WHERE minute >= $1::bigint ORDER BY minute`,

  // Commits of all rooms.
  commitsAfter: 'SELECT n, room, seq, at FROM room_commit WHERE n > $1::bigint ORDER BY n LIMIT $2',
  newestCommit: 'SELECT n FROM room_commit ORDER BY n DESC LIMIT 1',
  commitOf: `
    SELECT given.room, newest.seq FROM unnest($1::text[]) AS given (room), LATERAL (
      SELECT seq FROM room_commit WHERE room_commit.room = given.room ORDER BY seq DESC LIMIT 1) AS newest`,
  oldestCommit: 'SELECT at FROM room_commit ORDER BY n LIMIT 1',

  // Every room, the one with the newest commit first.
  roomsBefore: `
    SELECT room, hour FROM room WHERE (hour, room) < ($1::bigint, $2) ORDER BY hour DESC, room DESC LIMIT $3`,
} as const

export type StatementName = keyof typeof statements

/** A plan that fits any words reads every line: these are planned anew with the words that are asked for. */
export const plannedAnew: ReadonlySet<StatementName> = new Set(['found'])
