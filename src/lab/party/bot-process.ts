// A `chime serve` of its own for some bots of a party: started, listened to by its log, and always ended.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'
import { inTime } from '../../channels/waiting.ts'
import { signalChild } from './signal-child.ts'

export interface LogLine {
  level?: string
  msg?: string
  bot?: string
  group?: string
  url?: string
  gate?: string
  [key: string]: unknown
}

interface Options {
  name: string
  /** A folder of its own. */
  home: string
  /** Becomes its chime.yaml. */
  file: object
  /** Who sits in the rooms, whichever process they are of: a table in Markdown. */
  roster: string
  /** Ids of bots that tell when they are online. */
  online: readonly string[]
  heard: (line: LogLine) => void
  /** Hears its process id. */
  watch: (pid: number | undefined) => void
}

export type BotProcess = ReturnType<typeof startBots>

const bin = fileURLToPath(new URL('../../../bin/chime.mjs', import.meta.url))
const lastLines = 8
const startMs = 60_000
const stopMs = 10_000
/** The file says everything; proxies and certificates are the machine's. */
const ownVariables = /^(?:CHIME_|FEISHU_|OPENAI_|PORT$)/

export function startBots({ name, home, file, roster, online, heard, watch }: Options) {
  mkdirSync(join(home, 'group'), { recursive: true })
  // It may hold a key.
  writeFileSync(join(home, 'chime.yaml'), stringify(file), { mode: 0o600 })
  writeFileSync(join(home, 'group', 'party.md'), roster)
  const child = spawn(process.execPath, [bin, 'serve', '--config', 'chime.yaml'], {
    cwd: home,
    env: Object.fromEntries(Object.entries(process.env).filter(([key]) => !ownVariables.test(key))),
    stdio: ['ignore', 'pipe', 'pipe'],
    // The terminal's Ctrl-C is for the party, which ends its processes itself.
    detached: true,
  })
  watch(child.pid)
  const ended = once(child, 'close')
  const tail: string[] = []
  let isStopping = false
  const readied = Promise.withResolvers<string>()
  const awaited = new Set(online)
  let url: string | undefined

  function read(text: string): void {
    const line = parsed(text)
    if (line?.gate === undefined) tail.push(text)
    tail.splice(0, tail.length - lastLines)
    if (!line) return
    heard(line)
    const { msg = '', bot = '' } = line
    if (msg.startsWith('listening')) url = line.url
    if (msg === 'the bot is online') awaited.delete(bot)
    if (msg === 'the bot is not online, and trying again does not help')
      readied.reject(failure(`${bot} does not come online`, tail))
    if (url !== undefined && awaited.size === 0) readied.resolve(url)
  }
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', read)

  const died = (async (): Promise<never> => {
    const [code, signal] = (await ended) as [number | null, string | null]
    if (isStopping) return new Promise<never>(() => {})
    throw failure(`${name} ended (${signal ?? code})`, tail)
  })()
  // Whoever waits hears of it; nobody has to.
  died.catch(() => {})

  return {
    /** Resolves with its address once everybody is online. */
    ready: inTime(Promise.race([readied.promise, died]), startMs, () =>
      failure(
        `${name} was not ready after ${startMs / 1_000} s, without ${[...awaited].join(', ') || 'its page'}`,
        tail,
      ),
    ),
    /** Rejects when it ends unasked. */
    died,
    async stop() {
      isStopping = true
      if (!signalChild(child, 'SIGTERM')) return
      const late = setTimeout(() => signalChild(child, 'SIGKILL'), stopMs)
      await ended
      clearTimeout(late)
    },
  }
}

const failure = (what: string, tail: readonly string[]): Error =>
  new Error([`${what}. Its last lines:`, ...tail.map((line) => `  ${line}`)].join('\n'))

function parsed(text: string): LogLine | undefined {
  try {
    return JSON.parse(text) as LogLine
  } catch {
    return undefined
  }
}
