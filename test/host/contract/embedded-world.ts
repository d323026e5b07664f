// The embedded host on a store that is opened anew where its process is killed.
import type { Clock, Job, JobContext } from '../../../src/host/host.ts'
import { makeLocalHost } from '../../../src/host/local/local-host.ts'
import type { Kind, Receipt } from '../../../src/room/room.ts'
import type { TracedStep } from '../../../src/room/steps.ts'
import { openActors } from '../../../src/store/actors.ts'
import { handClock } from '../hand-clock.ts'
import { settled } from '../local-life.ts'
import { storeFile, watchStatements } from '../stores.ts'
import type { MakeWorld, World, WorldOptions } from './world.ts'

export const embeddedWorld: MakeWorld = ({ hosted, answers, afterCrash = {}, isForgetful = false, crash }) => {
  const openFile = storeFile()
  const clock = handClock()
  const steps: TracedStep[] = []
  const asked: { at: number; key: string; src: string; input: unknown }[] = []
  const ran: unknown[] = []
  const halted: string[] = []
  /** When the answers come, by what was asked: the world outside knows of no crash. */
  const coming = new Map<string, number>()
  const forget = (key: string): void => {
    for (const name of coming.keys()) if (name.startsWith(`${key} `)) coming.delete(name)
  }
  let commits = 0
  let life = begin(hosted)

  function begin(of: WorldOptions['hosted']) {
    const db = openFile()
    let isAlive = true
    let isKilled = false
    let staged: TracedStep[] = []
    const kill = (): never => {
      isKilled = true
      throw new Error('killed')
    }
    watchStatements(db, {
      BEGIN(run) {
        if (isKilled) kill()
        staged = []
        run()
      },
      COMMIT(run) {
        const isLast = crash !== undefined && commits + 1 === crash.commit
        if (isLast) commits += 1
        if (isLast && !crash.isDurable) kill()
        run()
        if (!isLast) commits += 1
        steps.push(...staged)
        for (const { key, event } of staged) if (/^xstate\.(done|error)\./.test(event.type)) forget(key)
        if (isLast) kill()
      },
    })
    const ownClock: Clock = {
      now: clock.now,
      at: (due, wake) => clock.at(due, () => (isAlive ? wake() : undefined)),
    }
    const job = (src: string): Job => ({
      afterCrash: afterCrash[src] ?? 'rerun',
      run: (input: never, { key, signal }: JobContext) =>
        new Promise((resolve, reject) => {
          ran.push(input)
          const name = `${key} ${src} ${JSON.stringify(input)}`
          if (!coming.has(name)) asked.push({ at: clock.now(), key, src, input })
          const { outcome, afterMs } = answers[src]?.(input, { key, at: clock.now() }) ?? { outcome: {}, afterMs: 0 }
          const at = coming.get(name) ?? clock.now() + afterMs
          coming.set(name, at)
          signal.addEventListener('abort', () => {
            if (isAlive) coming.delete(name)
            reject(new Error('aborted'))
          })
          ownClock.at(at, () => {
            if ('output' in outcome) resolve(outcome.output)
            else reject(Object.assign(new Error('scripted'), 'error' in outcome ? outcome.error : {}))
          })
        }),
    })
    const stamped = <K extends Kind>(kind: K) => ({ version: '1', migrations: {}, ...kind })
    const host = makeLocalHost({
      db,
      clock: ownClock,
      hosted: {
        ...stamped(of),
        jobs: Object.fromEntries(Object.keys(answers).map((src) => [src, job(src)])),
        kinds: Object.fromEntries(Object.entries(of.kinds ?? {}).map(([name, kind]) => [name, stamped(kind)])),
        ...(of.room && { room: of.room }),
      },
      record: (step) => void staged.push(step),
      halted: (key) => void halted.push(key),
      ...(isForgetful && { hotActors: 1 }),
    })
    host.start()
    return {
      db,
      host,
      isKilled: () => isKilled,
      end() {
        isAlive = false
        db.close()
      },
    }
  }

  function restart(over: Partial<WorldOptions['hosted']> = {}): void {
    life.end()
    life = begin({ ...hosted, ...over })
  }

  /** `again`: whoever handed it in does not know whether it was taken. */
  async function revived(work: () => Promise<Receipt[]>, again: boolean): Promise<Receipt[]> {
    try {
      return await work()
    } catch (error) {
      if (!life.isKilled()) throw error
      restart()
      return again ? work() : []
    }
  }

  const world: World = {
    get host() {
      return life.host
    },
    now: clock.now,
    async until(at) {
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- time passes in order
        await settled()
        if (life.isKilled()) restart()
        const next = clock.next()
        if (next === undefined || next > at) break
        clock.advance(next)
      }
      clock.advance(at)
    },
    receive: (...messages) => revived(() => life.host.receive(messages), true),
    order: (...orders) => revived(() => life.host.order(orders), crash?.isDurable === false),
    steps,
    asked,
    ran,
    halted,
    waiting(key) {
      const actors = openActors(life.db)
      const { id } = actors.get(key) ?? { id: 0 }
      return actors.quarantined(id).map(({ body }) => (JSON.parse(body) as { type: string }).type)
    },
    commits: () => commits,
    store: {
      exec: (sql) => life.db.exec(sql),
      async restart(over) {
        restart(over)
        await settled()
      },
    },
  }
  return world
}
