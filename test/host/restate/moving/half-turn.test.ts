// A turn that was cut off in the middle: a worker alone can end it, and `chime migrate` says so.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../../src/cluster/ports.ts'
import { realClock } from '../../../../src/host/local/real-clock.ts'
import { makeRestateHost } from '../../../../src/host/restate/restate-host.ts'
import type { Tallies } from '../../../../src/host/moving/tally.ts'
import { openDatabase } from '../../../../src/store/database.ts'
import { root } from '../../../docs/pages.ts'
import { isLeftOut, serverOfFile } from '../../../store/postgres/postgres-world.ts'
import { folder } from '../../../world/folders.ts'
import { memoryLog } from '../memory-log.ts'
import { startRestate } from '../start-restate.ts'
import { hostedScribe, message, openScribes, roomNamed } from './scribes.ts'

describe.skipIf(isLeftOut)('chime migrate', () => {
  const postgres = serverOfFile()

  test('a room with a turn that no worker has ended does not leave; once a worker has been there, it does', async () => {
    const { ingress, admin, stop } = await startRestate()
    onTestFinished(stop)
    const path = folder()
    const store = await postgres.database()
    const worker = { port: await freePort() }
    const back = async () => {
      const args = [
        'migrate',
        '--from',
        'cluster',
        '--to',
        join(path, 'fresh.sqlite'),
        '--restate',
        ingress,
        '--restate-admin',
        admin,
      ]
      args.push('--store', store, '--worker-port', String(worker.port), '--json')
      const child = spawn(process.execPath, [join(root, 'bin/chime.mjs'), ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      const [out, problem, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
      return { code: code as number, out, problem }
    }

    const { promise: isHalf, resolve: half } = Promise.withResolvers<void>()
    const cutOff = makeRestateHost({
      clock: realClock({}),
      hosted: hostedScribe(async () => 'done'),
      ingress: [ingress],
      endpoint: { ...worker, admin },
      log: memoryLog(),
      around: (work) => ({ ...work, durable: () => (half(), new Promise<void>(() => {})) }),
    })
    await cutOff.start()
    const received = cutOff.receive([message(roomNamed(0), 'a')])
    await isHalf
    await cutOff.stop()
    expect(await back()).toEqual({
      code: 1,
      out: '',
      problem: `chime: a room has a turn that no worker has ended (${roomNamed(0)}): start a worker for a moment, stop it, then run it again\n`,
    })

    const db = openDatabase(join(path, 'w1.sqlite'))
    onTestFinished(() => db.close())
    const whole = await openScribes(db, async () => 'done', { ingress: [ingress], admin, store, worker })
    await whole.start()
    expect(await received).toEqual(['accepted'])
    await whole.stop()
    const { code, out } = await back()
    const { to } = JSON.parse(out) as { to: Tallies }
    expect([code, to.rooms.count, to.lines.count, to.verdicts.count]).toEqual([0, 1, 1, 2])
  })
})
