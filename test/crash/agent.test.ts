// Some rounds; `npm run crash -- --agent --rounds 100` kills it more often.
import { expect, test } from 'vitest'
import { agentRounds } from './agent-rounds.ts'

test(
  'kill -9 while a bot works: nothing is changed or said twice, every run comes to an end, its tokens are booked once (A5, U3)',
  { timeout: 120_000 },
  async () => {
    const { problems, hits, answered } = await agentRounds({ rounds: 6, seed: 4 })
    expect(problems).toEqual([])
    expect({ hits: hits > 0, answered: answered > 0 }).toEqual({ hits: true, answered: true })
  },
)
