// `node test/bench/idle-rooms.ts --rooms 100000`: what rooms take in which nobody talks, and what they cost those in which somebody does.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Cpu } from '../cluster/cluster-state.ts'
import { tell } from './bench-cluster.ts'
import { median, report } from './figures.ts'
import { fill, idleCpu, makeFleet, messageCost, type MessageCost, restart, type Sizes, sizesOf } from './idle-fleet.ts'
import { residentMb } from './process-figures.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rooms: { type: 'string' },
    /** Of the cluster beside it. */
    few: { type: 'string' },
  },
})
const rooms = Number(values.rooms ?? (values.quick ? 2_000 : 100_000))
const fewRooms = Number(values.few ?? (values.quick ? 200 : 1_000))
const [rounds, messages, idleSeconds] = values.quick ? [2, 60, 5] : [5, 300, 30]

const few = await makeFleet(fewRooms)
try {
  const many = await makeFleet(rooms)
  try {
    const bare = { few: await sizesOf(few), many: await sizesOf(many) }
    const started = performance.now()
    await fill(few, fewRooms)
    await fill(many, fewRooms)
    const fillSeconds = (performance.now() - started) / 1_000
    tell(`${rooms} rooms in ${fillSeconds.toFixed(0)} s`)
    // What a node has in memory goes to its disk.
    await Promise.all([few.cluster.restartNode(), many.cluster.restartNode()])
    const [fewSizes, manySizes] = [await sizesOf(few, bare.few), await sizesOf(many, bare.many)]
    tell(JSON.stringify({ fewSizes, manySizes }))
    const [fewIdle, manyIdle] = [await idleCpu(few, idleSeconds), await idleCpu(many, idleSeconds)]

    // In turns, so that other load on the machine meets both.
    const [toFew, toMany] = [messageCost(few, fewIdle, 1), messageCost(many, manyIdle, 2)]
    const found: Record<'few' | 'many', MessageCost[]> = { few: [], many: [] }
    for (let round = 0; round <= rounds; round += 1) {
      // oxlint-disable no-await-in-loop -- one block after the other
      const [a, b] = [await toFew(messages), await toMany(messages)]
      // oxlint-enable no-await-in-loop
      tell(`a message among ${fewRooms}: ${told(a)}; among ${rooms}: ${told(b)}`)
      // The first one is for code to get warm.
      if (round === 0) continue
      found.few.push(a)
      found.many.push(b)
    }

    const withStore = { few: await restart(few, () => {}), many: await restart(many, () => {}) }
    const empty = { few: await restart(few, emptied(few)), many: await restart(many, emptied(many)) }
    const first = await toMany(messages, true)
    const busyMb = residentMb(many.cluster.workers.pid(0) as number)
    const nodeMb = residentMb(many.cluster.nodes.pid(0) as number)

    const against = `the same among ${fewRooms} rooms`
    const size = (name: string, part: keyof Sizes) => ({
      name: `idleRooms${name}BytesPerRoom`,
      value: manySizes[part],
      baseline: fewSizes[part],
      against,
    })
    const cost = (name: string, of: (each: MessageCost) => number, aim?: { of: 'ratio'; atMost: number }) => ({
      name: `idleRoomsMessage${name}Ms`,
      value: median(found.many.map(of)),
      baseline: median(found.few.map(of)),
      against,
      ...(aim && { aim }),
    })
    const aim = { of: 'ratio', atMost: 1.3 } as const
    report([
      size('RestateFolder', 'folder'),
      size('RestateDatabase', 'database'),
      size('RestateValue', 'values'),
      size('Postgres', 'postgres'),
      {
        name: 'idleRoomsEmptyWorkerStartMs',
        value: empty.many.readyMs,
        baseline: empty.few.readyMs,
        against,
        aim: { of: 'value', atMost: 5_000 },
      },
      {
        name: 'idleRoomsEmptyWorkerMb',
        value: empty.many.mb,
        baseline: empty.few.mb,
        against,
        aim: { of: 'value', atMost: 300 },
      },
      {
        name: 'idleRoomsKnowingWorkerStartMs',
        value: withStore.many.readyMs,
        baseline: empty.many.readyMs,
        against: 'with an empty folder',
      },
      {
        name: 'idleRoomsKnowingWorkerMb',
        value: withStore.many.mb,
        baseline: empty.many.mb,
        against: 'with an empty folder',
      },
      { name: 'idleRoomsNodeMb', value: nodeMb, baseline: residentMb(few.cluster.nodes.pid(0) as number), against },
      cost('Median', ({ latencies }) => median(latencies), aim),
      cost('WorkerAndNodeCpu', ({ cpu }) => cpu.workers + cpu.nodes, aim),
      cost('WorkerCpu', ({ cpu }) => cpu.workers),
      cost('NodeCpu', ({ cpu }) => cpu.nodes),
      cost('PostgresCpu', ({ cpu }) => cpu.postgres),
      {
        name: 'idleRoomsFirstMessageOfEmptyWorkerMedianMs',
        value: median(first.latencies),
        baseline: median(found.many.map(({ latencies }) => median(latencies))),
        against: 'rooms that the worker knows',
      },
      {
        name: 'idleRoomsFirstMessageOfEmptyWorkerCpuMs',
        value: all(first.cpu),
        baseline: median(found.many.map(({ cpu }) => all(cpu))),
        against: 'rooms that the worker knows',
      },
      { name: 'idleRoomsBusyWorkerMb', value: busyMb, baseline: empty.many.mb, against: 'before the first message' },
      {
        name: 'idleRoomsCpuMsPerSecond',
        value: 1_000 * all(manyIdle),
        baseline: 1_000 * all(fewIdle),
        against,
      },
      {
        name: 'idleRoomsMadePerSecond',
        value: rooms / fillSeconds,
        baseline: fewRooms / fillSeconds,
        against: 'those that lived, the others are copies of them',
      },
    ])
  } finally {
    await many.cluster.stop()
  }
} finally {
  await few.cluster.stop()
}

function all({ nodes, workers, postgres }: Cpu): number {
  return nodes + workers + postgres
}

function told({ latencies, cpu }: MessageCost): string {
  return `${median(latencies).toFixed(1)} ms, CPU ${all(cpu).toFixed(1)} ms`
}

function emptied({ cluster }: typeof few): () => void {
  return () => rmSync(join(cluster.folder, 'w1'), { recursive: true, force: true })
}
