// One line a bot over all workers: it moves when its holder is gone, and a holder that was halted knows before it acts.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isLeftOut, looking, serverOfFile, worker } from './postgres-world.ts'
import { waitUntil } from './wait-until.ts'

const world = serverOfFile()
const times = { tickMs: 150, leaseMs: 1_200, staleMs: 1_600 }

/** In a process of its own; `said` is all that it wrote so far. */
function holder(url: string, bot: string) {
  const program = fileURLToPath(new URL('line-holder.ts', import.meta.url))
  const args = [program, url, bot, ...Object.values(times).map(String)]
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout?.on('data', (bytes: Buffer) => (said += bytes.toString()))
  onTestFinished(() => void child.kill('SIGKILL'))
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    lines: () => said.split('\n').filter(Boolean),
    holds: (token: number) => waitUntil(() => said.includes(`held ${token}\n`)),
  }
}

describe.skipIf(isLeftOut)('the line of a bot', () => {
  test('is had by one worker at a time, in one process as well, and that of another bot is free', async () => {
    const url = await world.database()
    const [one, two] = [worker(url, { times }), worker(url, { times })]
    const first = await one.lockLine('iris')
    const order: string[] = []
    const waiting = [one.lockLine('iris'), two.lockLine('iris')].map(async (line, i) => {
      const got = await line
      order.push(`worker ${i} has ${got.token}`)
      await sleep(2 * times.tickMs)
      order.push(`worker ${i} lets go`)
      await got.release()
      return got.isHeld()
    })
    expect((await two.lockLine('rex')).token).toBe(1)
    await sleep(times.leaseMs + 2 * times.tickMs)
    expect({ order, isHeld: first.isHeld(), token: first.token }).toEqual({ order: [], isHeld: true, token: 1 })
    await first.release()
    expect(first.isHeld()).toBe(false)
    expect(await Promise.all(waiting)).toEqual([false, false])
    const [winner = '', loser = ''] = order.filter((_, i) => i % 2 === 0).map((text) => text.slice(0, 8))
    expect(order).toEqual([`${winner} has 2`, `${winner} lets go`, `${loser} has 3`, `${loser} lets go`])
  })

  test('goes to the next one when its holder is killed', async () => {
    const url = await world.database()
    const first = holder(url, 'iris')
    await first.holds(1)
    const next = worker(url, { times }).lockLine('iris')
    first.kill('SIGKILL')
    const started = performance.now()
    expect((await next).token).toBe(2)
    // Its session ends with it: nobody waits until the lease is over.
    expect(performance.now() - started).toBeLessThan(times.staleMs)
  })

  test('goes to the next one when its holder is halted, which does nothing more when it is continued', async () => {
    const url = await world.database()
    const first = holder(url, 'iris')
    await first.holds(1)
    await waitUntil(() => first.lines().length > 10)
    const next = worker(url, { times }).lockLine('iris')
    await sleep(3 * times.tickMs)
    first.kill('SIGSTOP')
    const halted = Date.now()
    const line = await next
    const moved = Date.now()
    expect({ token: line.token, isHeld: line.isHeld() }).toEqual({ token: 2, isHeld: true })
    // At the default times that is below 10 s: see test/bench/postgres.ts.
    expect(moved - halted).toBeLessThan(times.staleMs + 4 * times.tickMs)
    first.kill('SIGCONT')
    await waitUntil(() => first.lines().includes('lost 1'))
    await sleep(times.leaseMs + 2 * times.tickMs)
    const acts = first.lines().filter((text) => text.startsWith('act 1 ')).map((text) => Number(text.split(' ')[2])) // prettier-ignore
    expect(acts.length).toBeGreaterThan(5)
    expect(acts.filter((at) => at >= moved)).toEqual([])
    expect(line.isHeld()).toBe(true)
    await line.release()
    await first.holds(3)
  })

  test('counts as lost once its holder was halted for longer than the lease, also where nobody else wanted it', async () => {
    const url = await world.database()
    const first = holder(url, 'iris')
    await first.holds(1)
    first.kill('SIGSTOP')
    await sleep(times.leaseMs + 2 * times.tickMs)
    const continued = Date.now()
    first.kill('SIGCONT')
    await first.holds(2)
    const said = first.lines()
    const acts = said.filter((text) => text.startsWith('act 1 ') && Number(text.split(' ')[2]) >= continued)
    expect(acts).toEqual([])
    expect(said.indexOf('lost 1')).toBeLessThan(said.indexOf('held 2'))
  })

  test('is lost with the session, and by whoever cannot reach Postgres any more', async () => {
    const url = await world.database()
    const { lockLine } = worker(url, { times })
    const first = await lockLine('iris')
    await looking(url).query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'chime lines' AND datname = current_database()`,
    )
    await waitUntil(() => first.lost.aborted)
    expect(first.isHeld()).toBe(false)
    const second = await lockLine('iris')
    expect([second.token, second.isHeld()]).toEqual([2, true])
    await world.server().kill()
    await waitUntil(() => second.lost.aborted)
    const third = lockLine('iris')
    await world.server().start()
    expect([(await third).token, first.isHeld(), second.isHeld()]).toEqual([3, false, false])
  })

  test('is given up when the wait is called off, or all is closed', async () => {
    const url = await world.database()
    const [one, two] = [worker(url, { times }), worker(url, { times })]
    const first = await one.lockLine('iris')
    const abort = new AbortController()
    const called = two.lockLine('iris', abort.signal)
    abort.abort(new Error('called off'))
    await expect(called).rejects.toThrow('called off')
    const next = two.lockLine('iris')
    await one.close()
    expect([first.lost.aborted, (await next).token]).toEqual([true, 2])
  })
})
