// A server that is a program of this machine: started with nothing but what the configuration names, and ended with all that it started.
import { type ChildProcess, spawn } from 'node:child_process'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { McpReach } from '../../config/mcp.ts'
import type { LineEnd, Reading } from './line-end.ts'
import { linesOf } from './lines-of.ts'
import { plainText } from './plain-text.ts'

interface Options extends Reading {
  reach: Extract<McpReach, { kind: 'stdio' }>
  /** Told once. */
  ended: (end: LineEnd) => void
}

/** How long a server may take to end by itself once nobody speaks to it any more, ms. */
const graceMs = 500
/** Characters of what it complained of last. */
const longestComplaint = 300

/**
 * The library's own passes HOME, USER and other variables on, ends the process but not what that has started, and reads as
 * fast as a server writes.
 */
export function stdioTransport({ reach, maxBytes, meter, ended }: Options): Transport {
  let child: ChildProcess | undefined
  let gone: Promise<void> = Promise.resolve()
  let complaint = ''
  let isOver = false

  const transport: Transport = {
    start() {
      const { command, args, env, cwd } = reach
      const started = spawn(command, args, {
        cwd,
        env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', ...env },
        stdio: ['pipe', 'pipe', 'pipe'],
        // A group of its own: what it starts in turn ends with it.
        detached: true,
      })
      child = started
      const begun = Promise.withResolvers<void>()
      const exit = Promise.withResolvers<void>()
      gone = exit.promise
      started.on('spawn', begun.resolve)
      started.on('error', (error: NodeJS.ErrnoException) => {
        exit.resolve()
        end({ reason: notStarted(command, error.code), permanent: true })
        begun.reject(error)
      })
      started.on('exit', (code, signal) => {
        exit.resolve()
        const how = signal === null ? `with code ${code}` : `by ${signal}`
        end({ reason: `the program ended ${how}${complaint === '' ? '' : `: ${complaint}`}`, permanent: false })
      })
      for (const stream of [started.stdin, started.stdout, started.stderr]) stream.on('error', () => undefined)
      const read = linesOf(maxBytes, take, tooLong)
      started.stdout.on('data', (piece: Buffer) => {
        if (counts(piece)) read(piece)
      })
      started.stderr.on('data', (piece: Buffer) => {
        if (counts(piece)) complaint = plainText(piece.toString().trimEnd().split('\n').at(-1) ?? '', longestComplaint)
      })
      return begun.promise
    },
    async send(message) {
      const stdin = child?.stdin
      if (isOver || !stdin?.writable) throw new Error('the program is not there any more')
      const { promise, resolve } = Promise.withResolvers<Error | null | undefined>()
      stdin.write(`${JSON.stringify(message)}\n`, resolve)
      const error = await promise
      if (!error) return
      // How it ended says more than that nobody reads any more.
      await gone
      throw error
    },
    async close() {
      if (isOver) return gone
      child?.stdin?.end()
      signalGroup(child, 'SIGTERM')
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, graceMs)
      await Promise.race([gone, late.promise])
      clearTimeout(timer)
      end({ reason: 'it was closed', permanent: false })
      await gone
    },
  }

  /** Whether it may still be read. */
  function counts({ length }: Buffer): boolean {
    if (isOver) return false
    if (!meter.bytes(length)) end({ reason: 'it floods: it wrote more than can be read', permanent: false })
    return !isOver
  }

  function take(line: string): void {
    if (isOver) return
    const message = messageIn(line)
    if (message) transport.onmessage?.(message)
    // Some write their log there.
    else if (!meter.message()) end({ reason: 'it does not speak MCP: what it writes is no JSON', permanent: false })
  }

  function tooLong(): void {
    end({ reason: `it sent a message of more than ${maxBytes} bytes`, permanent: false })
  }

  function end(why: LineEnd): void {
    if (isOver) return
    isOver = true
    child?.stdout?.destroy()
    child?.stderr?.destroy()
    // Also where the program itself is gone and left others behind.
    signalGroup(child, 'SIGKILL')
    ended(why)
    transport.onclose?.()
  }

  return transport
}

function messageIn(line: string): JSONRPCMessage | undefined {
  try {
    const read: unknown = JSON.parse(line)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as JSONRPCMessage) : undefined
  } catch {
    return undefined
  }
}

/** A child that could not be started has no id, and 0 would be our own group. */
function signalGroup(child: ChildProcess | undefined, signal: NodeJS.Signals): void {
  if (child?.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group is gone.
  }
}

const notStarted = (command: string, code = 'unknown'): string =>
  code === 'ENOENT'
    ? `${command} is not there: check its command and cwd under mcp in chime.yaml`
    : `${command} could not be started (${code}): check it under mcp in chime.yaml`
