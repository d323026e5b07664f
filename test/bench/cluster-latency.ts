// `node test/bench/cluster-latency.ts`: how long a mention waits for its reply beyond the human pause, in a cluster and in one process.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServiceProcess } from '../crash/service-process.ts'
import { mustSay, sayIn } from '../world/posting.ts'
import { startBenchCluster, tell } from './bench-cluster.ts'
import { median, quantile, report } from './figures.ts'
import { mentionConfig, openReplies, promptModel } from './mention-world.ts'

const quick = process.argv.includes('--quick')
const asked = quick ? 20 : 200
const warmUp = quick ? 5 : 20
/** Of a reply to be in the room, and on every page. */
const longestMs = 20_000

interface Place {
  pages: readonly string[]
  stop: () => Promise<unknown>
}

/** ms. */
interface Waits {
  /** Until the reply stood on the first page. */
  replied: number[]
  /** Until it stood on the page where it was asked for. */
  shown: number[]
  /** Of a post into a room without bots. */
  bare: number[]
}

const model = await promptModel()
const config = mentionConfig(model.baseUrl)
try {
  // One after the other, so that they do not disturb each other.
  const embedded = await waits('one process', startEmbedded)
  const small = await waits('1 node and 1 worker', () => startPlace(1, 1))
  const large = await waits('3 nodes and 3 workers', () => startPlace(3, 3))
  report([...figuresOf('Embedded', embedded), ...figuresOf('OneWorker', small), ...figuresOf('ThreeWorkers', large)])

  function figuresOf(name: string, { replied, shown, bare }: Waits) {
    const against = 'a post to a room without bots'
    const isCluster = name !== 'Embedded'
    return [
      {
        name: `mentionToReply${name}MedianMs`,
        value: median(replied),
        baseline: median(bare),
        against,
        aim: { of: 'value' as const, atMost: isCluster ? 60 : 20 },
      },
      { name: `mentionToReply${name}P95Ms`, value: quantile(replied, 0.95), baseline: quantile(bare, 0.95), against },
      ...(isCluster
        ? [
            {
              name: `mentionToReply${name}BesideOneProcessMedianMs`,
              value: median(replied),
              baseline: median(embedded.replied),
              against: 'one process with the same configuration',
            },
            {
              name: `mentionToShown${name}MedianMs`,
              value: median(shown),
              baseline: median(replied),
              against: 'the first page that shows it',
            },
          ]
        : []),
    ]
  }
} finally {
  await model.stop()
}

/** A page is served before all behind it runs. */
async function untilTaken(page: string): Promise<void> {
  const end = performance.now() + longestMs
  // oxlint-disable-next-line no-await-in-loop -- again and again
  while (!(await sayIn(page, 'empty', { name: 'Mia', text: 'Is anybody there?' })).ok) {
    if (performance.now() > end) throw new Error(`nothing is taken at ${page} after ${longestMs} ms`)
    // oxlint-disable-next-line no-await-in-loop -- again and again
    await wait(200)
  }
}

async function waits(name: string, start: () => Promise<Place>): Promise<Waits> {
  const { pages, stop } = await start()
  const found: Waits = { replied: [], shown: [], bare: [] }
  const streams = await Promise.all(pages.map((page) => openReplies(`${page}/api/rooms/desk/stream`)))
  try {
    await Promise.all(pages.map(untilTaken))
    for (let n = 1; n <= asked + warmUp; n += 1) {
      const own = n % pages.length
      const page = pages[own] ?? ''
      // oxlint-disable no-await-in-loop -- one question after the other
      const started = performance.now()
      const since = (): number => performance.now() - started
      const arrivals = streams.map((stream) => stream.until(n).then(since))
      await mustSay(page, 'desk', { name: 'Mia', text: `Ada, question ${n}?` })
      const late = wait(longestMs, undefined, { ref: false }).then(() => {
        throw new Error(`${name}: question ${n} has no reply on every page after ${longestMs} ms`)
      })
      late.catch(() => undefined)
      const arrived = await Promise.race([Promise.all(arrivals), late])
      const begun = performance.now()
      await mustSay(page, 'empty', { name: 'Mia', text: `Remark ${n}.` })
      const bare = performance.now() - begun
      // oxlint-enable no-await-in-loop
      if (n <= warmUp) continue
      found.replied.push(Math.min(...arrived))
      found.shown.push(arrived[own] ?? Number.NaN)
      found.bare.push(bare)
    }
    tell(`${name}: ${median(found.replied).toFixed(1)} ms, ${median(found.shown).toFixed(1)} on the same page`)
    return found
  } finally {
    for (const stream of streams) stream.close()
    await stop()
  }
}

async function startEmbedded(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'chime-bench-'))
  const file = join(folder, 'chime.yaml')
  writeFileSync(file, JSON.stringify(config))
  const { url, stop } = await startServiceProcess({ config: file, folder })
  return {
    pages: [url],
    async stop() {
      await stop()
      rmSync(folder, { recursive: true })
    },
  }
}

async function startPlace(nodes: number, workers: number): Promise<Place> {
  const { workers: all, stop } = await startBenchCluster({ nodes, workers, config })
  return { pages: all.pages, stop }
}
