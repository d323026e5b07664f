// Kills the service at chosen moments, starts it again, and holds it to its promises (S5, R10, U4).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { loadConfig, settingsFor } from '../../src/config/config.ts'
import { openForReading } from '../../src/store/database.ts'
import { aim, type Target, targets } from './aim.ts'
import { startChatter } from './chatter.ts'
import { type Evidence, evidenceAfterKill, type TimerFates, timerFates } from './evidence.ts'
import { startHostileModel } from './hostile-model.ts'
import { brokenPromises } from './promises.ts'
import { seeded } from './seeded.ts'
import { type ServiceProcess, startServiceProcess } from './service-process.ts'

export interface Crashes {
  /** Rounds whose kill came during each of these. */
  during: { [found in keyof typeof moments]: number }
  /** Timers seen at a kill, and what became of them. */
  timers: { kept: number; fired: number; left: number }
  messages: number
  problems: string[]
}

interface Options {
  rounds: number
  seed: number
  told: (line: string) => void
}

const rooms = ['den', 'hall']
const bots = ['Ada', 'Lin']
const quietPatienceMs = 30_000

/** What a kill may cut through, counted in what it left behind. */
const moments = {
  /** Pending, but for the long one that lets vitality fall. */
  timer: ({ timers }: Evidence) => timers.filter(({ id }) => !id.includes('windowFall')).length,
  /** A model call in flight. */
  call: ({ calls }: Evidence) => calls,
  /** A reply queued and not known to be delivered. */
  reply: ({ replies }: Evidence) => replies,
  /** Such a reply that stands in the room already. */
  posted: ({ posted }: Evidence) => posted,
  /** A message that the charts have and the channel would hand in again. */
  intake: ({ halfTaken }: Evidence) => halfTaken,
}
const names = Object.keys(moments) as (keyof typeof moments)[]

export async function crashRounds({ rounds, seed, told }: Options): Promise<Crashes> {
  const random = seeded(seed)
  const folder = mkdtempSync(join(tmpdir(), 'chime-crash-'))
  const path = join(folder, 'chime.sqlite')
  const config = join(folder, 'chime.yaml')
  const model = await startHostileModel(seed)
  writeFileSync(config, JSON.stringify(configFor(model.baseUrl)))
  const chatter = startChatter({ rooms, bots, random: seeded(seed + 1) })
  const crashes: Crashes = {
    during: { timer: 0, call: 0, reply: 0, posted: 0, intake: 0 },
    timers: { kept: 0, fired: 0, left: 0 },
    messages: 0,
    problems: [],
  }
  let service: ServiceProcess | undefined
  try {
    service = await startServiceProcess({ config, folder })
    for (let round = 1; round <= rounds; round += 1) {
      const target = targets[(round - 1) % targets.length] as Target
      chatter.sendTo(service.url)
      // oxlint-disable no-await-in-loop -- one crash after the other is the point
      const { pid, kill } = service
      await aim({ path, target, random, strike: () => process.kill(pid, 'SIGKILL') })
      await kill()
      chatter.sendTo(undefined)
      const found = evidenceAfterKill(path)
      service = await startServiceProcess({ config, folder })
      const fates = await timerFates(path, found, Date.now())
      // oxlint-enable no-await-in-loop
      note(crashes, found, fates)
      told(roundLine(round, target, found, fates, service))
    }
    chatter.sendTo(service.url)
    await chatter.finish()
    await quiet(path)
    crashes.messages = chatter.acknowledged.length
    const settings = loadConfig({ file: config, env: {}, cwd: folder })
    const world = { url: service.url, path, rooms, bots: bots.map((name) => name.toLowerCase()) }
    const settingsOf = (group: string) => settingsFor(settings, group)
    crashes.problems.push(...(await brokenPromises({ ...world, settingsOf, acknowledged: chatter.acknowledged })))
    const code = await service.stop()
    if (code !== 0) crashes.problems.push(`the service stopped with code ${code}`)
    return crashes
  } finally {
    chatter.abandon()
    await service?.kill()
    await model.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function note({ during, timers, problems }: Crashes, found: Evidence, fates: TimerFates): void {
  for (const name of names) if (moments[name](found) > 0) during[name] += 1
  timers.kept += fates.kept
  timers.fired += fates.fired
  timers.left += fates.left
  problems.push(...fates.problems)
}

function roundLine(
  round: number,
  target: Target,
  found: Evidence,
  fates: TimerFates,
  { readyMs }: ServiceProcess,
): string {
  const { kept, fired, left, problems } = fates
  return [
    `round ${round}, aimed at ${target}: found ${names.map((name) => `${name} ${moments[name](found)}`).join(', ')}`,
    `back after ${Math.round(readyMs)} ms`,
    `timers ${kept} kept, ${fired} fired late, ${left} left`,
    ...problems,
  ].join(' · ')
}

/** Resolves when nothing is pending any more. */
async function quiet(path: string): Promise<void> {
  const db = openForReading(path)
  try {
    const giveUpAt = performance.now() + quietPatienceMs
    while (!isQuiet(db)) {
      if (performance.now() > giveUpAt) throw new Error(`the service is not quiet after ${quietPatienceMs} ms`)
      // oxlint-disable-next-line no-await-in-loop -- a bounded wait
      await wait(50)
    }
  } finally {
    db.close()
  }
}

const isQuiet = (db: DatabaseSync): boolean =>
  db
    .prepare(
      `SELECT 1 FROM timer WHERE id NOT LIKE '%windowFall%' UNION ALL SELECT 1 FROM job
       UNION ALL SELECT 1 FROM room_message WHERE taken = 0`,
    )
    .get() === undefined

/** Everything in a hurry, and budgets that are wide but not endless. */
const configFor = (baseUrl: string) => ({
  bots: bots.map((name) => ({ name, role: 'tester', limits: { dailyMessages: 5_000, dailyTokens: 5_000_000 } })),
  model: { provider: 'openai', baseUrl, apiKey: 'dummy', name: 'hostile' },
  limits: { dailyMessages: 5_000, dailyTokens: 5_000_000 },
  groupSocial: {
    batching: { intervalMs: 80 },
    dispatch: { cooldownMs: 300, backoffMs: 100, maxWaitMs: 1_000 },
    mentionMinIntervalMs: 100,
    decision: {
      modelTimeoutMs: 1_500,
      lullMs: 200,
      minRelevance: { DORMANT: 0.3, COOLING: 0.3, ACTIVE: 0.3, HEATED: 0.3 },
    },
    reply: { modelTimeoutMs: 1_500 },
    limits: {
      shortWindow: { maxMessages: 2_000, maxTokens: 2_000_000 },
      mediumWindow: { maxMessages: 3_000, maxTokens: 3_000_000 },
      longWindow: { maxMessages: 4_000, maxTokens: 4_000_000 },
    },
    // A slow draft outlasts a restart: its due time must be the same afterwards.
    delay: { fastMs: [100, 200], normalMs: [150, 400], slowMs: [1_500, 2_500] },
    // What no judgement is worth waits until it expires; the end of the test waits for that.
    delivery: { backoffMs: 100, timeoutMs: 2_000, expiryMs: 15_000 },
    style: { maxSimilarity: 1 },
  },
  channels: { web: { port: 0, rooms: rooms.map((id) => ({ id, bots: bots.map((name) => name.toLowerCase()) })) } },
})
