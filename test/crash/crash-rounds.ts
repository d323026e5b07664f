// Kills the service at chosen moments, starts it again, and holds it to its promises (S5, R10, U4).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '../../src/channels/plugins.ts'
import { settingsFor } from '../../src/config/config.ts'
import { aim, type Target, targets } from './aim.ts'
import { startChatter } from './chatter.ts'
import { type Evidence, evidenceAfterKill, type TimerOutcomes, timerOutcomes } from './evidence.ts'
import { makeMoves, moveText } from './clock-moves.ts'
import { type ClockShift, shiftVariable } from './probe-contract.ts'
import { brokenPromises } from './promises.ts'
import { faults as allFaults, plainFaults, startProvider } from './provider.ts'
import { untilQuiet } from './quiet.ts'
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
  /** The clocks move while the service runs and while it is down. */
  jumps?: boolean
  /** The provider fails in every way that costs money, and bills strangely. */
  faults?: boolean
  progress: (line: string) => void
}

const rooms = ['den', 'hall']
const bots = ['Ada', 'Lin']
const quietTimeoutMs = 30_000
const probe = fileURLToPath(new URL('probe.ts', import.meta.url))

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

export async function crashRounds({
  rounds,
  seed,
  jumps = false,
  faults = false,
  progress,
}: Options): Promise<Crashes> {
  const random = seeded(seed)
  const folder = mkdtempSync(join(tmpdir(), 'chime-crash-'))
  const path = join(folder, 'chime.sqlite')
  const config = join(folder, 'chime.yaml')
  const provider = await startProvider({
    seed,
    latencyMs: [50, 400],
    wantShare: 0.8,
    faultShare: faults ? 0.3 : 0.18,
    kinds: faults ? allFaults : plainFaults,
  })
  writeFileSync(config, JSON.stringify(configFor(provider.baseUrl)))
  const chatter = startChatter({ rooms, bots, random: seeded(seed + 1) })
  const crashes: Crashes = {
    during: { timer: 0, call: 0, reply: 0, posted: 0, intake: 0 },
    timers: { kept: 0, fired: 0, left: 0 },
    messages: 0,
    problems: [],
  }
  const shift: ClockShift = { setMs: 0, sleptMs: 0 }
  const nextMove = makeMoves(seeded(seed + 2))
  /** The service's time goes on while the machine sleeps, and heeds no setting of the clock. */
  const now = (): number => Date.now() + shift.sleptMs
  let reservedAtKills = 0
  let service: ServiceProcess | undefined

  function moveClocks(share: number): string[] {
    if (!jumps || !random.chance(share)) return []
    const move = nextMove()
    shift.setMs += move.setMs
    shift.sleptMs += move.sleptMs
    return moveText(move)
  }

  const start = (): Promise<ServiceProcess> =>
    startServiceProcess({
      config,
      folder,
      ...(jumps && {
        execArgv: ['--import', probe],
        env: { [shiftVariable]: JSON.stringify(shift) },
        told: () => undefined,
      }),
    })

  try {
    service = await start()
    for (let round = 1; round <= rounds; round += 1) {
      const target = targets[(round - 1) % targets.length] as Target
      chatter.sendTo(service.url)
      // oxlint-disable no-await-in-loop -- one crash after the other is the point
      const { pid, kill, tell } = service
      const moved = moveClocks(0.3)
      tell(shift)
      await aim({ path, target, random, now, strike: () => process.kill(pid, 'SIGKILL') })
      await kill()
      chatter.sendTo(undefined)
      const found = evidenceAfterKill(path)
      reservedAtKills += found.held
      moved.push(...moveClocks(0.5))
      service = await start()
      const outcomes = await timerOutcomes(path, found, now())
      // oxlint-enable no-await-in-loop
      note(crashes, found, outcomes)
      progress([roundLine(round, target, found, outcomes, service), ...moved].join(' · '))
    }
    chatter.sendTo(service.url)
    provider.setFaultShare(0)
    await chatter.finish()
    const unquiet = await untilQuiet(path, quietTimeoutMs)
    crashes.problems.push(...unquiet.map((what) => `${what} after ${quietTimeoutMs} ms of quiet`))
    crashes.messages = chatter.acknowledged.length
    const settings = loadConfig({ file: config, env: {}, cwd: folder })
    const world = { url: service.url, path, rooms, bots: bots.map((name) => name.toLowerCase()) }
    const settingsOf = (group: string) => settingsFor(settings, group)
    crashes.problems.push(
      ...(await brokenPromises({
        ...world,
        settingsOf,
        acknowledged: chatter.acknowledged,
        provider: provider.figures(),
        reservedAtKills,
      })),
    )
    const code = await service.stop()
    if (code !== 0) crashes.problems.push(`the service stopped with code ${code}`)
    return crashes
  } finally {
    chatter.abandon()
    await service?.kill()
    await provider.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function note({ during, timers, problems }: Crashes, found: Evidence, outcomes: TimerOutcomes): void {
  for (const name of names) if (moments[name](found) > 0) during[name] += 1
  timers.kept += outcomes.kept
  timers.fired += outcomes.fired
  timers.left += outcomes.left
  problems.push(...outcomes.problems)
}

function roundLine(
  round: number,
  target: Target,
  found: Evidence,
  outcomes: TimerOutcomes,
  { readyMs }: ServiceProcess,
): string {
  const { kept, fired, left, problems } = outcomes
  return [
    `round ${round}, aimed at ${target}: found ${names.map((name) => `${name} ${moments[name](found)}`).join(', ')}`,
    `back after ${Math.round(readyMs)} ms`,
    `timers ${kept} kept, ${fired} fired late, ${left} left`,
    ...problems,
  ].join(' · ')
}

/** Everything in a hurry, and budgets that are wide but not endless. */
/** No group's budget stands in the way. */
export const ampleLimits = {
  shortWindow: { maxMessages: 2_000, maxTokens: 2_000_000 },
  mediumWindow: { maxMessages: 3_000, maxTokens: 3_000_000 },
  longWindow: { maxMessages: 4_000, maxTokens: 4_000_000 },
}

const configFor = (baseUrl: string) => ({
  // The call for everyday words is booked, but no group's: it has no verdict.
  bots: bots.map((name) => ({
    name,
    role: 'tester',
    problemWords: false,
    limits: { dailyMessages: 5_000, dailyTokens: 5_000_000 },
  })),
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
    limits: ampleLimits,
    // A slow draft outlasts a restart: its due time must be the same afterwards.
    delay: { fastMs: [100, 200], normalMs: [150, 400], slowMs: [1_500, 2_500] },
    // What no judgement is worth waits until it expires; the end of the test waits for that.
    delivery: { backoffMs: 100, timeoutMs: 2_000, expiryMs: 15_000 },
    style: { maxSimilarity: 1 },
    memory: { modelTimeoutMs: 1_500, backoffMs: 500 },
  },
  channels: { web: { port: 0, rooms: rooms.map((id) => ({ id, bots: bots.map((name) => name.toLowerCase()) })) } },
})
