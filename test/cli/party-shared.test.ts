// What one judgement a room spends and does at a party, beside a call a bot.
import { expect, test } from 'vitest'
import { playParty } from '../../src/lab/party/play.ts'
import { loadConfig } from '../../src/channels/plugins.ts'

test('one judgement a room spends half of what a call a bot does, answers as much and as soon, and nothing twice', async () => {
  const config = loadConfig({ env: {}, cwd: import.meta.dirname })
  const played = async (sharedInRoom: boolean) => {
    const { groupSocial } = config
    const settings = { ...groupSocial, decision: { ...groupSocial.decision, sharedInRoom } }
    let judged = 0
    const trace = (line: object): void => {
      const { gate, tokens = 0 } = line as { gate?: string; tokens?: number }
      if (gate === 'decide' || gate === 'rejudge') judged += tokens
    }
    const of = { bots: 3, people: 4, minutes: 10, seed: 5, pace: 'colleague', rooms: 12 } as const
    const figures = await playParty({ ...config, groupSocial: settings }, of, { trace })
    return { judged, ...figures }
  }
  const [shared, apart] = [await played(true), await played(false)]
  expect(shared.judged / apart.judged).toBeLessThan(0.5)
  expect(shared.questions).toEqual(apart.questions)
  expect(shared.overlaps.questions).toBe(0)
  expect((shared.waits.median ?? Infinity) / (apart.waits.median ?? 0)).toBeLessThan(1.05)
})
