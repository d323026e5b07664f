// `chime migrate`: all rooms from the store of one machine into a cluster, or back.
import { existsSync } from 'node:fs'
import { pino } from 'pino'
import type { Moving } from '../host/moving/there.ts'
import { differences, kinds, type Tallies } from '../host/moving/tally.ts'
import { openMemoryStore } from '../store/memory.ts'
import { openMcpPins } from '../store/mcp-pins.ts'
import { openTopicStore } from '../store/topics.ts'
import { openWordStore } from '../store/profile-words.ts'
import { openDatabase, type Store } from '../store/database.ts'
import { InputError } from '../terminal/failure.ts'
import { tableLines } from '../terminal/table.ts'

export interface MigrateOptions {
  from: string
  to: string
  restate: string[]
  restateAdmin: string
  store: string
  workerPort: number
  workerUrl?: string
  giveUp: boolean
  json: boolean
}

const cluster = 'cluster'
const toldEveryMs = 2_000

export async function migrate(options: MigrateOptions): Promise<void> {
  const { from, to, restate, restateAdmin, store, workerPort, workerUrl } = options
  if ((from === cluster) === (to === cluster))
    throw new InputError('one of --from and --to is a file, and the other one the word cluster')
  const isOut = to === cluster
  const path = isOut ? from : to
  if (isOut && !existsSync(path))
    throw new InputError(`there is no store at ${path}: name that of the service with --from`)
  const { openCluster, moveThere, moveBack, sealThere, sealBack, giveUpThere, giveUpBack } = await parts()
  using db = openDatabase(path)
  makeTables(db)
  const lost = new AbortController()
  const worker = { port: workerPort, ...(workerUrl !== undefined && { url: workerUrl }) }
  const opened = await openCluster({ ingress: restate, admin: restateAdmin, store, worker }, toldOnStderr(), (why) =>
    lost.abort(new Error(`${why}: run it again, and it goes on`)),
  )
  try {
    if (options.giveUp) {
      await (isOut ? giveUpThere : giveUpBack)({ db, cluster: opened })
      process.stderr.write(
        `given up: the rooms live on in ${from}. ${isOut ? 'Empty the database and the Restate of the cluster before you use them' : `Remove ${to}`}\n`,
      )
      return
    }
    const given: Moving = { db, cluster: opened, progress: progressTeller(), signal: lost.signal, now: Date.now }
    const { before, after } = await (isOut ? moveThere(given) : moveBack(given))
    const different = differences(before, after)
    print(options, before, after)
    if (different.length > 0) {
      process.stderr.write(
        `chime: ${different.join(', ')} ${different.length === 1 ? 'is' : 'are'} not the same on both sides: the rooms are whole in ${from}, so add --give-up to go on there, and report this with the table above\n`,
      )
      process.exitCode = 1
      return
    }
    await (isOut ? sealThere(given) : sealBack(given))
    process.stderr.write(
      isOut
        ? `moved. Start workers, each with a CHIME_DATA of its own: chime serve --host restate --restate ${restate.join(',')} --store …\n`
        : `moved. Start the service on ${path}: what was under way is told as interrupted or done again, as after a crash\n`,
    )
  } finally {
    await opened.close()
  }
}

/** Standard output is for the table. */
const toldOnStderr = () => pino({ level: 'warn', base: null }, { write: (line) => void process.stderr.write(line) })

/** Those that a part of the service makes itself: what moves has a place to go. */
function makeTables(db: Store): void {
  openMemoryStore(db)
  openMcpPins(db)
  openTopicStore(db)
  openWordStore(db)
}

function print({ from, to, json }: MigrateOptions, before: Tallies, after: Tallies): void {
  if (json) {
    process.stdout.write(`${JSON.stringify({ from: before, to: after })}\n`)
    return
  }
  const rows = kinds.map((kind) => {
    const [a, b] = [before[kind], after[kind]]
    const isSame = a.count === b.count && a.hash === b.hash
    return [
      kind,
      String(a.count),
      String(b.count),
      isSame ? 'equal' : 'DIFFERENT',
      isSame ? a.hash : `${a.hash} ${b.hash}`,
    ]
  })
  process.stdout.write(`${tableLines([['', from, to, 'hashes', ''], ...rows]).join('\n')}\n`)
}

/** A line now and then: how many, how fast, and how long yet. */
function progressTeller(): Moving['progress'] {
  let told = -Infinity
  let begun: { what: string; at: number; done: number } | undefined
  return (what, done, of) => {
    const now = performance.now()
    if (begun?.what !== what) begun = { what, at: now, done }
    if (done < of && now - told < toldEveryMs) return
    told = now
    const perSecond = ((done - begun.done) * 1_000) / Math.max(1, now - begun.at)
    const left =
      perSecond > 0 ? ` · ${perSecond.toFixed(0)} rooms/s · ${Math.ceil((of - done) / perSecond)} s left` : ''
    process.stderr.write(`${what}: ${done} of ${of} rooms${left}\n`)
  }
}

/** The packages of a cluster are no part of a plain install. */
async function parts() {
  try {
    const [{ openCluster }, { moveThere, sealThere, giveUpThere }, { moveBack, sealBack, giveUpBack }] =
      await Promise.all([
        import('../host/moving/cluster.ts'),
        import('../host/moving/there.ts'),
        import('../host/moving/back.ts'),
      ])
    return { openCluster, moveThere, moveBack, sealThere, sealBack, giveUpThere, giveUpBack }
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new Error("a cluster's packages are not installed: run `npm run cluster:install`, then run it again", {
      cause,
    })
  }
}
