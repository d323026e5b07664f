// The tapes as the service keeps them: without its secrets, in the store and in the files.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { openTapes } from '../../src/app/tapes.ts'
import { tapeFileName } from '../../src/store/tape-lines.ts'
import { storeFile } from '../host/stores.ts'
import { entry, lobby } from './tape-entries.ts'

test('a key of the configuration is written down nowhere, in no spelling', async () => {
  const db = storeFile()()
  const path = String(db.prepare('PRAGMA database_list').get()?.['file'])
  const secrets = ['sk-1234567890', 'with "quotes" 42']
  const tapes = openTapes({ db, config: { store: { path } }, secrets, now: () => 1, log: pino({ level: 'silent' }) })
  secrets.push('later-secret-7')
  const text = `env: ${secrets.join(', ')}, ${Buffer.from('sk-1234567890').toString('base64')}`
  const records = [
    { name: 'recordEntries', params: [entry('r1', '0.0r', { body: { text, deep: [{ text }] } })] },
    { name: 'mergeRun', params: { run: 'r1' } },
  ]
  tapes.record({ key: `#agent/work/${lobby}`, at: 1, records })
  const file = join(dirname(path), 'tapes', `${tapeFileName(lobby)}.jsonl`)
  const stop = tapes.keepMirrored()
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toMatch(/\n$/))
  stop()
  const hidden = 'env: ***, ***, ***, ***'
  const body = { text: hidden, deep: [{ text: hidden }] }
  expect([
    tapes.entry(lobby, 'r1', '0.0r')?.body,
    (JSON.parse(readFileSync(file, 'utf8')) as { body: unknown }).body,
    tapes.search(lobby, 'sk-1234567890'),
  ]).toEqual([body, body, []])
})
