// The soak itself: a real service under steady load, killed and its clock moved on the way, measured every second.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { moveText } from '../crash/clock-moves.ts'
import { untilQuiet } from '../crash/quiet.ts'
import { seeded } from '../crash/seeded.ts'
import { type Incident, incidentsOf } from './course.ts'
import { checkStore, type Check } from './end-checks.ts'
import { keepAwake, wakingFactor } from '../awake.ts'
import { type LoadOptions, nextLine, soakConfig } from './load.ts'
import { type Provider, type ProviderFigures, startProvider } from '../crash/provider.ts'
import type { Sample } from './samples.ts'
import { makeSoakedService } from './soaked-service.ts'
import { startTraffic } from './traffic.ts'

export interface SoakOptions extends LoadOptions {
  minutes: number
  /** Posts a second. */
  rate: number
  kills: number
  jumps: number
  /** Share of the model calls that go wrong. */
  faults: number
  /**
   * Unless 0: the store keeps a day, and a day lies between a first part and a second one, which removes what the first
   * wrote: with 1 as fast as it writes itself, with more so many times as fast.
   */
  prune: number
  seed: number
  latencyMs: readonly [least: number, most: number]
  /** Of figures and slopes: nothing is measured before, s. */
  warmUpS: number
  /** Folder for CPU profiles of the service. */
  profile?: string
  /** The processors do not sleep meanwhile. */
  awake?: boolean
}

export interface SoakResult {
  /** How often as much CPU time work took after a rest as in one go, on this machine, before the load. */
  wakingFactor: number
  samples: Sample[]
  /** ms of every post acknowledged after the warm-up, ascending. */
  latencies: number[]
  acknowledged: number
  failedTries: Record<string, number>
  incidents: (Incident & { readyMs?: number })[]
  provider: ProviderFigures
  /** Tokens held when the service was killed, for calls that may or may not have been served. */
  reservedAtKills: number
  /** File of the store once it is closed. */
  storeMb: number
  checks: Check[]
}

interface Watching {
  progress: (line: string) => void
  signal: AbortSignal
}

const everyMs = 1_000
const dayMs = 24 * 3_600_000
const timeoutMs = 60_000
const toldEverySeconds = 10
const settledMs = 8_000

