// The same people, the same model, the same tools: a bot at work lives the same life on the embedded host and in virtual time (A5, S5).
import { expect, test } from 'vitest'
import type { Step } from '../../../src/room/steps.ts'
import { onLocal, onVirtual } from './work-hosts.ts'
import { type Play, workLife } from './work-life.ts'
import { workScript } from './work-script.ts'
import type { WorkTrace } from './work-trace.ts'

const plays: Play[] = [
  { seed: 1, lines: workScript(1, 25) },
  { seed: 2, lines: workScript(2, 15), sendsItself: true },
]

test(
  'events, verdicts, the tape and the posts of work are the same on both hosts, also when every chart is read anew',
  { timeout: 120_000 },
  async () => {
    const whys = new Set<string>()
    let sends = 0
    for (const play of plays) {
      // oxlint-disable no-await-in-loop -- one after the other: they share the machine
      const local = await workLife(play, onLocal())
      const virtual = await workLife(play, onVirtual())
      expect(virtual).toEqual(local)
      sends += local.sends.length
      for (const why of whysIn(local)) whys.add(why)
      const forgetful = { isForgetful: true }
      expect(await workLife(play, onLocal(forgetful))).toEqual(local)
      expect(await workLife(play, onVirtual(forgetful))).toEqual(local)
      // oxlint-enable no-await-in-loop
    }
    // What comes to pass in them: else agreeing would mean little.
    expect([...whys]).toEqual(
      expect.arrayContaining([
        'runAnswered',
        'runReported',
        'runProgress',
        'runSteered',
        'runStopped',
        'runPosts',
        'approvalNeeded',
        'callApproved',
        'callDenied',
        'nobodyApproved',
        'toolAnswered',
        'toolFailed',
        'toolRefused',
        'scheduled',
        'commandAnswered',
        'modelDeclines',
        'delivered',
      ]),
    )
    expect(sends).toBeGreaterThan(40)
  },
)

const whysIn = ({ steps }: WorkTrace): string[] =>
  steps.flatMap((step) =>
    (step as Pick<Step, 'records'>).records.flatMap(({ params }) => (params as { why?: string } | null)?.why ?? []),
  )
