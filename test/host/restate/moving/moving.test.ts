// `chime migrate` on a real Restate server and a real Postgres: there, on, back and on, killed again and again between.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ServiceHost } from '../../../../src/app/host.ts'
import { freePort } from '../../../../src/cluster/ports.ts'
import { differences, type Tallies } from '../../../../src/host/moving/tally.ts'
import { openDatabase, type Store } from '../../../../src/store/database.ts'
import { openPausedBots } from '../../../../src/store/paused-bots.ts'
import { openTalk } from '../../../../src/store/talk.ts'
import { openTape } from '../../../../src/store/tape.ts'
import { root } from '../../../docs/pages.ts'
import { isLeftOut, serverOfFile } from '../../../store/postgres/postgres-world.ts'
import { folder } from '../../../world/folders.ts'
import { startRestate } from '../start-restate.ts'
import { fillStore, message, openScribes, roomNamed, underWayIn, type Work } from './scribes.ts'

const count = 400
const halfTurn = 'a turn that no worker has ended'
/** Longer than the way there takes. */
const shortNapMs = 18_000
const counts = (tallies: Tallies) =>
  Object.fromEntries(Object.entries(tallies).map(([kind, tally]) => [kind, tally.count]))

/** The n-th number between 0 and 1 from a seed. */
const chance = (n: number): number => (Math.sin(n * 12.9898 + 4.1414) * 43_758.5453) % 1

