// Brings the tables up to date, once, however many workers start at the same moment.
import { type Connections, schemaName } from './connection.ts'
import { type Migration, migrations } from './migrations.ts'

/** Two workers that start at the same moment are here one after the other. */
const migrationLock = 4_717_000
/** With the wait for another worker that is at it; then it is tried again. */
const mostMs = 30_000

/**
 * One statement, all or nothing: a worker that is stopped or killed in the middle of it holds no lock and leaves no half.
 *
 * @throws {PostgresProblem} also where a newer Chime has been
 */
export async function migrate(connections: Connections, known: readonly Migration[] = migrations): Promise<void> {
  const newest = known.at(-1)?.n ?? 0
  const steps = known.map(
    ({ n, sql }) => `
    IF done < ${n} THEN
      EXECUTE $migration$${sql}$migration$;
      INSERT INTO migration (n, at) VALUES (${n}, now());
    END IF;`,
  )
  await connections.script(
    `DO $migrate$
    DECLARE done INTEGER;
    BEGIN
      PERFORM pg_advisory_xact_lock(${migrationLock});
      CREATE SCHEMA IF NOT EXISTS ${schemaName};
      CREATE TABLE IF NOT EXISTS migration (n INTEGER PRIMARY KEY, at TIMESTAMPTZ NOT NULL);
      SELECT coalesce(max(n), 0) INTO done FROM migration;
      IF done > ${newest} THEN
        RAISE 'the database was written by a newer Chime (version %, this one knows ${newest})', done;
      END IF;${steps.join('')}
    END $migrate$`,
    mostMs,
  )
}
