// `chime schedule list`: what bots are to say and do later, read from the store, also beside a running service.
import { existsSync } from 'node:fs'
import type { ScheduleContext, ScheduleRow } from '../../machines/schedule/rows.ts'
import { loadServed } from '../channels/plugins.ts'
import { scheduleWords } from '../jobs/schedule/schedule-words.ts'
import { partsOf } from '../room/key.ts'
import { openForReading } from '../store/database.ts'
import { openSchedules } from '../store/schedules.ts'
import { InputError } from '../terminal/failure.ts'
import { langOf, onOneLine } from '../terminal/terminal-text.ts'

export function listSchedules({ config, json }: { config?: string; json: boolean }): void {
  const { path } = loadServed(config).store
  if (!existsSync(path))
    throw new InputError(
      `there is no store at ${path}: start the service first, or name its configuration with --config`,
    )
  const db = openForReading(path)
  const rows = openSchedules(db)
    .all()
    .flatMap(({ key, body }) => rowsIn(body).map((row) => ({ ...partsOf(key), row })))
    .toSorted((a, b) => a.row.next - b.row.next)
  db.close()
  if (json) {
    for (const { row, ...place } of rows) process.stdout.write(`${JSON.stringify({ ...place, ...row })}\n`)
    return
  }
  const words = scheduleWords[langOf(process.env)]
  if (rows.length === 0) process.stdout.write(`${words.none}\n`)
  for (const { bot, group, oneToOne, row } of rows)
    process.stdout.write(`${onOneLine(`${bot} ${oneToOne ? 'direct ' : ''}${group}  ${words.row(row)}`)}\n`)
}

const rowsIn = (body: string): readonly ScheduleRow[] => (JSON.parse(body) as { context: ScheduleContext }).context.rows
