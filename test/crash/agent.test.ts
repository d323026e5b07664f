// Some rounds; `npm run crash -- --agent --rounds 100` kills it more often.
import { expect, test } from 'vitest'
import { isChange } from './agent-effects.ts'
import type { Middle } from './agent-moments.ts'
import { agentRounds } from './agent-rounds.ts'

test(
  'kill -9 while bots work: what has a key is done once, nothing is done again unasked, every run ends, its tokens are booked once (A5, U3)',
  { timeout: 120_000 },
  async () => {
    const { problems, hits, during, runs } = await agentRounds({ rounds: 4, seed: 4 })
    expect(problems).toEqual([])
    const changed = (Object.keys(during) as Middle[]).filter(isChange)
    expect({ hits: hits >= 4, changed: changed.length > 0, answered: runs.answered > 0 }).toEqual({
      hits: true,
      changed: true,
      answered: true,
    })
  },
)
