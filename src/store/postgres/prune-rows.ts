// The function that removes what is old: the oldest commits with all that they left, one worker at a time.

const pruneLock = 4_717_003

/**
 * Of the `most` oldest commits those taken before `before`, and as many minutes of the books; returns how many rows went that
 * others depend on: 0 when nothing is left to remove, or another worker is at it.
 */
export const pruneRows = `
CREATE FUNCTION prune_rows(before BIGINT, most INTEGER) RETURNS INTEGER LANGUAGE plpgsql AS $prune$
DECLARE
  old_rooms TEXT[];
  old_seqs BIGINT[];
  minutes INTEGER;
BEGIN
  IF NOT pg_try_advisory_xact_lock(${pruneLock}) THEN
    RETURN 0;
  END IF;
  WITH gone AS (
    DELETE FROM room_commit WHERE n IN (SELECT n FROM room_commit ORDER BY n LIMIT most) AND at < before RETURNING room, seq)
  SELECT coalesce(array_agg(room), '{}'), coalesce(array_agg(seq), '{}') INTO old_rooms, old_seqs FROM gone;
  DELETE FROM message USING unnest(old_rooms, old_seqs) AS old (room, seq) WHERE grp = old.room AND message.seq = old.seq;
  DELETE FROM verdict USING unnest(old_rooms, old_seqs) AS old (room, seq)
    WHERE verdict.room = old.room AND verdict.seq = old.seq;
  DELETE FROM book USING unnest(old_rooms, old_seqs) AS old (room, seq) WHERE book.room = old.room AND book.seq = old.seq;
  DELETE FROM turn USING unnest(old_rooms, old_seqs) AS old (room, seq) WHERE turn.room = old.room AND turn.seq = old.seq;
  DELETE FROM person_usage WHERE (bot, person, minute) IN (
    SELECT bot, person, minute FROM person_usage WHERE minute < before / 60000 ORDER BY minute LIMIT most);
  DELETE FROM usage WHERE (bot, minute) IN (
    SELECT bot, minute FROM usage WHERE minute < before / 60000 ORDER BY minute LIMIT most);
  GET DIAGNOSTICS minutes = ROW_COUNT;
  RETURN coalesce(array_length(old_rooms, 1), 0) + minutes;
END $prune$;
`
