// How several workers share Restate's calls behind one URL, and how long callers wait when one of them is halted or killed:
// `node test/bench/one-url.ts [--front balancer|haproxy|port] [--streams 8] [--pings] [--nodes 1]`. Figures: docs/decisions/0044.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startBalancer } from '../../src/cluster/balancer.ts'
import { register } from '../../src/cluster/deployment.ts'
import { freePort } from '../../src/cluster/ports.ts'
import { startRestateNodes } from '../../src/cluster/restate-nodes.ts'

const { values } = parseArgs({
  options: {
    front: { type: 'string', default: 'balancer' },
    streams: { type: 'string', default: '8' },
    nodes: { type: 'string', default: '1' },
    /** Restate asks each second whether a connection lives, and gives it two seconds; else 40 and 20. */
    pings: { type: 'boolean', default: false },
  },
})
const invoker = 'RESTATE_WORKER__INVOKER__HTTP2_'
const extra = {
  [`${invoker}STREAMS_PER_CONNECTION_LIMIT`]: values.streams,
  ...(values.pings && { [`${invoker}KEEP_ALIVE_INTERVAL`]: '1s', [`${invoker}KEEP_ALIVE_TIMEOUT`]: '2s' }),
}

/** Counts in a virtual object, with one journaled value a call, and answers with its own process id. */
const workerCode = (port: number, isShared: boolean): string => `
  import { createServer } from 'node:http2'
  import { createEndpointHandler, object } from './src/host/restate/node_modules/@restatedev/restate-sdk/dist/index.js'
  const add = async (ctx) => {
    const n = (await ctx.get('n')) ?? 0
    await ctx.run('at', () => Date.now())
    ctx.set('n', n + 1)
    return process.pid
  }
  const services = [object({ name: 'count', handlers: { add } })]
  createServer(createEndpointHandler({ services, logger: () => {} }))
    .listen({ port: ${port}, host: '127.0.0.1', reusePort: ${isShared} }, () => console.log('up'))`

async function startWorker(port: number, isShared: boolean): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', workerCode(port, isShared)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(createInterface(child.stdout), 'line')
  return child
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const call = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', agent }, (response) => {
      let body = ''
      response.on('data', (part: Buffer) => (body += part.toString()))
      response.on('end', () => (response.statusCode === 200 ? resolve(Number(body)) : reject(new Error(body))))
    })
    asked.on('error', reject)
    asked.end()
  })

async function load(workers: readonly ChildProcess[], ingress: readonly string[], callers: number, ms: number) {
  const end = performance.now() + ms
  const times: number[] = []
  const by = new Map<number, number>()
  let count = 0
  let last = performance.now()
  let gapMs = 0
  const one = async (n: number): Promise<void> => {
    while (performance.now() < end) {
      const asked = performance.now()
      // oxlint-disable-next-line no-await-in-loop -- a caller waits for its answer
      const pid = await call(`${ingress[n % ingress.length]}/count/k${count++ % 1_000}/add`)
      const now = performance.now()
      gapMs = Math.max(gapMs, now - last)
      last = now
      times.push(now - asked)
      by.set(pid, (by.get(pid) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, n) => one(n)))
  const sorted = times.toSorted((a, b) => a - b)
  return {
    callers,
    callsPerSecond: Math.round((times.length / ms) * 1_000),
    medianMs: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    slowestMs: Math.round(sorted.at(-1) ?? 0),
    longestGapMs: Math.round(gapMs),
    byWorker: workers.map(({ pid = 0 }) => by.get(pid) ?? 0),
  }
}

/** As on real machines, with Debian's package. */
function startHaproxy(): ChildProcess {
  const [one, two, three] = ports.map((port) => `127.0.0.1:${port}`)
  return spawn('/usr/sbin/haproxy', ['-db', '-f', 'deploy/haproxy.cfg'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { LISTEN: `127.0.0.1:${shared}`, WORKER_1: one, WORKER_2: two, WORKER_3: three },
  })
}

const folder = mkdtempSync(join(tmpdir(), 'chime-bench-'))
const nodes = await startRestateNodes({ folder, nodes: Number(values.nodes), extra })
const isShared = values.front === 'port'
const shared = await freePort()
const ports = isShared ? [shared, shared, shared] : await Promise.all([freePort(), freePort(), freePort()])
const workers = await Promise.all(ports.map((port) => startWorker(port, isShared)))
const balancer = values.front === 'balancer' ? await startBalancer({ ports }) : undefined
const haproxy = values.front === 'haproxy' ? startHaproxy() : undefined
const say = (what: string, figures: object): void => console.log(JSON.stringify({ what, ...values, ...figures }))
const loaded = (callers: number, ms: number) => load(workers, nodes.urls.ingress, callers, ms)
try {
  if (haproxy) await pause(1_500)
  await register(nodes.admin, balancer?.url ?? `http://127.0.0.1:${shared}`)
  await loaded(16, 2_000)
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const callers of [1, 8, 32, 96]) say('spread', await loaded(callers, 4_000))
  for (const [n, signal] of [
    [1, 'SIGSTOP'],
    [2, 'SIGKILL'],
  ] as const) {
    const under = loaded(32, 16_000)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await pause(2_000)
    workers[n]?.kill(signal)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    say(signal, await under)
    if (signal === 'SIGSTOP') workers[n]?.kill('SIGCONT')
  }
} finally {
  balancer?.stop()
  haproxy?.kill('SIGKILL')
  for (const worker of workers) worker.kill('SIGKILL')
  await nodes.stop()
  rmSync(folder, { recursive: true })
  agent.destroy()
}
