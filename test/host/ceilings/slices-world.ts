// Workers with purses and the objects of their ceilings, without a server: calls get lost, come late, workers end anyhow.
import {
  type Amount,
  type Answer,
  type Ask,
  type Book,
  newBook,
  nothing,
  plus,
  scopeOf,
  type Statement,
  taken,
  told,
  usedIn,
} from '../../../src/host/restate/ceiling-book.ts'
import { type HeldCall, makePurses, type Marks, type RefusedBy } from '../../../src/host/restate/purses.ts'

const longestCallMs = 30 * 60_000

export type Net = 'fine' | 'lost' | 'unanswered' | 'late'

interface Call {
  bot: string
  at: number
  amount: Amount
  cost: Amount
  /** The provider has done the work. */
  isServed: boolean
  held: HeldCall
  worker: Worker
}

interface Worker {
  purses: ReturnType<typeof makePurses>
  store: ReturnType<typeof memoryMarks>
  net: Net
}

export interface Spend extends Amount {
  bot: string
  at: number
}

export function slicesWorld(
  limits: { all: Amount; bots: Readonly<Record<string, Amount>> },
  skewMs: readonly number[] = [0],
) {
  let now = 1_000_000_000_000
  let begun = 0
  const books = new Map<string, Book>()
  const workers: (Worker | undefined)[] = []
  const late: (() => void)[] = []
  const [calls, spends]: [Call[], Spend[]] = [[], []]
  let asks = 0

  const bookOf = (scope: string): Book => books.get(scope) ?? newBook(now, [])
  const take = (scope: string, ask: Ask): Answer => {
    const { book, answer } = taken(bookOf(scope), ask)
    books.set(scope, book)
    return answer
  }
  const tell = (scope: string, statement: Statement): void => void books.set(scope, told(bookOf(scope), statement))

  /** As the worker's line to the objects is. */
  async function through<T>(worker: Worker, work: () => T): Promise<T> {
    asks += 1
    if (worker.net === 'fine') return work()
    if (worker.net === 'unanswered') work()
    if (worker.net === 'late') late.push(work)
    throw new Error(`the line is ${worker.net}`)
  }

  function start(n: number, store = memoryMarks()): Worker {
    const skew = skewMs[begun++ % skewMs.length] ?? 0
    const worker: Worker = {
      net: 'fine',
      store,
      purses: makePurses({
        calls: {
          take: (scope, ask) => through(worker, () => take(scope, ask)),
          tell: (scope, statement) => through(worker, () => tell(scope, statement)),
        },
        marks: store,
        limitOf: (bot) => (bot === undefined ? limits.all : limits.bots[bot]),
        now: () => now + skew,
        elapsed: () => now,
        settleAfterMs: 0,
        failed: () => {},
      }),
    }
    workers[n] = worker
    return worker
  }

  function serve(call: Call): void {
    if (call.isServed) return
    call.isServed = true
    spends.push({ bot: call.bot, at: now, ...call.cost })
  }

  return {
    start,
    worker: (n: number): Worker => workers[n] ?? start(n),
    calls,
    spends,
    async hold(
      n: number,
      bot: string,
      amount: Amount,
      cost: Amount,
      ahead = nothing,
    ): Promise<RefusedBy | 'held' | 'away'> {
      const worker = workers[n] ?? start(n)
      try {
        const held = await worker.purses.hold(bot, amount, ahead)
        if ('scope' in held) return held
        calls.push({ bot, at: now, amount, cost, isServed: false, held, worker })
        return 'held'
      } catch {
        return 'away'
      }
    },
    settle(n: number): void {
      const [call] = calls.splice(n % Math.max(1, calls.length), 1)
      if (!call) return
      serve(call)
      call.held.settle(call.cost)
    },
    /** As kill -9 does; what it asked for may be served all the same. `keepsStore`: it is started again with its store. */
    kill(n: number, keepsStore: boolean): void {
      const worker = workers[n]
      if (!worker) return
      for (const call of calls.filter((each) => each.worker === worker)) {
        serve(call)
        calls.splice(calls.indexOf(call), 1)
      }
      workers[n] = undefined
      if (keepsStore) start(n, worker.store).purses.start()
    },
    async stop(n: number): Promise<void> {
      await workers[n]?.purses.stop()
      workers[n] = undefined
    },
    deliver: (): void => late.splice(0).forEach((work) => work()),
    wait(ms: number): void {
      for (const call of calls) if (now + ms - call.at > longestCallMs) serve(call)
      now += ms
    },
    /** Of one bot, or of all, in the last 24 hours. */
    spent: (bot?: string): Amount =>
      spends
        .filter((each) => each.at > now - 24 * 60 * 60_000 && (bot === undefined || each.bot === bot))
        .map(({ messages, tokens }) => ({ messages, tokens }))
        .reduce(plus, nothing),
    used: (bot?: string): Amount => usedIn(bookOf(scopeOf(bot))),
    asks: () => asks,
  }
}

function memoryMarks(): Marks {
  const rows = new Map<string, ReturnType<Marks['all']>[number]>()
  return {
    mark: (scope, holder, most) => void rows.set(`${scope} ${holder}`, { scope, holder, most }),
    all: () => [...rows.values()],
    forget: (scope, holder) => void rows.delete(`${scope} ${holder}`),
  }
}
