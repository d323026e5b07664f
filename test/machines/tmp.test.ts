import * as fc from 'fast-check'
import { test } from 'vitest'
import { runScript, scripts } from '../host/scripts.ts'
import { virtualLife } from '../host/virtual-life.ts'
test('x', { timeout: 200000 }, () => {
  let bad = 0
  for (const s of fc.sample(scripts, { numRuns: 2500, seed: 77 })) {
    const trace = runScript(s, virtualLife({ reload: false }))
    const v = trace.flatMap(({ at, verdicts, context }) => verdicts.map((x) => ({ ...x, at, ctx: context })))
    const { limits } = s.input.settings
    for (const [name, limit] of Object.entries(limits)) {
      const spent = v.filter((x) => x.tokens !== undefined)
      for (const { at } of spent) {
        const inw = spent.filter((x) => x.at > at - limit.durationMs && x.at <= at)
        const sum = inw.reduce((n, x) => n + (x.tokens ?? 0), 0)
        if (sum > limit.maxTokens && bad++ < 2) console.log('TOKENS', name, sum, limit, JSON.stringify(inw.map(({ turn, at: t, gate, outcome, why, tokens }) => [turn, t, gate, outcome, why, tokens]), null, 0), JSON.stringify(v.filter((x) => x.at > at - limit.durationMs).map((x) => [x.turn, x.at, x.gate, x.outcome, x.why, x.tokens])))
      }
      const sends = v.filter((x) => x.gate === 'send' && x.outcome === 'sent')
      for (const { at } of sends) { const n = sends.filter((x) => x.at > at - limit.durationMs && x.at <= at).length; if (n > limit.maxMessages && bad++ < 3) console.log('MESSAGES', name, n) }
    }
  }
  console.log('bad', bad)
})
