// One address for several workers: a connection goes to the one with the fewest, and a worker that does not answer has none.
import { once } from 'node:events'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

interface Options {
  /** Of the workers on 127.0.0.1; they speak HTTP/2. */
  ports: readonly number[]
  /** ms between two looks at a worker. */
  everyMs?: number
  /** ms that an answer may take; the second that is missing in a row is one too many. */
  answerMs?: number
  /** Hears of workers that stop answering, and of those that do again. */
  tell?: (line: string) => void
}

interface Worker {
  port: number
  /** Of those who connect, that were handed to it. */
  sockets: Set<Socket>
  missed: number
  /** undefined until it has answered for the first time. */
  isUp: boolean | undefined
}

/**
 * A halted worker takes connections still, in the kernel's queue: so it is asked over HTTP/2, and its connections are cut when it
 * does not answer. Whoever called there calls another one; what the worker says when it goes on reaches nobody.
 */
export async function startBalancer({ ports, everyMs = 500, answerMs = 750, tell = () => {} }: Options) {
  const workers = ports.map((port): Worker => ({ port, sockets: new Set(), missed: 0, isUp: undefined }))
  const end = new AbortController()

  const mark = (worker: Worker, hasAnswered: boolean): void => {
    worker.missed = hasAnswered ? 0 : worker.missed + 1
    if (worker.isUp === undefined && !hasAnswered) return
    const isUp = worker.missed < 2
    if (worker.isUp === !isUp) tell(`the worker at port ${worker.port} ${isUp ? 'answers again' : 'does not answer'}`)
    worker.isUp = isUp
    // Where none answers, slow ones are better than none.
    if (!isUp && workers.some((other) => other.isUp)) for (const socket of worker.sockets) socket.destroy()
  }

  /** Returns the connection that was asked over, for the next time. */
  const look = async (worker: Worker, known?: ClientHttp2Session): Promise<ClientHttp2Session> => {
    const session = known && !known.closed && !known.destroyed ? known : sessionWith(worker.port)
    const hasAnswered = await answers(session, answerMs)
    if (!hasAnswered || end.signal.aborted) session.destroy()
    if (!end.signal.aborted) mark(worker, hasAnswered)
    return session
  }

  const watch = async (worker: Worker, session: ClientHttp2Session): Promise<void> => {
    await pause(everyMs, undefined, { signal: end.signal, ref: false }).catch(() => session.destroy())
    if (!end.signal.aborted) await watch(worker, await look(worker, session))
  }

  const server = createServer({ noDelay: true, pauseOnConnect: true }, (socket) => {
    const candidates = workers.filter(({ isUp }) => isUp)
    const [worker] = (candidates.length > 0 ? candidates : workers).toSorted((a, b) => a.sockets.size - b.sockets.size)
    if (worker) join(socket, worker)
    else socket.destroy()
  })
  await once(server.listen({ port: 0, host: '127.0.0.1' }), 'listening')
  await Promise.all(workers.map(async (worker) => void watch(worker, await look(worker))))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** By worker, as they were named. */
    connections: (): number[] => workers.map(({ sockets }) => sockets.size),
    stop(): void {
      end.abort()
      server.close()
      for (const { sockets } of workers) for (const socket of sockets) socket.destroy()
    },
  }
}

function join(socket: Socket, { port, sockets }: Worker): void {
  const other = connect({ port, host: '127.0.0.1', noDelay: true })
  sockets.add(socket)
  // Each ends with the other, however it ends.
  for (const [one, two] of [
    [socket, other],
    [other, socket],
  ] as const) {
    one.on('error', () => {})
    one.on('close', () => two.destroy())
    one.pipe(two)
  }
  socket.on('close', () => sockets.delete(socket))
  socket.resume()
}

function sessionWith(port: number): ClientHttp2Session {
  const session = connectHttp2(`http://127.0.0.1:${port}`)
  session.on('error', () => {})
  session.unref()
  return session
}

/** A PING is answered by whoever's event loop turns, whatever else it has to do. */
async function answers(session: ClientHttp2Session, ms: number): Promise<boolean> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), ms)
  try {
    if (session.connecting) await once(session, 'connect', { signal: late.signal })
    return await new Promise<boolean>((resolve) => {
      late.signal.addEventListener('abort', () => resolve(false))
      if (!session.ping((error) => resolve(!error))) resolve(false)
    })
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
