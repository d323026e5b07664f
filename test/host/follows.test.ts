// What a step tells other actors is stored with it, or neither is.
import { expect, test } from 'vitest'
import type { Inbound, Step } from '../../src/room/steps.ts'
import { StoreError } from '../../src/store/database.ts'
import { localLife } from './local-life.ts'
import { inMemory, storeFile } from './stores.ts'

const mutes = ({ key, event }: Step): Inbound[] =>
  key === 'g' && event.type === 'message.received' ? [{ key: 'h', event: { type: 'operator.mute' } }] : []
const steps = (life: { steps: Step[] }) => life.steps.map(({ key, event }) => `${key} ${event.type}`)

test('the other one has it when the step is committed, also after a crash right then (S5)', () => {
  const open = storeFile()
  const db = open()
  const life = localLife({ db, host: { follows: mutes } })
  life.say({ id: 'a' })
  expect(steps(life)).toEqual(['g xstate.init', 'g message.received', 'h xstate.init', 'h operator.mute'])
  db.close()
  expect(localLife({ db: open() }).context('h')['control']).toEqual({ muted: true })
})

test('what the other one cannot store keeps the step from being stored', () => {
  let isFull = true
  const record = ({ event }: Step) => {
    if (event.type === 'operator.mute' && isFull)
      throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
  }
  const life = localLife({ db: inMemory(), host: { follows: mutes, record } })
  expect(() => life.say({ id: 'a' })).toThrow(StoreError)
  expect([life.host.actors.list(), steps(life)]).toEqual([[], []])
  isFull = false
  expect([life.say({ id: 'a' }), life.context('h')['control']]).toEqual(['accepted', { muted: true }])
})

test('who cannot be read is not there to be told', () => {
  const seen: unknown[] = []
  const db = inMemory()
  const life = localLife({
    db,
    host: {
      follows(step, look) {
        seen.push(`${step.key} sees ${look('g') ? 'g' : 'nobody'}`)
        return []
      },
    },
  })
  life.say({ id: 'a' })
  life.say({ id: 'a' }, 'h')
  db.exec(`UPDATE actor SET body = '{' WHERE key = 'g'`)
  life.host.passivate('g')
  expect(life.say({ id: 'b' }, 'h')).toBe('accepted')
  expect(seen).toEqual(['g sees g', 'h sees g', 'h sees nobody'])
})
