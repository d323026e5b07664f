// The function in which Postgres takes a batch: one statement, so that no stopped or killed worker leaves half of one, or a lock.

/** Of the lock under which commits of all rooms get their numbers: what is numbered later is seen later. */
const orderLock = 4_717_001

/**
 * `batch` as JSON: messages, corrections, turns, verdicts, books and commits, each row with its place. Takes what is not there
 * yet and leaves the rest as it is. Talk and turns, the large part, are written before the lock is taken.
 */
export const takeRows = `
CREATE FUNCTION take_rows(batch TEXT, now BIGINT) RETURNS VOID LANGUAGE plpgsql AS $take$
DECLARE
  given JSON := batch;
BEGIN
  INSERT INTO message (grp, seq, idx, id, ts, sender, name, bot, text, reply_to, parts, refused, terms)
    SELECT room, seq, idx, id, ts, sender, name, bot, text, reply_to, parts, refused, terms
    FROM json_to_recordset(given -> 'messages') AS row (
      room TEXT, seq BIGINT, idx INTEGER, id TEXT, ts BIGINT, sender TEXT, name TEXT, bot BIGINT, text TEXT,
      reply_to TEXT, parts TEXT, refused BIGINT, terms INTEGER[])
    ORDER BY room, seq, idx
    ON CONFLICT DO NOTHING;

  INSERT INTO turn (room, seq, body)
    SELECT room, seq, body
    FROM json_to_recordset(given -> 'turns') AS row (room TEXT, seq BIGINT, body TEXT)
    ORDER BY room, seq
    ON CONFLICT DO NOTHING;

  PERFORM pg_advisory_xact_lock(${orderLock});

  UPDATE message SET text = row.text, terms = row.terms, corrected = row.seq, parts = CASE WHEN is_left THEN parts END
    FROM (
      SELECT DISTINCT ON (room, id) *
      FROM json_to_recordset(given -> 'corrections') AS row (
        room TEXT, seq BIGINT, idx INTEGER, id TEXT, text TEXT, is_left BOOLEAN, terms INTEGER[])
      ORDER BY room, id, seq DESC, idx DESC) AS row
    WHERE message.grp = row.room AND message.id = row.id AND (corrected IS NULL OR corrected < row.seq);

  INSERT INTO room_commit (room, seq, at)
    SELECT room, seq, now FROM json_to_recordset(given -> 'commits') AS row (room TEXT, seq BIGINT, place INTEGER)
    ORDER BY place
    ON CONFLICT DO NOTHING;
  INSERT INTO room (room, hour)
    SELECT DISTINCT row.room, now / 3600000 FROM json_to_recordset(given -> 'commits') AS row (room TEXT)
    WHERE coalesce((SELECT hour FROM room WHERE room.room = row.room), -1) < now / 3600000
    ON CONFLICT (room) DO UPDATE SET hour = excluded.hour;

  INSERT INTO verdict (room, seq, idx, n, bot, key, turn, at, gate, outcome, why, messages, tokens, numbers, more)
    SELECT row.room, row.seq, idx, room_commit.n, bot, key, turn, row.at, gate, outcome, why, messages, tokens, numbers, more
    FROM json_to_recordset(given -> 'verdicts') AS row (
      room TEXT, seq BIGINT, idx INTEGER, bot TEXT, key TEXT, turn BIGINT, at BIGINT, gate TEXT, outcome TEXT, why TEXT,
      messages TEXT, tokens BIGINT, numbers TEXT, more TEXT)
    JOIN room_commit ON room_commit.room = row.room AND room_commit.seq = row.seq
    ON CONFLICT DO NOTHING;

  WITH fresh AS (
    INSERT INTO book (room, seq, idx, bot, at, messages, tokens, persons)
      SELECT room, seq, idx, bot, at, messages, tokens, persons
      FROM json_to_recordset(given -> 'books') AS row (
        room TEXT, seq BIGINT, idx INTEGER, bot TEXT, at BIGINT, messages BIGINT, tokens BIGINT, persons TEXT[])
      ON CONFLICT DO NOTHING
      RETURNING bot, at / 60000 AS minute, messages, tokens, persons),
  spent AS (
    INSERT INTO usage (bot, minute, messages, tokens)
      SELECT bot, minute, sum(messages)::BIGINT, sum(tokens)::BIGINT FROM fresh GROUP BY bot, minute
      ON CONFLICT (bot, minute) DO UPDATE
        SET messages = usage.messages + excluded.messages, tokens = usage.tokens + excluded.tokens)
  INSERT INTO person_usage (bot, person, minute, messages, tokens)
    SELECT bot, person, minute, sum(messages)::BIGINT, sum(tokens)::BIGINT
    FROM fresh, unnest(persons) AS person GROUP BY bot, person, minute
    ON CONFLICT (bot, person, minute) DO UPDATE
      SET messages = person_usage.messages + excluded.messages, tokens = person_usage.tokens + excluded.tokens;
END $take$;
`
