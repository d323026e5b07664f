// What bots pay of a call that they share: whatever happens, no token is lost, and none is paid twice (U3).
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Payer, sharedCost } from '../../../src/jobs/room/shared-cost.ts'

/** What each would be charged by a crash, by an abort, or by the end. */
function world() {
  const refused = new Map<Payer, unknown>()
  const told = new Map<Payer, number>()
  const allowed = new Map<Payer, number>()
  const cost = sharedCost((payer, error) => void refused.set(payer, error))
  const payers: Payer[] = []
  return {
    cost,
    payers,
    refused,
    told: () => payers.map((payer) => told.get(payer) ?? 0),
    join(most = Infinity): Payer {
      const payer: Payer = cost.join((tokens) => {
        if (tokens > (allowed.get(payer) ?? Infinity)) throw new Error('it may not pay')
        told.set(payer, tokens)
      })
      allowed.set(payer, most)
      payers.push(payer)
      return payer
    },
  }
}

const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0)

describe('a shared call', () => {
  test('is told to each by its share before it leaves, and paid in whole tokens', () => {
    const { cost, payers, join, told } = world()
    for (let bot = 0; bot < 3; bot += 1) join()
    cost.mayCost(500)
    expect(told()).toEqual([167, 167, 166])
    cost.settle(401)
    expect(payers.map((payer) => payer.share())).toEqual([134, 134, 133])
  })

  test('who leaves pays what it was told, the others the rest', () => {
    const { cost, payers, join, told } = world()
    const [first] = [join(), join(), join()]
    cost.mayCost(600)
    first.leave()
    cost.mayCost(1_000)
    expect(told()).toEqual([200, 400, 400])
    cost.settle(700)
    expect(payers.map((payer) => payer.share())).toEqual([200, 250, 250])
  })

  test('who may not pay its share is refused, and the others hear of more', () => {
    const { cost, payers, join, refused, told } = world()
    join()
    const poor = join(100)
    cost.mayCost(500)
    expect([[...refused.keys()], told(), poor.hasLeft()]).toEqual([[poor], [500, 0], true])
    cost.settle(300)
    expect(payers.map((payer) => payer.share())).toEqual([300, 0])
  })

  test('that nobody may pay does not leave', () => {
    const { cost, join, refused } = world()
    join(10)
    join(10)
    expect(() => cost.mayCost(500)).toThrow('it may not pay')
    expect(refused.size).toBe(2)
  })

  test('who comes while it is under way pays its part', () => {
    const { cost, payers, join, told } = world()
    join()
    cost.mayCost(400)
    join()
    cost.mayCost()
    expect(told()).toEqual([200, 200])
    cost.settle()
    join()
    expect(payers.map((payer) => payer.share())).toEqual([200, 200, 0])
  })
})

type Happening =
  | { what: 'join'; most: number }
  | { what: 'leave'; who: number }
  | { what: 'try'; tokens: number }
  | { what: 'free' }

const happenings: fc.Arbitrary<Happening[]> = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant('join' as const), most: fc.oneof(fc.constant(Infinity), fc.nat(900)) }),
    fc.record({ what: fc.constant('leave' as const), who: fc.nat(5) }),
    fc.record({ what: fc.constant('try' as const), tokens: fc.integer({ min: 1, max: 900 }) }),
    fc.constant({ what: 'free' as const }),
  ),
  { maxLength: 25 },
)

test('at each moment what the bots are charged covers what was served, and beyond it no more than what is under way', () => {
  fc.assert(
    fc.property(happenings, fc.double({ min: 0, max: 1, noNaN: true }), (course, part) => {
      const { cost, payers, join, told } = world()
      join()
      /** Tokens of tries that ended, and of the one under way. */
      let [served, underWay] = [0, 0]
      for (const each of course) {
        if (each.what === 'join') {
          join(each.most)
          attempt(() => cost.mayCost())
        } else if (each.what === 'leave') payers[each.who % payers.length]?.leave()
        else if (payers.every((payer) => payer.hasLeft())) break
        else if (each.what === 'try') {
          // The one before it is over, and cost what it may have cost.
          if (!attempt(() => cost.mayCost(served + underWay + each.tokens))) break
          served += underWay
          underWay = each.tokens
        } else {
          underWay = 0
          attempt(() => cost.mayCost(served))
        }
        // A crash at this moment, or an abort of all who wait, charges what was told.
        expect(sum(told())).toBeGreaterThanOrEqual(served + underWay)
      }
      const total = served + Math.round(underWay * part)
      const left = sum(payers.filter((payer) => payer.hasLeft()).map((payer) => payer.share()))
      const isWaitedFor = payers.some((payer) => !payer.hasLeft())
      cost.settle(total)
      const paid = sum(payers.map((payer) => payer.share()))
      expect(paid).toBe(isWaitedFor ? Math.max(total, left) : left)
    }),
    { numRuns: 500 },
  )
})

function attempt(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
