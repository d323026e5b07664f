import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeCeilings } from '../../src/llm/ceilings.ts'

test('what was spent within the last 24 hours counts to the millisecond, and longer rather than shorter (U6)', () => {
  let now = 59_999
  const ceilings = makeCeilings({
    process: { dailyMessages: 1, dailyTokens: 1_000 },
    bots: {},
    spent: () => [],
    now: () => now,
  })
  ceilings.book('iris', now, { messages: 1, tokens: 10 })
  const isFree = (at: number): boolean => {
    now = at
    return ceilings.used().messages === 0
  }
  const day = 24 * 60 * 60_000
  expect([isFree(59_999 + day - 1), isFree(59_999 + day), isFree(120_000 + day)]).toEqual([false, false, true])
})

test('sums are those of all minutes of the day and of what is held, whatever was booked and however time goes', () => {
  const bots = ['iris', 'rex']
  const spending = fc.record({ messages: fc.nat({ max: 3 }), tokens: fc.nat({ max: 500 }) })
  const bot = fc.constantFrom(...bots)
  const deed = fc.oneof(
    fc.record({ what: fc.constant('book' as const), bot, agoMin: fc.nat({ max: 2_000 }), spending }),
    fc.record({ what: fc.constant('hold' as const), bot, spending }),
    fc.record({ what: fc.constant('letGo' as const), which: fc.nat({ max: 5 }) }),
    fc.record({ what: fc.constant('wait' as const), minutes: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 900 })) }),
  )
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 60 }), (deeds) => {
      let minute = 10_000
      const wide = { dailyMessages: 1e9, dailyTokens: 1e9 }
      const now = (): number => minute * 60_000
      const ceilings = makeCeilings({ process: wide, bots: {}, spent: () => [], now })
      const booked: { bot: string; minute: number; messages: number; tokens: number }[] = []
      let held: { bot: string; messages: number; tokens: number; letGo: () => void }[] = []
      const expected = (who?: string): object => {
        const counted = [...booked.filter((each) => each.minute >= minute - 1_440), ...held]
        const own = counted.filter((each) => who === undefined || each.bot === who)
        const sum = (of: 'messages' | 'tokens'): number => own.reduce((total, each) => total + each[of], 0)
        return { messages: sum('messages'), tokens: sum('tokens') }
      }
      for (const each of deeds) {
        if (each.what === 'wait') minute += each.minutes
        else if (each.what === 'book') {
          const at = minute - each.agoMin
          ceilings.book(each.bot, at * 60_000, each.spending)
          booked.push({ bot: each.bot, minute: at, ...each.spending })
        } else if (each.what === 'hold') {
          held.push({ bot: each.bot, ...each.spending, letGo: ceilings.reserve(each.bot, each.spending) })
        } else {
          held[each.which]?.letGo()
          held = held.filter((_, n) => n !== each.which)
        }
        expect([undefined, ...bots].map((who) => ceilings.used(who))).toEqual([undefined, ...bots].map(expected))
      }
    }),
  )
})
