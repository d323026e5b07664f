// A worker's purses, of each bot and of the whole service: a call is held in both, and what is of no use goes back.
import type { Amount, Answer, Ask, Statement } from './ceiling-book.ts'
import { highest, nothing, plus, scopeOf } from './ceiling-book.ts'
import { makePurse, type Purse, type Refused } from './purse.ts'

/** The objects of the ceilings, wherever they are. */
export interface CeilingCalls {
  take(scope: string, ask: Ask): Promise<Answer>
  /** Resolves once it is sure to be heard. */
  tell(scope: string, statement: Statement): Promise<void>
}

/** What this worker's holders may have spent, kept over its end. */
export interface Marks {
  mark(scope: string, holder: string, most: Amount): void
  all(): readonly { scope: string; holder: string; most: Amount }[]
  forget(scope: string, holder: string): void
}

export interface PursesOptions {
  calls: CeilingCalls
  marks: Marks
  /** Of a bot, or of the whole service; undefined: it has none of its own. */
  limitOf: (bot?: string) => Amount | undefined
  now: () => number
  elapsed?: () => number
  /** What a call did not cost is free then: a kill before its outcome is durable charges all. */
  settleAfterMs?: number
  /** A statement that could not be made, or a mark not be written: it is made later. */
  failed: (error: unknown) => void
}

/** What is held for a call. */
export interface HeldCall {
  /** Holds more of what is at hand. */
  more(amount: Amount): RefusedBy | undefined
  /** The rest is free again. */
  settle(cost: Amount): void
}

export type RefusedBy = Refused & { scope: 'bot' | 'process' }

/** What nobody used for so long goes back, ms. */
const idleMs = 60_000
const lookEveryMs = 5_000
/** A worker that does not answer for longer is taken for dead, ms. */
const haltedMs = 1_500
const tickEveryMs = 500

export function makePurses({
  calls,
  marks,
  limitOf,
  now,
  elapsed = () => performance.now(),
  failed,
  settleAfterMs = 2_000,
}: PursesOptions) {
  const purses = new Map<string, Purse>()
  /** Of earlier processes with this store: they end with what they may have spent. */
  const left = [...marks.all()]
  let [ticked, halts] = [elapsed(), 0]
  let timers: NodeJS.Timeout[] = []
  const settling = new Map<NodeJS.Timeout, () => void>()

  function purseOf(bot?: string): Purse | undefined {
    const limit = limitOf(bot)
    if (!limit) return undefined
    const scope = scopeOf(bot)
    const known = purses.get(scope)
    if (known) return known
    const purse = makePurse({
      limit,
      take: (ask) => calls.take(scope, ask),
      mark: (holder, most) => marks.mark(scope, holder, most),
      now,
      elapsed,
    })
    purses.set(scope, purse)
    return purse
  }

  async function tell(scope: string, statement: Statement, then: () => void): Promise<boolean> {
    try {
      await calls.tell(scope, statement)
      then()
      return true
    } catch (error) {
      failed(error)
      return false
    }
  }

  async function endThoseBefore(): Promise<void> {
    await Promise.all(
      left.splice(0).map(async (each) => {
        const { scope, holder, most } = each
        const statement = { holder, at: now(), granted: most, spent: most, returned: nothing, isOver: true } as const
        if (!(await tell(scope, statement, () => marks.forget(scope, holder)))) left.push(each)
      }),
    )
  }

  async function giveBackOf(scope: string, purse: Purse, afterMs: number): Promise<void> {
    try {
      const statement = purse.giveBack(afterMs)
      if (statement) await tell(scope, statement, () => purse.wasTold(statement))
    } catch (error) {
      failed(error)
    }
  }

  async function giveBack(afterMs = idleMs): Promise<void> {
    await Promise.all(Array.from(purses, ([scope, purse]) => giveBackOf(scope, purse, afterMs)))
  }

  function later(settle: () => void): void {
    if (settleAfterMs === 0) return settle()
    const timer = setTimeout(() => (settling.delete(timer), settle()), settleAfterMs).unref()
    settling.set(timer, settle)
  }

  /** Looks whether this process stood still: others may have gone on with what it had begun. */
  function tick(): void {
    if (elapsed() - ticked > haltedMs) halts += 1
    ticked = elapsed()
  }

  const look = async (): Promise<void> => {
    if (left.length > 0) await endThoseBefore()
    await giveBack()
  }

  return {
    /**
     * Holds what a call of a bot may cost; `ahead` must be free beside it and is not held. What was refused says by whom.
     * Rejects where nobody answers.
     */
    async hold(bot: string, amount: Amount, ahead: Amount): Promise<HeldCall | RefusedBy> {
      const held: { scope: RefusedBy['scope']; purse: Purse; by: string }[] = []
      let whole = amount
      tick()
      const before = halts
      const release = (cost: Amount): void => {
        for (const { purse, by } of held.splice(0)) {
          try {
            purse.settle(whole, cost, by)
          } catch (error) {
            failed(error)
          }
        }
      }
      for (const [scope, purse] of [
        ['bot', purseOf(bot)],
        ['process', purseOf()],
      ] as const) {
        if (!purse) continue
        try {
          // oxlint-disable-next-line no-await-in-loop -- the second is for nothing where the first says no
          const refused = await purse.hold(amount, plus(amount, ahead))
          if (refused) {
            // What is too little here may be what another worker lacks.
            void giveBackOf(scope === 'bot' ? scopeOf(bot) : scopeOf(), purse, 0)
            release(nothing)
            return { scope, ...refused }
          }
        } catch (error) {
          release(nothing)
          throw error
        }
        held.push({ scope, purse, by: purse.holder() })
      }
      return {
        more(further) {
          const had: typeof held = []
          for (const each of held) {
            const refused = each.purse.holdNow(further, each.by)
            if (!refused) had.push(each)
            else {
              for (const { purse, by } of had) purse.settle(further, nothing, by)
              return { scope: each.scope, ...refused }
            }
          }
          whole = plus(whole, further)
          return undefined
        },
        settle(cost) {
          later(() => {
            tick()
            // Of a call that was cut off there, all that was held is in the books.
            release(halts === before ? cost : highest(cost, whole))
          })
        },
      }
    },
    start(): void {
      timers = [setInterval(() => void look(), lookEveryMs).unref(), setInterval(tick, tickEveryMs).unref()]
      void look()
    },
    giveBack,
    /** What is left goes back; of calls that have not ended yet nothing does. */
    async stop(): Promise<void> {
      for (const timer of [...timers, ...settling.keys()]) clearTimeout(timer)
      for (const settle of settling.values()) settle()
      await Promise.all(
        Array.from(purses, async ([scope, purse]) => {
          const statement = purse.close()
          if (statement) await tell(scope, statement, () => marks.forget(scope, statement.holder))
        }),
      )
    },
  }
}
