// What a store full of passivated groups costs: at start, in memory, and per message with random access.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src/store/database.ts'
import { seeded } from '../crash/seeded.ts'
import { startServiceProcess } from '../crash/service-process.ts'
import { benchHost } from './bench-host.ts'
import { median, report } from './figures.ts'
import { livelyTalk } from './lively-talk.ts'
import { residentMb } from './process-figures.ts'

const quick = process.argv.includes('--quick')
const rounds = quick ? 2 : 5
const messages = quick ? 200 : 1_000
const many = quick ? 10_000 : 100_000
const few = 100
const day = 24 * 3_600_000
/** Messages are so far apart that every group has fallen quiet, and its timers have fired, before the next one. */
const gapMs = 10 * 60_000
const startAt = 1_800_000_000_000

interface Fleet {
  groups: number
  folder: string
}

const folder = mkdtempSync(join(tmpdir(), 'chime-bench-'))
try {
  const large = fleet('many', many)
  const small = fleet('few', few)
  const start = { large: [] as Start[], small: [] as Start[] }
  for (let round = 0; round < rounds; round += 1) {
    // oxlint-disable no-await-in-loop -- one after the other, so that they do not disturb each other
    start.large.push(await startOf(large))
    start.small.push(await startOf(small))
    // oxlint-enable no-await-in-loop
  }
  const [hostOfLarge, hostOfSmall] = [large, small].map(messageCost)
  const cpu = { large: [] as number[], small: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    cpu.large.push(hostOfLarge?.() ?? Number.NaN)
    cpu.small.push(hostOfSmall?.() ?? Number.NaN)
  }
  const against = `the same with ${few} groups`
  const of = (key: keyof Start) => ({ value: median(start.large.map((s) => s[key])), baseline: median(start.small.map((s) => s[key])), against })
  report([
    { name: 'manyGroupsCount', value: many, baseline: few, against: 'the small store' },
    { name: 'manyGroupsStartSeconds', ...of('seconds'), aim: { of: 'value', atMost: 2 } },
    { name: 'manyGroupsIdleResidentMb', ...of('mb'), aim: { of: 'value', atMost: 250 } },
    { name: 'manyGroupsBusyResidentMb', value: residentMb(process.pid), baseline: median(start.small.map(({ mb }) => mb)), against: 'the idle service with 100 groups', aim: { of: 'value', atMost: 250 } },
    { name: 'manyGroupsCpuUsPerMessage', value: median(cpu.large), baseline: median(cpu.small), against, aim: { of: 'ratio', atMost: 1.3 } },
  ])
} finally {
  rmSync(folder, { recursive: true })
}

/** A store of copies of one group that really lived, with what it has left behind. */
function fleet(name: string, groups: number): Fleet {
  const home = join(folder, name)
  mkdirSync(home)
  const db = openDatabase(join(home, 'chime.sqlite'))
  const { say, clock } = benchHost(db, 1, startAt - day)
  const lines = livelyTalk({ groups: 1, messages: 12, seed: 9, startAt: startAt - day })
  lines.forEach(say)
  clock.advance(startAt - 1)
  const copies = `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ${groups})`
  db.exec(`
    BEGIN;
    INSERT INTO actor (id, key, version, body, seq, at)
      ${copies} SELECT i, 'vera web:g' || (i - 1), version, body, seq, at FROM n, actor WHERE id = 1;
    INSERT INTO inbox (actor, id, at) ${copies} SELECT i, inbox.id, inbox.at FROM n, inbox WHERE actor = 1;
    INSERT INTO entry (actor, seq, at, kind, body)
      ${copies} SELECT i, entry.seq, entry.at, kind, entry.body FROM n, entry WHERE actor = 1 AND kind = 'message';
    COMMIT`)
  db.close()
  const config = join(home, 'chime.yaml')
  writeFileSync(config, 'channels: { web: { port: 0 } }\n')
  return { groups, folder: home }
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

/** CPU µs of one message to a random group and of all that follows from it, nothing kept in memory between. */
function messageCost({ groups, folder: home }: Fleet): () => number {
  const db = openDatabase(join(home, 'chime.sqlite'))
  const random = seeded(groups)
  const { say } = benchHost(db, 1, startAt)
  const [line] = livelyTalk({ groups: 1, messages: 1, seed: 4 })
  if (!line) throw new Error('there is no talk')
  let told = 0
  return () => {
    const cpu = process.cpuUsage()
    for (let n = 0; n < messages; n += 1) {
      told += 1
      say({ ...line, id: `r${told}`, ts: startAt + told * gapMs, group: `web:g${random.between(0, groups - 1)}` })
    }
    const { user, system } = process.cpuUsage(cpu)
    return (user + system) / messages
  }
}
