// What the embedded host does beside what every host promises: see contract/.
import { expect, test } from 'vitest'
import type { Ledger } from '../../machines/group/context.ts'
import { jobEnded } from '../../src/room/feeds.ts'
import { localLife } from './local-life.ts'
import { inMemory } from './stores.ts'

test('a server time with a fraction is no reason to refuse a message (V4)', () => {
  const life = localLife({ db: inMemory() })
  life.clock.jump(1_000)
  expect(life.say({ id: 'a', ts: 999.5 })).toBe('accepted')
})

test('a timer that was cancelled at the very ms it was due has no effect', () => {
  const life = localLife({ db: inMemory() })
  life.say({ id: 'a' })
  life.clock.jump(3_000)
  life.say({ id: 'b', mentioned: true })
  const { length } = life.steps
  life.clock.advance(4_000)
  expect(life.steps.slice(length)).toEqual([])
})

test('a reset starts a chart that cannot be read anew, with what is known of it, and feeds in what waited', () => {
  const db = inMemory()
  const life = localLife({ db })
  life.say({ id: 'a' })
  db.exec("UPDATE actor SET body = '{'")
  const next = localLife({ db })
  expect([next.say({ id: 'b' }), next.say({ id: 'b' })]).toEqual(['quarantined', 'duplicate'])
  expect(next.halted).toEqual([['g', expect.stringContaining('its snapshot (version 1) cannot be read')]])

  const ledger: Ledger = { sends: [100], calls: [[100, 50]] }
  expect([next.host.reset('g', { context: { budget: ledger } }), next.host.figures().halted]).toEqual([1, 0])
  const { queue, budget: kept } = next.context() as { queue: { buffer: { id: string }[] }; budget: Ledger }
  expect({ state: next.state(), buffer: queue.buffer.map(({ id }) => id), kept }).toEqual({
    state: {
      vitality: 'COOLING',
      control: 'free',
      intake: 'buffering',
      turn: 'idle',
      memory: 'resting',
      work: 'idle',
      commands: 'idle',
      withdrawal: 'idle',
    },
    buffer: ['b'],
    kept: ledger,
  })
})

test('an answer that waits for the store while its call is given up and made anew is dropped', () => {
  const { host, clock, calls, say, steps, actors } = localLife({ db: inMemory() })
  say({ id: 'a', mentioned: true })
  const [first] = actors.jobs()
  host.commit([{ key: 'g', event: { type: 'operator.drop' } }])
  clock.advance(60_000)
  say({ id: 'b', mentioned: true })
  const [second] = actors.jobs()
  expect([first?.id, second?.id, (second?.gen ?? 0) > (first?.gen ?? 0), calls.length]).toEqual([
    'compose',
    'compose',
    true,
    1,
  ])
  const before = steps.length
  const late = { text: 'Late.', type: 'short', similarity: 0, tokens: 9, model: 'x', rehearsal: true }
  expect(host.commit([jobEnded({ key: 'g', id: 'compose', gen: first?.gen ?? 0 }, { output: late })])).toEqual([
    'duplicate',
  ])
  expect([steps.length - before, actors.jobs()]).toEqual([0, [second]])
})
