// A ceiling as a virtual object of Restate: of each bot and of the whole service; it hands out slices of what a day allows.
import {
  type Amount,
  type Answer,
  type Ask,
  type CeilingLedger,
  botOf,
  newLedger,
  type Statement,
  taken,
  told,
} from './ceiling-ledger.ts'
import { handlers, object, type ObjectContext, type ObjectSharedContext, TerminalError } from './sdk.ts'

/** What the books know of a scope before the object does: in 24 hours, by the minute. Rejects where they cannot be read. */
export type ReadSpent = (at: number, bot?: string) => Promise<readonly (Amount & { minute: number })[]>

const stateName = 'ledger'
const retryPolicy = { initialInterval: 50, maxInterval: 5_000, exponentiationFactor: 1.5 }

export function makeCeilingObject(name: string, spentBefore: ReadSpent) {
  async function ledgerIn(ctx: ObjectContext, at: number): Promise<CeilingLedger> {
    const known = await ctx.get<CeilingLedger>(stateName)
    if (known) return known
    const spent = await ctx.run('spent', () => spentBefore(at, botOf(ctx.key)).catch(() => null))
    // A budget that cannot be read is spent (U4).
    if (!spent) throw new TerminalError('the books cannot be read')
    return newLedger(at, spent)
  }

  return object({
    name,
    // Words that come twice do no harm: they need not be kept for the usual day.
    options: { retryPolicy, journalRetention: 0, idempotencyRetention: { minutes: 2 } },
    handlers: {
      async take(ctx: ObjectContext, ask: Ask): Promise<Answer> {
        const { ledger, answer } = taken(await ledgerIn(ctx, ask.at), ask)
        ctx.set(stateName, ledger)
        return answer
      },
      async tell(ctx: ObjectContext, statement: Statement): Promise<void> {
        ctx.set(stateName, told(await ledgerIn(ctx, statement.at), statement))
      },
      look: handlers.object.shared((ctx: ObjectSharedContext): Promise<CeilingLedger | null> =>
        ctx.get<CeilingLedger>(stateName),
      ),
    },
  })
}
