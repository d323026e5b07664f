// What a store full of passivated groups costs: at start, in memory, and per message with random access.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startServiceProcess } from '../crash/service-process.ts'
import { heapFlags } from '../heap-flags.ts'
import { median, report } from './figures.ts'
import { type Fleet, makeFleet, messageCost, quietAt } from './group-fleet.ts'
import { residentMb } from './process-figures.ts'

const quick = process.argv.includes('--quick')
const rounds = quick ? 2 : 5
const messages = quick ? 200 : 1_000
const many = quick ? 10_000 : 100_000
const few = 100
const year = 365 * 24 * 3_600_000
const run = promisify(execFile)
const busyHost = fileURLToPath(new URL('busy-host.ts', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'chime-bench-'))
try {
  const large = makeFleet(join(folder, 'many'), many)
  const small = makeFleet(join(folder, 'few'), few)
  const start = { large: [] as Start[], small: [] as Start[] }
  for (let round = 0; round < rounds; round += 1) {
    // oxlint-disable no-await-in-loop -- one after the other, so that they do not disturb each other
    start.large.push(await startOf(large))
    start.small.push(await startOf(small))
    // oxlint-enable no-await-in-loop
  }
  const busy = { large: await busyMb(large), small: await busyMb(small) }
  const [hostOfLarge, hostOfSmall] = [large, small].map((fleet) =>
    messageCost(fleet, { messages, hotActors: 1, startAt: quietAt + year }),
  )
  const cpu = { large: [] as number[], small: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    cpu.large.push(hostOfLarge?.() ?? Number.NaN)
    cpu.small.push(hostOfSmall?.() ?? Number.NaN)
  }
  const against = `the same with ${few} groups`
  const of = (key: keyof Start) => ({
    value: median(start.large.map((s) => s[key])),
    baseline: median(start.small.map((s) => s[key])),
    against,
  })
  report([
    { name: 'manyGroupsCount', value: many, baseline: few, against: 'the small store' },
    { name: 'manyGroupsStartSeconds', ...of('seconds'), aim: { of: 'value', atMost: 2 } },
    { name: 'manyGroupsIdleResidentMb', ...of('mb'), aim: { of: 'value', atMost: 250 } },
    {
      name: 'manyGroupsBusyResidentMb',
      value: busy.large,
      baseline: busy.small,
      against,
      aim: { of: 'value', atMost: 250 },
    },
    {
      name: 'manyGroupsCpuUsPerMessage',
      value: median(cpu.large),
      baseline: median(cpu.small),
      against,
      aim: { of: 'ratio', atMost: 1.3 },
    },
  ])
} finally {
  rmSync(folder, { recursive: true })
}

interface Start {
  seconds: number
  mb: number
}

async function startOf({ folder: home }: Fleet): Promise<Start> {
  const service = await startServiceProcess({ config: join(home, 'chime.yaml'), folder: home })
  try {
    return { seconds: service.readyMs / 1_000, mb: residentMb(service.pid) }
  } finally {
    await service.stop()
  }
}

/** Resident memory of a host in a process of its own, started like bin/chime.mjs starts one, after messages to random groups. */
async function busyMb({ groups, folder: home }: Fleet): Promise<number> {
  const { stdout } = await run(process.execPath, [...heapFlags, busyHost, home, String(groups), String(5 * messages)])
  return Number(stdout)
}
