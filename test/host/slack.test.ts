// Timers that nobody waits for: they share the transaction of something else, and never go off early.
import { expect, test } from 'vitest'
import { slack } from '../../machines/group/delays.ts'
import { handClock } from './hand-clock.ts'
import { localLife } from './local-life.ts'
import { counted, inMemory } from './stores.ts'

const due = 300_001
const latest = due + (slack.windowFall ?? 0)

/** Two rooms of which `g` was spoken in at 0: its window falls at `due`. */
function quiet({ db = inMemory(), clock = handClock(), gatherMs = 5 } = {}) {
  const life = localLife({ db, clock, hosted: { slack }, host: { gatherMs } })
  const falls = (): string[] =>
    life.steps.filter(({ event }) => event.type.includes('windowFall')).map(({ key, at }) => `${key} ${at}`)
  return { ...life, falls }
}

test('the fall of the window rides along with the next commit, of whatever room', () => {
  const db = inMemory()
  const commits = counted(db)
  const { say, clock, falls } = quiet({ db })
  say({ id: 'a' }, 'g')
  clock.advance(due + 500)
  const before = commits()
  expect(falls()).toEqual([])
  say({ id: 'b' }, 'h')
  expect([falls(), commits() - before]).toEqual([[`g ${due + 500}`], 1])
})

test('it never rides along before it is due', () => {
  const { say, clock, falls } = quiet()
  say({ id: 'a' }, 'g')
  clock.advance(due - 1)
  say({ id: 'b' }, 'h')
  expect(falls()).toEqual([])
})

test('without company it goes off when its slack is over, and once', () => {
  const { say, clock, falls } = quiet()
  say({ id: 'a' }, 'g')
  clock.advance(latest - 1)
  expect(falls()).toEqual([])
  clock.advance(latest)
  expect(falls()).toEqual([`g ${latest}`])
  say({ id: 'b' }, 'h')
  expect(falls()).toEqual([`g ${latest}`])
})

test('a message of its own room comes after it', () => {
  const { say, clock, steps, falls } = quiet()
  say({ id: 'a' }, 'g')
  clock.advance(due + 1)
  say({ id: 'b' }, 'g')
  expect([falls(), steps.at(-1)?.event.type]).toEqual([[`g ${due + 1}`], 'message.received'])
})

test('one that was cancelled meanwhile does not ride along', () => {
  const { say, clock, falls, host } = quiet()
  say({ id: 'a' }, 'g')
  clock.advance(200_000)
  host.reset('g', {})
  clock.advance(due + 10)
  say({ id: 'c' }, 'h')
  expect(falls()).toEqual([])
})

test('a host that starts anew knows when its slack is over', async () => {
  const db = inMemory()
  const before = quiet({ db })
  before.say({ id: 'a' }, 'g')
  await before.host.stop()
  const { clock, falls } = quiet({ db, clock: before.clock })
  clock.advance(latest)
  expect(falls()).toEqual([`g ${latest}`])
})

test('where nothing shares a transaction, it goes off in time all the same', () => {
  const { say, clock, falls } = quiet({ gatherMs: 0 })
  say({ id: 'a' }, 'g')
  clock.advance(latest)
  expect(falls()).toEqual([`g ${latest}`])
})

test('a store that refuses the commit it rode along with keeps it for later', () => {
  const db = inMemory()
  const { clock, say, host, falls } = quiet({ db })
  say({ id: 'a' }, 'g')
  clock.advance(due + 1)
  const refuse = (): never => {
    throw new Error('the disk is full')
  }
  expect(() => host.commit([], refuse)).toThrow(/refused a write/)
  expect(falls()).toEqual([])
  clock.advance(latest)
  expect(falls()).toEqual([`g ${latest}`])
})
