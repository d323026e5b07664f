import { expect, test } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'
import { openPausedBots } from '../../src/store/paused-bots.ts'

test('a pause that is rolled back never was, whoever asked meanwhile', () => {
  const db = openDatabase(':memory:')
  const pausedBots = openPausedBots(db)
  db.exec('BEGIN')
  pausedBots.set('rex', true, 5)
  const inside = pausedBots.isPaused('rex')
  db.exec('ROLLBACK')
  expect([inside, pausedBots.isPaused('rex')]).toEqual([true, false])
})
