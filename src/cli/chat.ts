// `chime chat`: a room in the terminal, with the service in this process or the one that runs already.
import { randomUUID } from 'node:crypto'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { styleText } from 'node:util'
import { loadServed } from '../channels/plugins.ts'
import { readTyped } from './chat/commands.ts'
import { openService, type OpenedService } from './chat/opened.ts'
import { makeRoomClient, type Room, type RoomClient } from '../terminal/room-client.ts'
import { makeScreen } from './chat/screen.ts'
import { followTurns } from './chat/turns.ts'
import { causeText, whyLines } from './chat/why.ts'
import { type ChatWords, chatWords } from './chat/words.ts'
import { InputError } from '../terminal/failure.ts'
import { langOf } from '../terminal/terminal-text.ts'

export interface ChatOptions {
  config?: string
  name: string
  room?: string
  /** A folder: the talk is with one bot, which works there. */
  workspace?: string
  /** Id or name of that bot. */
  bot?: string
}

/** What a pipe waits for the bots once everything was sent. */
const timeoutMs = 90_000
const lookEveryMs = 250
const verdictsAsked = 200

export async function chat({ config: file, name, room: asked, workspace, bot }: ChatOptions): Promise<void> {
  if (workspace !== undefined) {
    const { shell } = await import('./shell.ts')
    return shell({ workspace, name, ...(file !== undefined && { config: file }), ...(bot !== undefined && { bot }) })
  }
  if (bot !== undefined) throw new InputError('--bot names who works in a folder: give the folder with --workspace')
  const config = loadServed(file)
  const opened = await openService(config)
  try {
    const client = makeRoomClient(opened.url, config.channels.web.token)
    const room = roomOf(await client.rooms(), asked)
    await sit(client, room, name, (words) => welcomeTo(opened, words))
  } finally {
    await opened.stop()
  }
}

const welcomeTo = ({ url, isOthers, rehearsal }: OpenedService, words: ChatWords): string =>
  isOthers ? words.connected(url) : rehearsal ? words.rehearsal : ''

function roomOf(rooms: readonly Room[], asked: string | undefined): Room {
  const room = asked === undefined ? rooms[0] : rooms.find(({ id }) => id === asked)
  if (room) return room
  throw new InputError(`there is no room "${asked}": --room takes ${rooms.map(({ id }) => id).join(', ')}`)
}

async function sit(client: RoomClient, room: Room, name: string, welcome: (words: ChatWords) => string): Promise<void> {
  const lang = langOf(process.env)
  const words = chatWords[lang]
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
        const silencing = turns.see(verdict)
        if (silencing) screen.dim(words.silent(nameOf(verdict.bot), causeText(silencing, lang)))
      },
      lost: () => screen.dim(words.lost),
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
    const why = async () => {
      const verdicts = await client.verdicts(room.id, verdictsAsked)
      return room.bots.flatMap((bot) => whyLines(bot, verdicts, words, lang))
    }
    if (isTerminal) {
      for (const text of [words.room(room.title, room.bots), welcome(words), words.hint]) if (text) screen.dim(text, 0)
      await converse(lines, { screen, words, why, said })
    } else await pipe(lines, { turns, screen, words, said })
  } finally {
    leaving.abort()
    await following
  }
}

type Piping = Pick<Conversation, 'screen' | 'words' | 'said'> & { turns: ReturnType<typeof followTurns> }

interface Conversation {
  screen: ReturnType<typeof makeScreen>
  words: ChatWords
  why(): Promise<ReturnType<typeof whyLines>>
  said(text: string): Promise<void>
}

/** Until /quit, Ctrl-D or a signal. What fails is told, and the talk goes on. */
async function converse(lines: Interface, { screen, words, why, said }: Conversation): Promise<void> {
  const end = (): void => lines.close()
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  lines.prompt()
  for await (const line of lines) {
    const typed = readTyped(line, words)
    if (typed.does === 'quit') break
    try {
      if (typed.does === 'say') await said(typed.text)
      else if (typed.does === 'tell') for (const each of typed.lines) screen.dim(each)
      else if (typed.does === 'why') for (const { text, under } of await why()) screen.dim(text, under ? 4 : 2)
    } catch (error) {
      screen.problem(words.notSent((error as Error).message))
    }
    lines.prompt()
  }
  lines.close()
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.off(signal, end)
  process.stdout.write('\n')
}

/** Sends every line and waits until the bots have read them all and nobody is about to speak. */
async function pipe(lines: Interface, { turns, screen, words, said }: Piping): Promise<void> {
  for await (const line of lines) if (line.trim() !== '') await said(line.trim())
  const deadline = performance.now() + timeoutMs
  for (let quiet = 0; quiet < 2;) {
    if (performance.now() > deadline) return screen.dim(words.stillBusy(timeoutMs / 1_000))
    // oxlint-disable-next-line no-await-in-loop
    await wait(lookEveryMs)
    quiet = turns.isQuiet() ? quiet + 1 : 0
  }
}
