import { expect, test } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'
import { openPauses } from '../../src/store/pauses.ts'

test('a pause that is rolled back never was, whoever asked meanwhile', () => {
  const db = openDatabase(':memory:')
  const pauses = openPauses(db)
  db.exec('BEGIN')
  pauses.set('rex', true, 5)
  const inside = pauses.isPaused('rex')
  db.exec('ROLLBACK')
  expect([inside, pauses.isPaused('rex')]).toEqual([true, false])
})
