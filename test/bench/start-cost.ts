// What it costs to start the service with the built-in demo and with 2 000 bots, and to keep it running idle.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServiceProcess } from '../crash/service-process.ts'
import { median, report } from './figures.ts'
import { cpuSeconds, residentMb } from './process-figures.ts'

const quick = process.argv.includes('--quick')
const rounds = quick ? 1 : 5
const idleMs = 3_000
const manyBots = 2_000
const against = 'a Node process that does nothing'

interface Cost {
  cpu: number
  wall: number
  mb: number
}

const full: Cost[] = []
const bare: Cost[] = []
for (let round = 0; round < rounds; round += 1) {
  // oxlint-disable no-await-in-loop -- one after the other, so that they do not disturb each other
  full.push(await serviceCost())
  bare.push(await bareCost())
  // oxlint-enable no-await-in-loop
}
const figure = (of: keyof Cost) => ({
  value: median(full.map((c) => c[of])),
  baseline: median(bare.map((c) => c[of])),
  against,
})
const many = await manyBotsCost()
report([
  { name: 'startCpuSeconds', ...figure('cpu'), aim: { of: 'value', atMost: 1.4 } },
  { name: 'startWallSeconds', ...figure('wall') },
  { name: 'idleResidentMb', ...figure('mb'), aim: { of: 'value', atMost: 160 } },
  {
    name: 'manyBotsStartCpuSeconds',
    value: many.cpu,
    baseline: median(full.map(({ cpu }) => cpu)),
    against: `${manyBots} bots, two a room, beside the demo's two`,
    aim: { of: 'value', atMost: 5 },
  },
  {
    name: 'manyBotsStartWallSeconds',
    value: many.wall,
    baseline: median(full.map(({ wall }) => wall)),
    against: `${manyBots} bots, two a room, beside the demo's two`,
    aim: { of: 'value', atMost: 5 },
  },
])

async function serviceCost(): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), 'chime-bench-'))
  const config = join(folder, 'chime.yaml')
  writeFileSync(config, 'channels: { web: { port: 0 } }\n')
  const service = await startServiceProcess({ config, folder })
  try {
    const cpu = cpuSeconds(service.pid)
    await wait(idleMs)
    return { cpu, wall: service.readyMs / 1_000, mb: residentMb(service.pid) }
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true })
  }
}

/** Seconds until the service listens. */
async function manyBotsCost(): Promise<{ cpu: number; wall: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'chime-bench-'))
  const config = join(folder, 'chime.yaml')
  const bots = Array.from({ length: manyBots }, (_, n) => ({
    id: `bot${n}`,
    name: `Bot${n}x`,
    role: `colleague ${n}`,
    expertise: `topic${n}, papers, statistics, experiments, data; 论文、文献${n}`,
  }))
  const rooms = Array.from({ length: manyBots / 2 }, (_, n) => ({
    id: `room${n}`,
    bots: [`bot${2 * n}`, `bot${2 * n + 1}`],
  }))
  writeFileSync(config, JSON.stringify({ bots, channels: { web: { port: 0, rooms } } }))
  const service = await startServiceProcess({ config, folder })
  try {
    return { cpu: cpuSeconds(service.pid), wall: service.readyMs / 1_000 }
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true })
  }
}

async function bareCost(): Promise<Cost> {
  const started = performance.now()
  const child = spawn(process.execPath, ['-e', 'console.log(0); setInterval(() => 0, 1000)'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await once(child.stdout, 'data')
    const pid = child.pid as number
    return { cpu: cpuSeconds(pid), wall: (performance.now() - started) / 1_000, mb: residentMb(pid) }
  } finally {
    child.kill()
    await once(child, 'close')
  }
}
