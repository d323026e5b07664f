// What a post costs in a room with a long past, and in one of very many rooms, beside the same post in an empty store.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServiceProcess, startServiceProcess } from '../crash/service-process.ts'
import { addPast } from '../history/long-history.ts'
import { median, quantile, report } from './figures.ts'
import { cpuSeconds } from './process-figures.ts'
import { mustSay } from '../world/posting.ts'

const quick = process.argv.includes('--quick')
const rounds = quick ? 2 : 5
const posts = quick ? 100 : 300
const warmUp = 50
const past = quick ? 30_000 : 300_000
const manyRooms = quick ? 1_000 : 10_000
const looks = quick ? 30 : 200
const day = 24 * 3_600_000

interface Place {
  service: ServiceProcess
  /** The room of the nth post. */
  room: (n: number) => string
}

const folder = mkdtempSync(join(tmpdir(), 'chime-bench-'))
const running: ServiceProcess[] = []
try {
  // One after the other, so that none is measured while another starts.
  const places = {
    empty: await placeOf('empty', 1),
    long: await placeOf('long', 1, past),
    many: await placeOf('many', manyRooms),
  }
  const cpu = { empty: [] as number[], long: [] as number[], many: [] as number[] }
  const names = ['empty', 'long', 'many'] as const
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const name of names) await post(places[name], 'w', warmUp)
  for (let round = 0; round < rounds; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- in turns, so that other load on the machine meets all of them
    for (const name of names) cpu[name].push(await costOf(places[name], `r${round}`))
  }
  const { travel, plain } = await lookBack(places.long)
  const baseline = median(cpu.empty)
  const against = 'the same post in an empty store with one room'
  report([
    {
      name: 'postIntoLongRoomCpuMs',
      value: median(cpu.long),
      baseline,
      against: `${against}; ${past} messages`,
      aim: { of: 'ratio', atMost: 1.3 },
    },
    {
      name: 'postIntoManyRoomsCpuMs',
      value: median(cpu.many),
      baseline,
      against: `${against}; ${manyRooms} rooms`,
      aim: { of: 'ratio', atMost: 1.5 },
    },
    {
      name: 'timeTravelPageMs',
      value: quantile(travel, 0.95),
      baseline: quantile(plain, 0.95),
      against: `${looks} pages of 100 recorded steps, and as many answers of /health: 95 of 100 were as fast`,
      aim: { of: 'value', atMost: 50 },
    },
  ])
} finally {
  await Promise.all(running.map((service) => service.stop()))
  rmSync(folder, { recursive: true })
}

async function placeOf(name: string, rooms: number, messages = 0): Promise<Place> {
  const home = join(folder, name)
  mkdirSync(home)
  const config = join(home, 'chime.yaml')
  const ids = Array.from({ length: rooms }, (_, i) => ({ id: `r${i}` }))
  // Everybody hears it, and nobody is moved to speak: the post alone is measured.
  const bots = [{ name: 'Ada' }, { name: 'Bob' }]
  const file = { bots, groupSocial: { policy: 'mention' }, channels: { web: { port: 0, rooms: ids } } }
  writeFileSync(config, JSON.stringify(file))
  if (messages > 0) {
    const first = await startServiceProcess({ config, folder: home })
    await post({ service: first, room: () => 'r0' }, 'first', 1)
    await first.stop()
    const now = Date.now()
    addPast(join(home, 'chime.sqlite'), { rows: messages, room: 'r0', from: now - 20 * day, until: now - 60_000 })
  }
  const service = await startServiceProcess({ config, folder: home })
  running.push(service)
  return { service, room: (n) => `r${(n * 7) % rooms}` }
}

/** ms of pages of recorded steps anywhere in a bot's past, and of an answer that reads nothing, in turns. */
async function lookBack({ service }: Place): Promise<{ travel: number[]; plain: number[] }> {
  const times = { travel: [] as number[], plain: [] as number[] }
  const timed = async (path: string): Promise<number> => {
    const started = performance.now()
    const response = await fetch(service.url + path)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${text}`)
    if (path.includes('tape') && !text.includes('"seq"')) throw new Error('this page of the past is empty')
    return performance.now() - started
  }
  for (let look = 0; look < looks; look += 1) {
    const before = 101 + ((look * 7_919) % (rounds * posts))
    // oxlint-disable no-await-in-loop -- one after the other
    times.travel.push(await timed(`/api/tape?actor=${encodeURIComponent('ada web:r0')}&before=${before}`))
    times.plain.push(await timed('/health'))
    // oxlint-enable no-await-in-loop
  }
  return times
}

/** CPU ms of a post, with all that follows from it at once. */
async function costOf(place: Place, round: string): Promise<number> {
  const before = cpuSeconds(place.service.pid)
  await post(place, round, posts)
  return ((cpuSeconds(place.service.pid) - before) * 1_000) / posts
}

async function post({ service, room }: Place, round: string, most: number): Promise<void> {
  for (let n = 0; n < most; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await mustSay(service.url, room(n), {
      name: `Mia ${n % 20}`,
      text: `Remark ${n} of ${round}, for whoever reads it.`,
    })
  }
}
