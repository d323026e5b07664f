// Postgres is loaded where it is configured alone, and whoever lacks its client is told what brings it.
import { spawnSync } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { loadPostgres } from '../../../src/store/load-postgres.ts'
import { folder } from '../../world/folders.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

test('it is there where its client is', async () => {
  const { openPostgres } = await loadPostgres()
  expect(() => openPostgres('mysql://chime:a-secret@here', { now: Date.now, log: pino({ level: 'silent' }) })).toThrow(
    /^the URL of Postgres cannot be read: postgres:\/\/user:password@host:port\/database$/,
  )
})

test('without its client the error says what installs it', () => {
  const copy = folder()
  for (const name of ['src/store', 'src/language', 'src/config', 'machines', 'package.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: (from) => !from.includes('node_modules') })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const script = `const { loadPostgres } = await import('${join(copy, 'src/store/load-postgres.ts')}')
    await loadPostgres().catch((error) => console.log(error.name + ': ' + error.message))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(stdout).toBe('StoreError: the client of Postgres is not installed: run `npm run cluster:install`\n')
})
