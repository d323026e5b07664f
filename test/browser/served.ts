// The running service whose page a test looks at.
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type Running, running } from '../e2e/running.ts'

export function served(file: object): Promise<Running> {
  const folder = join(inject('stores'), randomUUID())
  mkdirSync(folder)
  return running(folder, { ...file, store: { path: `${folder}.sqlite` } })
}
