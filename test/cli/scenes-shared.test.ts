// What one judgement a room spends and does in the scenarios with a third bot beside their own, beside a call a bot.
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/channels/plugins.ts'
import { castBots } from '../../src/lab/eval/scenarios/cast.ts'
import { readScenarios } from '../../src/lab/eval/scenarios/files.ts'
import { type Played, playScenario } from '../../src/lab/eval/scenarios/play.ts'
import { figuresOf } from '../../src/lab/eval/scenarios/scorecard.ts'

const folder = new URL('../../scenarios', import.meta.url).pathname
/** They sit beside a scenario's own bots until there are three. */
const others = [
  { id: 'quill', name: 'Quill', role: 'accountant', expertise: 'invoices, expenses, budgets, payroll' },
  { id: 'otto', name: 'Otto', role: 'gardener', expertise: 'plants, soil, garden' },
]

test('with three bots one judgement a room spends at most 45 % of a call a bot, drafts included, and answers as well', async () => {
  const config = loadConfig({ env: {}, cwd: import.meta.dirname })
  const scenarios = readScenarios([folder]).map((scenario) => {
    const own = castBots(scenario)
    return { ...scenario, bots: [...own, ...others.slice(0, Math.max(0, 3 - own.length))] }
  })
  const played = async (sharedInRoom: boolean) => {
    const { groupSocial } = config
    const settings = { ...groupSocial, decision: { ...groupSocial.decision, sharedInRoom } }
    const all: Played[] = []
    for (const scenario of scenarios) {
      const options = { config: { ...config, groupSocial: settings }, decide: 'rehearsal', seed: 1 } as const
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const one = await playScenario(scenario, options)
      if (one) all.push(one)
    }
    const judged = all.flatMap(({ verdicts }) => verdicts).filter(({ line }) => /^(decide|rejudge)$/.test(line.gate))
    return {
      tokens: judged.reduce((sum, { line }) => sum + (line.tokens ?? 0), 0),
      ...figuresOf(all.map(({ score }) => score)),
    }
  }
  const [shared, apart] = [await played(true), await played(false)]
  // Silence would be cheaper still, and answer nobody.
  expect(shared.tokens / apart.tokens).toBeLessThanOrEqual(0.45)
  expect(shared.asWanted ?? 0).toBeGreaterThanOrEqual(apart.asWanted ?? 1)
  expect((shared.medianOpenWaitMs ?? Infinity) / (apart.medianOpenWaitMs ?? 0)).toBeLessThanOrEqual(1)
  expect(shared.doubles).toBeLessThanOrEqual(0.01 * apart.must.moments)
})
