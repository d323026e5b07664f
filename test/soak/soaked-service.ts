// The service under test through all its lives: started with the probe, killed, its clock moved, never left behind.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ServiceProcess, startServiceProcess } from '../crash/service-process.ts'
import { type ClockShift, type ProbeFigures, shiftVariable } from '../crash/probe-contract.ts'
import { makeSampler, type Sample, type Sampler } from './samples.ts'
import type { Traffic } from './traffic.ts'

interface Options {
  config: string
  folder: string
  traffic: Traffic
  retainDays: number
  /** The clocks are patched only where they are to be moved. */
  movesClocks: boolean
  /** Folder for CPU profiles. */
  profile: string | undefined
}

const probe = fileURLToPath(new URL('../crash/probe.ts', import.meta.url))

export function makeSoakedService({ config, folder, traffic, retainDays, movesClocks, profile }: Options) {
  const path = join(folder, 'chime.sqlite')
  let alive: { service: ServiceProcess; sampler: Sampler } | undefined
  const shift: ClockShift = { setMs: 0, sleptMs: 0 }
  let lives = 0
  let code: number | null = null

  function living(): NonNullable<typeof alive> {
    if (!alive) throw new Error('the service is not running')
    return alive
  }

  /** Returns what was held for calls under way. */
  async function leave(end: (service: ServiceProcess) => Promise<number | null>): Promise<number> {
    const { service, sampler } = living()
    alive = undefined
    traffic.sendTo(undefined)
    try {
      code = await end(service)
      return sampler.reservedTokens()
    } finally {
      sampler.close()
    }
  }

  return {
    path,
    pid: () => living().service.pid,
    /** ms until it listened. */
    async start(): Promise<number> {
      const service = await startServiceProcess({
        config,
        folder,
        execArgv: ['--import', probe, ...(profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profile])],
        ...(movesClocks && { env: { [shiftVariable]: JSON.stringify(shift) } }),
        told: (figures) => alive?.sampler.probed(figures as ProbeFigures),
      })
      lives += 1
      alive = { service, sampler: makeSampler({ pid: service.pid, path, traffic, retainDays, life: lives }) }
      traffic.sendTo(service.url)
      return service.readyMs
    },
    moveClocks({ setMs, sleptMs }: ClockShift): void {
      shift.setMs += setMs
      shift.sleptMs += sleptMs
      alive?.service.tell(shift)
    },
    sample: (at: number, harnessLagMs: number): { sample: Sample; latencies: number[] } =>
      living().sampler.take({ at, harnessLagMs, now: Date.now() + shift.sleptMs }),
    async health(): Promise<string[]> {
      const said = await (await fetch(`${living().service.url}/health`)).json()
      const { status, halted, jobs } = said as { status?: string; halted?: number; jobs?: number }
      return status === 'ok' && halted === 0 && jobs === 0 ? [] : [`/health says ${JSON.stringify(said)}`]
    },
    kill: () => leave(async (service) => (await service.kill(), null)),
    stop: () => leave((service) => service.stop()),
    exitCode: () => code,
    /** However it stands. */
    async end(): Promise<void> {
      const left = alive
      alive = undefined
      left?.sampler.close()
      await left?.service.kill()
    },
  }
}
