// A few seconds of the soak with a kill: what it promises holds; no figure is judged. Clocks and faults: `test/crash`.
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { soakReport } from './lines.ts'
import { reportText } from './report.ts'
import { runSoak, type SoakOptions } from './soak-run.ts'

const quick: SoakOptions = {
  minutes: 0.1,
  rate: 10,
  rooms: 8,
  bots: 2,
  policy: 'judged',
  kills: 1,
  jumps: 0,
  faults: 0,
  prune: 0,
  seed: 2,
  latencyMs: [10, 60],
  warmUpS: 1,
}

test(
  'under load and a kill nothing acknowledged is lost, doubled, unbooked or left without an answer',
  { timeout: 120_000 },
  async () => {
    const result = await runSoak(quick, { progress: () => undefined, signal: new AbortController().signal })
    expect(result.checks.filter(({ problems }) => problems.length > 0)).toEqual([])
    expect({
      talked: result.acknowledged > 0,
      asked: result.provider.calls > 0,
      killed: result.incidents.map(({ kind }) => kind),
    }).toEqual({ talked: true, asked: true, killed: ['kill'] })
    expect(reportText(soakReport(quick, result))).toContain('nothing acknowledged is lost')
  },
)

test('a soak that is called off ends its service and removes its store', { timeout: 60_000 }, async () => {
  const leaving = new AbortController()
  let started: { pid: string; store: string } | undefined
  const progress = (line: string): void => {
    started ??= /process (?<pid>\d+), its store is (?<store>.+)$/.exec(line)?.groups as typeof started
    leaving.abort(new Error('called off'))
  }
  const run = runSoak({ ...quick, seed: 3 }, { progress, signal: leaving.signal })
  await expect(run).rejects.toThrow('called off')
  const { pid = '', store = '' } = started ?? {}
  expect({ had: pid !== '' && store !== '', runs: existsSync(`/proc/${pid}`), keeps: existsSync(store) }).toEqual({
    had: true,
    runs: false,
    keeps: false,
  })
})
