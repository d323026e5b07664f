// A ceiling as a virtual object of Restate: of each bot and of the whole service; it hands out slices of what a day allows.
import {
  type Amount,
  type Answer,
  type Ask,
  type Book,
  botOf,
  newBook,
  type Statement,
  taken,
  told,
} from './ceiling-book.ts'
import { handlers, object, type ObjectContext, type ObjectSharedContext, TerminalError } from './sdk.ts'

/** What the books know of a scope before the object does: in 24 hours, by the minute. Rejects where they cannot be read. */
export type ReadBooks = (at: number, bot?: string) => Promise<readonly (Amount & { minute: number })[]>

const stateName = 'book'
const retryPolicy = { initialInterval: 50, maxInterval: 5_000, exponentiationFactor: 2 }

export function makeCeilingObject(name: string, books: ReadBooks) {
  async function bookIn(ctx: ObjectContext, at: number): Promise<Book> {
    const known = await ctx.get<Book>(stateName)
    if (known) return known
    const spent = await ctx.run('books', () => books(at, botOf(ctx.key)).catch(() => null))
    // A budget that cannot be read is spent (U4).
    if (!spent) throw new TerminalError('the books cannot be read')
    return newBook(at, spent)
  }

  return object({
    name,
    // Words that come twice do no harm: they need not be kept for the usual day.
    options: { retryPolicy, journalRetention: 0, idempotencyRetention: { minutes: 2 } },
    handlers: {
      async take(ctx: ObjectContext, ask: Ask): Promise<Answer> {
        const { book, answer } = taken(await bookIn(ctx, ask.at), ask)
        ctx.set(stateName, book)
        return answer
      },
      async tell(ctx: ObjectContext, statement: Statement): Promise<void> {
        ctx.set(stateName, told(await bookIn(ctx, statement.at), statement))
      },
      look: handlers.object.shared((ctx: ObjectSharedContext): Promise<Book | null> => ctx.get<Book>(stateName)),
    },
  })
}
