// `chime chat`: a room in the terminal, with the service in this process or the one that runs already.
import { randomUUID } from 'node:crypto'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { styleText } from 'node:util'
import { pino } from 'pino'
import { type Config, loadConfig } from '../config/config.ts'
import { startService } from '../service.ts'
import { StoreError } from '../store/database.ts'
import { makeRoomClient, type Room, type RoomClient } from './chat/room-client.ts'
import { makeScreen } from './chat/screen.ts'
import { followTurns } from './chat/turns.ts'
import { InputError } from './failure.ts'
import { runningService } from './running.ts'
import { verdictText } from './verdict-text.ts'

export interface ChatOptions {
  config?: string
  name: string
  room?: string
}

interface Opened {
  url: string
  welcome: string
  stop(): Promise<void>
}

/** What a pipe waits for the bots once everything was sent. */
const patienceMs = 90_000
const lookEveryMs = 250
const verdictsAsked = 200

export async function chat({ config: file, name, room: asked }: ChatOptions): Promise<void> {
  const config = loadConfig({ ...(file !== undefined && { file }), env: process.env, cwd: process.cwd() })
  const opened = await open(config)
  try {
    const client = makeRoomClient(opened.url, config.channels.web.token)
    const room = roomOf(await client.rooms(), asked)
    await sit(client, room, name, opened.welcome)
  } finally {
    await opened.stop()
  }
}

async function open(config: Config): Promise<Opened> {
  const { web } = config.channels
  try {
    const own = { ...config, channels: { web: { ...web, host: '127.0.0.1', port: 0 } } }
    const { url, rehearsal, stop } = await startService(own, errorLog())
    return { url, stop, welcome: rehearsal ? 'No language model is set: a rehearsal answers, and says so.' : '' }
  } catch (error) {
    const running = error instanceof StoreError ? await runningService(web) : undefined
    if (!running) throw error
    return { url: running.url, stop: async () => {}, welcome: `Connected to the Chime at ${running.url}.` }
  }
}

function roomOf(rooms: readonly Room[], asked: string | undefined): Room {
  const room = asked === undefined ? rooms[0] : rooms.find(({ id }) => id === asked)
  if (room) return room
  throw new InputError(`there is no room "${asked}": --room takes ${rooms.map(({ id }) => id).join(', ')}`)
}

async function sit(client: RoomClient, room: Room, name: string, welcome: string): Promise<void> {
  const isTerminal = process.stdin.isTTY
  const newest = await client.newest(room.id)
  // From here to the first read nothing is awaited: lines that nobody reads are gone.
  const lines = createInterface({
    input: process.stdin,
    ...(isTerminal && { output: process.stdout, prompt: `${styleText('yellow', name)}> ` }),
  })
  const screen = makeScreen(room.bots, isTerminal ? lines : undefined)
  const turns = followTurns(room.bots.map(({ id }) => id))
  const nameOf = (id: string): string => room.bots.find((bot) => bot.id === id)?.name ?? id
  const own = new Set<string>()
  const leaving = new AbortController()
  const following = client.follow(
    room.id,
    newest,
    {
      message(message) {
        if (message.bot) turns.replied(message.sender, message.id)
        // A terminal shows already what was typed into it.
        if (!isTerminal || !own.has(message.id)) screen.message(message)
      },
      verdict(verdict) {
        const why = turns.see(verdict)
        if (why !== undefined) screen.dim(`  ${nameOf(verdict.bot)} stays silent: ${why}`)
      },
      lost: () => screen.dim('  the connection is lost; trying again …'),
    },
    leaving.signal,
  )
  const said = async (text: string): Promise<void> => {
    const id = randomUUID()
    own.add(id)
    turns.posted(id)
    await client.post(room.id, { id, name, text })
  }
  try {
    if (isTerminal) await converse(lines, { client, room, screen, welcome, said })
    else await pipe(lines, turns, screen, said)
  } finally {
    leaving.abort()
    await following
  }
}

interface Conversation {
  client: RoomClient
  room: Room
  screen: ReturnType<typeof makeScreen>
  welcome: string
  said(text: string): Promise<void>
}

/** Until /quit, Ctrl-D or a signal. What fails is told, and the talk goes on. */
async function converse(lines: Interface, { client, room, screen, welcome, said }: Conversation): Promise<void> {
  const cast = room.bots.map(({ name, role }) => (role ? `${name} (${role})` : name)).join(', ')
  screen.dim([`${room.title}: ${cast || 'no bots'}.`, welcome].filter(Boolean).join(' '))
  screen.dim('/why tells what the bots decided, /quit or Ctrl-D ends.')
  const end = (): void => lines.close()
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  for await (const line of lines) {
    const text = line.trim()
    if (text === '/quit') break
    try {
      if (text === '/why') for (const why of await whyOf(client, room)) screen.dim(why)
      else if (text.startsWith('/')) screen.dim(`  ${text} is no command: /why, /quit`)
      else if (text !== '') await said(text)
    } catch (error) {
      screen.problem(`  not sent: ${(error as Error).message}`)
    }
    lines.prompt()
  }
  lines.close()
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.off(signal, end)
  process.stdout.write('\n')
}

/** Sends every line and waits until the bots have read them all and nobody is about to speak. */
async function pipe(
  lines: Interface,
  turns: ReturnType<typeof followTurns>,
  screen: ReturnType<typeof makeScreen>,
  said: Conversation['said'],
): Promise<void> {
  for await (const line of lines) if (line.trim() !== '') await said(line.trim())
  const deadline = performance.now() + patienceMs
  for (let quiet = 0; quiet < 2;) {
    if (performance.now() > deadline) return screen.dim(`  the bots are still at it after ${patienceMs / 1_000} s`)
    // oxlint-disable-next-line no-await-in-loop
    await wait(lookEveryMs)
    quiet = turns.isQuiet() ? quiet + 1 : 0
  }
}

/** The verdicts of each bot's last turn. */
async function whyOf(client: RoomClient, room: Room): Promise<string[]> {
  const verdicts = await client.verdicts(room.id, verdictsAsked)
  return room.bots.flatMap(({ id, name }) => {
    const own = verdicts.filter(({ bot, turn }) => bot === id && turn !== null)
    const last = own.filter(({ turn }) => turn === own.at(-1)?.turn)
    if (last.length === 0) return [`  ${name} has read nothing yet`]
    return last.map((verdict) => `  ${new Date(verdict.at).toTimeString().slice(0, 8)} ${name} ${verdictText(verdict)}`)
  })
}

/** Errors only, as lines beside the talk. */
function errorLog() {
  return pino(
    { level: 'error', base: null },
    {
      write(line: string) {
        const { msg, error } = JSON.parse(line) as { msg: string; error?: string }
        process.stderr.write(`chime: ${error === undefined ? msg : `${msg}: ${error}`}\n`)
      },
    },
  )
}
