// Several workers behind one address: connections are spread, and a worker that is halted or dead gets none.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type ClientHttp2Session, connect } from 'node:http2'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startBalancer } from '../../src/cluster/balancer.ts'

interface Worker {
  pid: number
  port: number
  signal(name: NodeJS.Signals): void
}

/** A process that answers every request over HTTP/2 with its id; `/slow` after a while. */
async function startWorker(): Promise<Worker> {
  const code = `
    const server = require('node:http2').createServer((request, response) =>
      setTimeout(() => response.end(String(process.pid)), request.url === '/slow' ? 60_000 : 0))
    server.on('sessionError', () => {})
    server.listen(0, '127.0.0.1', () => console.log(server.address().port))`
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { pid: child.pid ?? 0, port: Number(port), signal: (name) => void child.kill(name) }
}

async function start(workers: readonly Worker[]) {
  const told: string[] = []
  const ports = workers.map(({ port }) => port)
  const balancer = await startBalancer({ ports, everyMs: 20, answerMs: 100, tell: (line) => told.push(line) })
  onTestFinished(() => balancer.stop())
  return { balancer, told }
}

function open(url: string): ClientHttp2Session {
  const session = connect(url)
  session.on('error', () => {})
  onTestFinished(() => session.destroy())
  return session
}

/** Who answers; an error where nobody does. */
const ask = (session: ClientHttp2Session, path = '/'): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = session.request({ ':path': path })
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (body += part))
    request.on('end', () => (body === '' ? reject(new Error('cut')) : resolve(Number(body))))
    request.on('error', reject)
  })

const pidsOf = async (url: string, count: number): Promise<number[]> => {
  const pids: number[] = []
  for (let i = 0; i < count; i++) {
    // oxlint-disable-next-line no-await-in-loop -- one connection after the other
    pids.push(await ask(open(url)))
  }
  return pids
}

test('each connection goes to the worker with the fewest', async () => {
  const workers = await Promise.all([startWorker(), startWorker(), startWorker()])
  const { balancer } = await start(workers)
  const pids = await pidsOf(balancer.url, 6)
  expect(workers.map(({ pid }) => pids.filter((each) => each === pid).length)).toEqual([2, 2, 2])
  expect(balancer.connections()).toEqual([2, 2, 2])
})

test('a halted worker loses its connections, gets none, and is used again when it goes on', async () => {
  const [halted, other] = [await startWorker(), await startWorker()]
  const { balancer, told } = await start([halted, other])
  const session = open(balancer.url)
  expect(await ask(session)).toBe(halted.pid)
  const running = ask(session, '/slow')
  halted.signal('SIGSTOP')
  await expect(running).rejects.toThrow(/cut|cancel/)
  expect(told).toEqual([`the worker at port ${halted.port} does not answer`])
  expect(await pidsOf(balancer.url, 3)).toEqual([other.pid, other.pid, other.pid])

  halted.signal('SIGCONT')
  await vi.waitFor(() => expect(told.at(-1)).toBe(`the worker at port ${halted.port} answers again`), 5_000)
  expect(await pidsOf(balancer.url, 3)).toEqual([halted.pid, halted.pid, halted.pid])
})

test('a worker that is killed is out of the way, and the only one that is there is used even if it is slow to answer', async () => {
  const [killed, other] = [await startWorker(), await startWorker()]
  const { balancer, told } = await start([killed, other])
  killed.signal('SIGKILL')
  await vi.waitFor(() => expect(told).toEqual([`the worker at port ${killed.port} does not answer`]), 5_000)
  const [session] = [open(balancer.url)]
  expect(await ask(session)).toBe(other.pid)
  other.signal('SIGSTOP')
  await vi.waitFor(() => expect(told.at(-1)).toBe(`the worker at port ${other.port} does not answer`), 5_000)
  const late = ask(session)
  other.signal('SIGCONT')
  expect(await late).toBe(other.pid)
})
