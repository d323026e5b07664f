// What a verdict costs, and what was spent as far as it can be read (U3, U4).
import type { Verdict } from '../../machines/group.types.ts'
import type { Log } from '../feed/log.ts'

export const spendingOf = ({ gate, outcome, tokens = 0 }: Verdict) => ({
  messages: gate === 'send' && outcome === 'sent' ? 1 : 0,
  tokens,
})

/** U4: books that cannot be read count as spent. */
export function spentOf<T>(read: () => T, log: Log): T | undefined {
  try {
    return read()
  } catch (error) {
    log.error({ error: String(error) }, 'the books cannot be read: every bot stays silent until they can')
    return undefined
  }
}