/** Rejects when `signal` aborts; nothing that it started outlives it. */
export async function runSoak(options: SoakOptions, { progress, signal }: Watching): Promise<SoakResult> {
  const { minutes, rate, seed, kills, jumps, faults, prune, latencyMs, profile } = options
  const random = seeded(seed)
  const kept = options.awake ? keepAwake() : undefined
  const folder = mkdtempSync(join(tmpdir(), 'chime-soak-'))
  if (profile !== undefined) mkdirSync(profile, { recursive: true })
  const provider = await startProvider({ seed: seed + 1, latencyMs, faultShare: faults })
  const traffic = startTraffic({ rate, next: (n) => nextLine(n, options, random) })
  const totalMs = minutes * 60_000
  const retainDays = prune > 0 ? 1 : 30
  const config = join(folder, 'chime.yaml')
  writeFileSync(config, JSON.stringify(soakConfig({ ...options, retainDays }, provider.baseUrl)))
  const service = makeSoakedService({
    config,
    folder,
    traffic,
    retainDays,
    movesClocks: jumps > 0 || prune > 0,
    profile,
  })
  const incidents: SoakResult['incidents'] = incidentsOf({ kills, jumps, totalMs, random: seeded(seed + 2) })
  const result = { wakingFactor: 1, samples: [] as Sample[], latencies: [] as number[], reservedAtKills: 0 }
  const changeMs = (totalMs * prune) / (prune + 1)
  /** The machine is off so long between the parts: then what the first wrote is old at once, or as its time comes. */
  const gapMs = prune > 1 ? dayMs : dayMs - changeMs
  let firstKept = 0

  async function meet(incident: (typeof incidents)[number]): Promise<void> {
    if (incident.kind === 'jump') return service.moveClocks(incident)
    result.reservedAtKills += await service.kill()
    service.moveClocks(incident)
    incident.readyMs = await service.start()
  }

  async function live(): Promise<void> {
    const started = performance.now()
    const since = (): number => performance.now() - started
    const coming = [...incidents]
    let isFirstDay = prune > 0
    for (let tick = 1; since() < totalMs;) {
      const next = Math.min(tick * everyMs, coming[0]?.atMs ?? Infinity)
      // oxlint-disable no-await-in-loop -- second after second
      await wait(Math.max(0, next - since()), undefined, { signal })
      if (isFirstDay && since() >= changeMs) {
        isFirstDay = false
        result.reservedAtKills += await service.stop()
        service.moveClocks({ setMs: 0, sleptMs: gapMs })
        await service.start()
      }
      const incident = coming[0]
      if (incident && since() >= incident.atMs) {
        coming.shift()
        await meet(incident)
        progress(`${Math.round(since() / 1_000)} s: ${incidentText(incident)}`)
      }
      // oxlint-enable no-await-in-loop
      if (since() < tick * everyMs) continue
      measure(since() / 1_000, since() - tick * everyMs)
      // What was said around the change of days is removed at the very end.
      if (prune > 0 && since() < changeMs + settledMs) firstKept = traffic.acknowledged.length
      tick = Math.floor(since() / everyMs) + 1
    }
  }

  function measure(at: number, harnessLagMs: number): void {
    const { sample, latencies } = service.sample(at, harnessLagMs)
    result.samples.push(sample)
    if (at > options.warmUpS) result.latencies.push(...latencies)
    if (result.samples.length % toldEverySeconds === 0)
      progress(progressText(sample, traffic.acknowledged.length, provider))
  }

  try {
    result.wakingFactor = await wakingFactor()
    await service.start()
    progress(`the service is up as process ${service.pid()}, its store is ${service.path}`)
    await live()
    provider.setFaultShare(0)
    const checks = [...(await ending())]
    result.latencies.sort((a, b) => a - b)
    return {
      ...result,
      acknowledged: traffic.acknowledged.length,
      failedTries: traffic.failedTries(),
      incidents,
      provider: provider.figures(),
      storeMb: statSync(service.path).size / (1_024 * 1_024),
      checks,
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    traffic.abandon()
    await service.end()
    await provider.stop()
    kept?.end()
    rmSync(folder, { recursive: true, force: true })
  }

  /** Everything said is acknowledged, everything pending ends, the service stops: then the store is read. */
  async function ending(): Promise<Check[]> {
    const late = wait(timeoutMs, 'late' as const, { ref: false })
    const isLate = (await Promise.race([traffic.finish(), late])) === 'late'
    const unquiet = await untilQuiet(service.path, timeoutMs, signal)
    const health = await service.health()
    const code = (await service.stop(), service.exitCode())
    return [
      { name: 'every post is acknowledged in the end', problems: isLate ? [`${traffic.waiting()} are not`] : [] },
      { name: 'nothing stays pending', problems: unquiet },
      {
        name: 'the service is well and stops when asked',
        problems: [...health, ...(code === 0 ? [] : [`it ended with ${code}`])],
      },
      ...checkStore({
        path: service.path,
        load: options,
        acknowledged: traffic.acknowledged.slice(firstKept),
        provider: provider.figures(),
        reservedAtKills: result.reservedAtKills,
        isPruned: prune > 0,
      }),
    ]
  }
}

const incidentText = (incident: SoakResult['incidents'][number]): string =>
  [
    ...(incident.kind === 'kill' ? [`killed, back after ${Math.round(incident.readyMs ?? 0)} ms`] : []),
    ...moveText(incident),
  ].join(', ')

function progressText(sample: Sample, acknowledged: number, provider: Provider): string {
  const { at, postMedianMs = Number.NaN, postP99Ms = Number.NaN, posts, cpuMs, rssMb, walMb, usedMb } = sample
  const calls = provider.figures().calls / Math.max(1, acknowledged)
  return [
    `${Math.round(at)} s: ${acknowledged} acknowledged, ${posts}/s`,
    `${calls.toFixed(2)} calls a message`,
    `post ${postMedianMs.toFixed(1)}, ${postP99Ms.toFixed(1)} ms`,
    `CPU ${(cpuMs / Math.max(1, posts)).toFixed(1)} ms a message`,
    `RSS ${rssMb.toFixed(0)} MB · WAL ${walMb.toFixed(1)} MB · store ${usedMb.toFixed(1)} MB`,
  ].join(' · ')
}
