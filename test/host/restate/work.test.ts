// The same people, the same model, the same tools: a bot at work lives the same life on Restate as on SQLite (A5, S5).
import { expect, test } from 'vitest'
import { onLocal } from '../work/work-hosts.ts'
import { type Play, workLife } from '../work/work-life.ts'
import { workScript } from '../work/work-script.ts'
import { onRestate } from './work-on-restate.ts'

const plays: Play[] = [
  { seed: 1, lines: workScript(1, 25) },
  { seed: 2, lines: workScript(2, 15), sendsItself: true },
]

test.each(plays)(
  'events, verdicts, the tape and the posts of work are the same there (seed $seed)',
  { timeout: 240_000 },
  async (play) => {
    const local = await workLife(play, onLocal())
    expect(local.sends.length).toBeGreaterThan(10)
    expect(await workLife(play, onRestate({ isForgetful: play.seed === 2 }))).toEqual(local)
  },
)
