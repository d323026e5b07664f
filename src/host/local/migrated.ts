// A stored snapshot as the chart of today reads it.
import type { HostedKind } from '../host.ts'

/** Throws where no migration leads from its version. */
export function migrated({ version, migrations }: HostedKind, row: { version: string; body: string }): string {
  if (row.version === version) return row.body
  const migrate = migrations[row.version]
  if (!migrate) throw new Error(`no migration leads from version ${row.version} to ${version}`)
  return JSON.stringify(migrate(JSON.parse(row.body)))
}

/** Body of an actor whose first snapshot could not be made. */
export const unmade = ''
