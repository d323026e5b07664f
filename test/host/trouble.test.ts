// The embedded host in trouble: actors that cannot go on, and a store that refuses writes.
import { describe, expect, test } from 'vitest'
import type { MessageEvent } from '../../machines/group/types.ts'
import { groupMachine } from '../../machines/group/group.ts'
import type { Ledger } from '../../machines/group/context.ts'
import { yes } from '../fakes/group-life.ts'
import { type LocalLife, localLife } from './local-life.ts'
import { inMemory } from './stores.ts'

describe('an actor that cannot go on is held, and the others go on', () => {
  const broken = (damage: string, over: Parameters<typeof localLife>[0]['hosted'] = {}) => {
    const db = inMemory()
    const life = localLife({ db })
    life.say({ id: 'a' }, 'g')
    life.say({ id: 'a' }, 'h')
    db.exec(damage)
    const halted: string[] = []
    const next = localLife({
      db,
      hosted: over,
      host: { halted: (key, { message }) => void halted.push(`${key}: ${message}`) },
    })
    return { next, halted }
  }

  test('when its snapshot cannot be read; a reset starts it anew and feeds in what waited', () => {
    const { next, halted } = broken("UPDATE actor SET body = '{' WHERE key = 'g'")
    expect([next.say({ id: 'b' }, 'g'), next.say({ id: 'b' }, 'g'), next.say({ id: 'b' }, 'h')]).toEqual([
      'held',
      'duplicate',
      'accepted',
    ])
    expect([...next.host.haltedActors().keys()]).toEqual(['g'])
    expect(halted).toEqual([expect.stringContaining('g: its snapshot (version 1) cannot be read')])
    next.clock.advance(3_000)
    expect((next.context('h')['turn'] as { batch: { id: string }[] }).batch.map(({ id }) => id)).toEqual(['a', 'b'])

    const ledger: Ledger = { sends: [100], calls: [[100, 50]] }
    expect(next.host.reset('g', { context: { budget: ledger } })).toBe(1)
    expect(next.host.haltedActors().size).toBe(0)
    const { queue, budget: kept } = next.context('g') as { queue: { buffer: { id: string }[] }; budget: Ledger }
    const { buffer } = queue
    expect({ state: next.state('g'), buffer: buffer.map(({ id }) => id), kept }).toEqual({
      state: { vitality: 'COOLING', control: 'free', intake: 'buffering', turn: 'idle', memory: 'resting' },
      buffer: ['b'],
      kept: ledger,
    })
  })

  test('when its snapshot is of another version, and no migration leads here', () => {
    const { next, halted } = broken("UPDATE actor SET version = '0' WHERE key = 'g'")
    expect([next.say({ id: 'b' }, 'g'), next.say({ id: 'b' }, 'h')]).toEqual(['held', 'accepted'])
    expect(halted).toEqual([expect.stringContaining('no migration leads from version 0 to 1')])
  })

  test('unless a migration is given', () => {
    const migrations = {
      '0': (persisted: unknown) => JSON.parse(JSON.stringify(persisted).replace('gathering', 'buffering')),
    }
    const { next, halted } = broken(
      `UPDATE actor SET version = '0', body = replace(body, '"buffering"', '"gathering"') WHERE key = 'g'`,
      { migrations },
    )
    expect(next.say({ id: 'b' }, 'g')).toBe('accepted')
    expect(halted).toEqual([])
    expect(next.state('g')).toEqual({
      vitality: 'COOLING',
      control: 'free',
      intake: 'buffering',
      turn: 'idle',
      memory: 'resting',
    })
    expect(next.host.actors.get('g')?.version).toBe('1')
  })

  const cursed = groupMachine.provide({
    guards: {
      isOwn({ event }) {
        const { sender, kind } = (event as MessageEvent).message
        if (sender === 'eve') throw new Error('a bug')
        return kind === 'self'
      },
    },
  })

  test('when its chart throws: the message that it threw at waits, too', () => {
    const life = localLife({ db: inMemory(), machine: cursed })
    expect([life.say({ id: 'a', sender: 'eve' }, 'g'), life.say({ id: 'b' }, 'g'), life.say({ id: 'b' }, 'h')]).toEqual(
      ['held', 'held', 'accepted'],
    )
    const { id } = life.host.actors.get('g') ?? { id: 0 }
    const waiting = life.host.actors
      .held(id)
      .map(({ body }) => (JSON.parse(body) as { message: { id: string } }).message.id)
    expect(waiting).toEqual(['a', 'b'])
  })

  test('and what waited is not lost when the service starts again with a chart that is mended (S5)', () => {
    const db = inMemory()
    const life = localLife({ db, machine: cursed })
    life.say({ id: 'a', sender: 'eve' })
    life.say({ id: 'b' })
    const next = localLife({ db })
    next.say({ id: 'c' })
    expect((next.context()['queue'] as { buffer: { id: string }[] }).buffer.map(({ id }) => id)).toEqual([
      'a',
      'b',
      'c',
    ])
  })
})

describe('a store that refuses writes', () => {
  const refuse = "CREATE TRIGGER refuse BEFORE INSERT ON entry BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
  const allow = 'DROP TRIGGER refuse'

  test('takes nothing of a message, says so, and takes it later', () => {
    const db = inMemory()
    const life = localLife({ db })
    db.exec(refuse)
    expect(() => life.say({ id: 'a' })).toThrow(/the store refused a write: .*the disk is full/)
    const rows = () =>
      ['actor', 'inbox', 'timer', 'entry'].map((table) => db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'])
    expect({ rows: rows(), state: life.state(), steps: life.steps }).toEqual({
      rows: [0, 0, 0, 0],
      state: undefined,
      steps: [],
    })
    db.exec(allow)
    expect(life.say({ id: 'a' })).toBe('accepted')
    expect(life.state()).toEqual({
      vitality: 'COOLING',
      control: 'free',
      intake: 'buffering',
      turn: 'idle',
      memory: 'resting',
    })
  })

  test('keeps timers and answers for later, and tries again by itself', async () => {
    const db = inMemory()
    const failures: string[] = []
    const life = localLife({ db, host: { storeFailed: ({ name }) => void failures.push(name) } })
    life.say({ id: 'a' })
    db.exec(refuse)
    life.clock.advance(3_000)
    expect({ failures, story: storyOf(life) }).toEqual({ failures: ['StoreError'], story: [] })
    db.exec(allow)
    life.clock.advance(3_500)
    expect(storyOf(life)).toEqual(['3500 buffer flush', '3500 dispatch start'])

    db.exec(refuse)
    await life.settle({ output: yes })
    expect(life.state()).toMatchObject({ turn: { dispatching: 'deciding' } })
    db.exec(allow)
    life.clock.advance(4_000)
    expect(life.state()).toMatchObject({ turn: { dispatching: 'composing' } })
    expect(failures).toEqual(['StoreError', 'StoreError'])
  })
})

const storyOf = ({ verdicts }: LocalLife) => verdicts.map(({ at, gate, outcome }) => `${at} ${gate} ${outcome}`)
