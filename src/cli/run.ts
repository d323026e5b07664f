// `chime run "…"`: one message to a bot, and what it answers.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { loadServed } from '../channels/plugins.ts'
import type { RoomMessage } from '../channels/web/contract.ts'
import { suggest } from '../config/explain.ts'
import { InputError } from '../terminal/failure.ts'
import { makeRoomClient, type Room, type RoomClient } from '../terminal/room-client.ts'
import { langOf } from '../terminal/terminal-text.ts'
import { openService } from './chat/opened.ts'
import { causeText } from './chat/why.ts'
import { answerIn, type Outcome } from './run/answer-in.ts'

export interface RunOptions {
  config?: string
  bot?: string
  room?: string
  name: string
  /** Seconds. */
  timeout: number
  json: boolean
}

const lookEveryMs = 200
const verdictsAsked = 500
/** The word of a post may come a moment after the verdict on it. */
const postedWithinMs = 3_000
/** Nothing was said, and the reason is known. */
const silentCode = 3

export async function run(text: string, options: RunOptions): Promise<void> {
  const config = loadServed(options.config)
  const opened = await openService(config)
  try {
    const client = makeRoomClient(opened.url, config.channels.web.token)
    const { room, bot } = placeOf(await client.rooms(), options)
    const asked = await ask(client, { ...options, room, bot, text })
    print(asked, options.json)
  } finally {
    await opened.stop()
  }
}

interface Asked {
  bot: string
  replies: RoomMessage[]
  /** Why it says nothing. */
  silent?: string
  tookMs: number
}

function placeOf(rooms: readonly Room[], { bot: named, room: asked }: RunOptions) {
  const there = asked === undefined ? rooms : rooms.filter(({ id }) => id === asked)
  if (there.length === 0)
    throw new InputError(`there is no room "${asked}": --room takes ${rooms.map(({ id }) => id).join(', ')}`)
  const isNamed = ({ id, name }: Room['bots'][number]): boolean => named === undefined || id === named || name === named
  const room = there.find(({ bots }) => bots.some(isNamed))
  const bot = room?.bots.find(isNamed)
  if (room && bot) return { room, bot }
  const known = [...new Set(there.flatMap(({ bots }) => bots.map(({ id }) => id)))]
  throw new InputError(
    named === undefined ? 'no web room has a bot: name one with --room' : `--bot: ${suggest(named, known)}`,
  )
}

interface Question extends Pick<RunOptions, 'name' | 'timeout'> {
  room: Room
  bot: Room['bots'][number]
  text: string
}

/** Rejects with an InputError when the time is over. */
async function ask(client: RoomClient, { room, bot, text, name, timeout }: Question): Promise<Asked> {
  const id = randomUUID()
  const replies: RoomMessage[] = []
  const leaving = new AbortController()
  const following = client.follow(
    room.id,
    await client.newest(room.id),
    {
      message: (message) => void (message.sender === bot.id && message.replyTo === id && replies.push(message)),
      // A stream begins to tell them some time after it was asked for: they are asked for instead.
      verdict: () => undefined,
      lost: () => undefined,
    },
    leaving.signal,
  )
  const begun = performance.now()
  const passed = (): number => performance.now() - begun
  try {
    // Who is called knows that it is meant.
    await client.post(room.id, { id, name, text: `@${bot.name} ${text}` })
    let outcome: Outcome | undefined
    while (!outcome && passed() < timeout * 1_000) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await wait(lookEveryMs)
      // oxlint-disable-next-line no-await-in-loop
      outcome = answerIn(await client.verdicts(room.id, verdictsAsked), { bot: bot.id, message: id })
    }
    if (!outcome) throw new InputError(`${bot.name} has not answered within ${timeout} s: --timeout takes more`)
    const posted = passed()
    while (outcome.is === 'answered' && replies.length === 0 && passed() - posted < postedWithinMs) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await wait(lookEveryMs)
    }
    const silent = outcome.is === 'silent' ? causeText(outcome.why, langOf(process.env)) : undefined
    return { bot: bot.id, replies, ...(silent !== undefined && { silent }), tookMs: Math.round(passed()) }
  } finally {
    leaving.abort()
    await following
  }
}

function print({ bot, replies, silent, tookMs }: Asked, isJson: boolean): void {
  const said = replies.map(({ text, type }) => ({ text, ...(type && { type }) }))
  if (silent !== undefined) process.exitCode = silentCode
  if (isJson) {
    process.stdout.write(
      `${JSON.stringify({ bot, text: said.at(-1)?.text ?? null, replies: said, silent: silent ?? null, tookMs })}\n`,
    )
    return
  }
  for (const { text } of said) process.stdout.write(`${text}\n`)
  if (silent !== undefined) process.stderr.write(`chime: ${bot} says nothing: ${silent}\n`)
}