describe.skipIf(isLeftOut)('chime migrate', () => {
  const postgres = serverOfFile()

  test(
    'rooms move there and back with all that is under way, however often it is killed; each house refuses whoever comes too early or too late',
    { timeout: 240_000 },
    async () => {
      const path = folder()
      const [old, fresh] = [join(path, 'old.sqlite'), join(path, 'fresh.sqlite')]
      // Of its own: in the cluster its rooms have the usual name, as those of no other test at the same time.
      const { ingress, admin, stop: stopRestate } = await startRestate()
      onTestFinished(stopRestate)
      const store = await postgres.database()
      const port = await freePort()
      const engine = { ingress: [ingress], admin, store, worker: { port } }

      function migrate(from: string, to: string, ...more: string[]): ChildProcess {
        const args = [
          'migrate',
          '--from',
          from,
          '--to',
          to,
          '--restate',
          ingress,
          '--restate-admin',
          admin,
          '--store',
          store,
        ]
        args.push('--worker-port', String(port), '--json', ...more)
        const child = spawn(process.execPath, [join(root, 'bin/chime.mjs'), ...args], {
          stdio: ['ignore', 'pipe', 'pipe'],
        })
        onTestFinished(() => void child.kill('SIGKILL'))
        return child
      }
      async function ended(child: ChildProcess) {
        const [out, problem, [code]] = await Promise.all([
          text(child.stdout!),
          text(child.stderr!),
          once(child, 'exit'),
        ])
        return { code: code as number | null, out, problem }
      }
      /** What it says to do where a turn was cut off when a worker stopped: that is made anew after some seconds. */
      async function visit(): Promise<void> {
        const visitor = await openScribes(replica, async () => 'done', engine)
        await visitor.start()
        await wait(6_000)
        await visitor.stop()
      }
      /** Killed a few times at moments that a seed tells, and then run to its end. */
      async function moved(from: string, to: string, seed: number): Promise<{ from: Tallies; to: Tallies }> {
        for (let kill = 0; kill < 4; kill += 1) {
          const child = migrate(from, to)
          const end = ended(child)
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await Promise.race([wait(400 + Math.abs(chance(seed + kill)) * 250), end])
          child.kill('SIGKILL')
          // oxlint-disable-next-line no-await-in-loop
          const { code, out, problem } = await end
          // Faster than the last kills.
          if (code === 0 && kill > 0) return JSON.parse(out) as { from: Tallies; to: Tallies }
          // oxlint-disable-next-line no-await-in-loop
          if (problem.includes(halfTurn)) await visit()
          else if (code !== null) throw new Error(`it came to its end before it was killed: ${problem}`)
        }
        const first = await ended(migrate(from, to))
        if (first.problem.includes(halfTurn)) await visit()
        const { code, out, problem } = first.problem.includes(halfTurn) ? await ended(migrate(from, to)) : first
        expect(`${code} ${problem}`).toMatch(/^0 /)
        return JSON.parse(out) as { from: Tallies; to: Tallies }
      }
      const opened = (file: string): Store => {
        const db = openDatabase(file)
        onTestFinished(() => (db.isOpen ? db.close() : undefined))
        return db
      }
      const saidIn = async (host: ServiceHost, n: number): Promise<unknown> => {
        const charts = (await host.room(roomNamed(n))) ?? []
        const iris = charts.find(({ key }) => key.startsWith('iris '))
        return (iris?.snapshot as { context: { said: string[] } } | undefined)?.context.said
      }

      const replica = opened(join(path, 'w1.sqlite'))
      const before = opened(old)
      await fillStore(before, count, shortNapMs)
      openPausedBots(before).set('rex', true, 7)
      expect(await ended(migrate(old, 'cluster'))).toEqual({
        code: 1,
        out: '',
        problem: expect.stringContaining('is held by another Chime: stop that one') as string,
      })
      before.close()

      const there = await moved(old, 'cluster', 1)
      expect([differences(there.from, there.to), counts(there.to)]).toEqual([
        [],
        {
          rooms: count,
          snapshots: 2 * count,
          timers: (2 * count) / 5,
          jobs: (2 * count) / 5,
          'waiting events': (2 * count) / 5,
          'inbox ids': 3 * count + count / 5,
          lines: 3 * count + count / 5,
          'steps on the tape': 2 * 3 * count + (4 * count) / 5 + count / 5,
          verdicts: 2 * 3 * count + count / 5,
          'notes and replies': 0,
          'minutes in the books': expect.any(Number) as number,
          'messages in the books': 0,
          'tokens in the books': 7 * (2 * 3 * count + count / 5),
          'other rows': 1,
        },
      ])
      const left = opened(old)
      await expect(openScribes(left, async () => 'done')).rejects.toThrow('have moved to a cluster')
      left.close()

      const ran: Work[] = []
      const worker = await openScribes(replica, async (work) => (ran.push(work), 'done'), engine)
      await worker.start()
      expect(openPausedBots(replica).isPaused('rex')).toBe(true)
      expect(await worker.shared?.sharedRows.list('pause')).toEqual([{ name: 'rex', body: '{}' }])
      expect((await ended(migrate('cluster', fresh))).problem).toContain('workers are in the cluster')
      expect(await worker.receive([message(roomNamed(0), 'a'), message(roomNamed(0), 'new')])).toEqual([
        'duplicate',
        'accepted',
      ])
      const expected = {
        'a long nap': [],
        'a short nap': ['woke'],
        'work that may be done again': ['done'],
        'work that may not': ['interrupted'],
        'a stopped chart': [],
      }
      await vi.waitFor(
        async () => {
          const all = await Promise.all(Array.from({ length: count }, (_, n) => saidIn(worker, n)))
          expect(all).toEqual(Array.from({ length: count }, (_, n) => expected[underWayIn(n)]))
        },
        { timeout: 90_000, interval: 1_000 },
      )
      expect(ran.map(({ of }) => of).toSorted()).toEqual(
        Array.from({ length: count }, (_, n) => n)
          .filter((n) => underWayIn(n) === 'work that may be done again')
          .map(roomNamed),
      )
      expect([
        openTalk(replica)
          .history(roomNamed(0), undefined, 9)
          .map(({ id }) => id),
        openTape(replica)
          .recent(`iris ${roomNamed(0)}`, 9)
          .map(({ messages }) => messages),
      ]).toEqual([
        ['a', 'b', 'c0', 'new'],
        [['a'], ['b'], ['c0'], ['new']],
      ])
      await worker.stop()

      // A move that is given up leaves the rooms where they were.
      const given = migrate('cluster', join(path, 'given.sqlite'))
      await once(given.stderr!, 'data')
      given.kill('SIGKILL')
      const givingUp = () => ended(migrate('cluster', join(path, 'given.sqlite'), '--give-up'))
      const tried = await givingUp()
      if (tried.problem.includes(halfTurn)) await visit()
      const gaveUp = tried.problem.includes(halfTurn) ? await givingUp() : tried
      expect([gaveUp.code, gaveUp.problem]).toEqual([0, expect.stringContaining('the rooms live on in cluster')])
      const again = await openScribes(replica, async () => 'done', engine)
      await again.start()
      expect(await again.receive([message(roomNamed(0), 'new'), message(roomNamed(0), 'later')])).toEqual([
        'duplicate',
        'accepted',
      ])
      await again.stop()

      const back = await moved('cluster', fresh, 7)
      expect([differences(back.from, back.to), back.to.lines.count]).toEqual([[], 3 * count + count / 5 + 2])
      // That of the last message may have fired, where a worker had to end a turn.
      expect([count / 5, count / 5 + 1]).toContain(back.to.timers.count)
      await expect((await openScribes(replica, async () => 'done', engine)).start()).rejects.toThrow('have moved out')

      const after = opened(fresh)
      const home = await openScribes(after, async () => 'done')
      await home.start()
      expect(openPausedBots(after).isPaused('rex')).toBe(true)
      expect([
        await home.receive([message(roomNamed(0), 'new'), message(roomNamed(0), 'newer')]),
        openTalk(after)
          .history(roomNamed(0), undefined, 9)
          .map(({ id }) => id),
        openTape(after)
          .recent(`iris ${roomNamed(0)}`, 9)
          .map(({ messages }) => messages),
        await saidIn(home, 1),
        (await home.room(roomNamed(0)))?.flatMap(({ timers }) => timers.map(({ id }) => id)),
      ]).toEqual([
        ['duplicate', 'accepted'],
        ['a', 'b', 'c0', 'new', 'later', 'newer'],
        [['a'], ['b'], ['c0'], ['new'], ['later'], ['newer']],
        ['woke'],
        ['xstate.after.nap.scribe.napping'],
      ])
      await home.stop()
    },
  )
})
