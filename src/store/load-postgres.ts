// The way to Postgres for all other code: its client is loaded where it is configured, and nowhere else.
import { StoreError } from './database.ts'
import type { openPostgres } from './postgres/open-postgres.ts'

/** @throws {StoreError} where the client is not installed */
export async function loadPostgres(): Promise<{ openPostgres: typeof openPostgres }> {
  try {
    return await import('./postgres/open-postgres.ts')
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new StoreError('the client of Postgres is not installed: run `npm run cluster:install`', { cause: error })
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  (error as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes("'postgres'")
