// A channel of somebody else's code as the service may use it: checked, bounded in time, and with errors that are known.
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { z } from 'zod'
import { type Channel, ChannelError, type Intake, type Line, TooLargeError } from '../channel.ts'
import { inTime } from '../waiting.ts'
import { readMessages } from './foreign-messages.ts'
import { cleanName, cleanText } from '../clean.ts'

/** How long somebody else's code may take, ms. */
export interface Timeouts {
  /** To be loaded, and to start. */
  startMs: number
  /** To stop, to close a line, to show or to hide that a bot writes. */
  stopMs: number
}

export const usualTimeouts: Timeouts = { startMs: 30_000, stopMs: 5_000 }

interface Options {
  /** Hears of what was left out or went wrong at the end, without texts of messages. */
  warn: (text: string) => void
  timeouts: Timeouts
}

export function guardedChannel(channel: Channel, { warn, timeouts }: Options): Channel {
  const { name, connect, react, unreact, edit, typing, titleOf, people, download } = channel

  /** A few at a time: the others are not to wait for a flood. */
  const taken = async (intake: Intake, given: unknown): Promise<void> => {
    if (!Array.isArray(given)) throw new TypeError(`${name} must hand in a list of messages`)
    const problems: string[] = []
    for (let from = 0; from < given.length; from += atOnce) {
      const messages = readMessages(given.slice(from, from + atOnce), name, problems)
      // oxlint-disable-next-line no-await-in-loop -- in their order
      if (messages.length > 0) await intake(messages)
      // oxlint-disable-next-line no-await-in-loop
      if (from + atOnce < given.length) await turnOfLoop()
    }
    for (const problem of problems.slice(0, mostWarnings)) warn(`a message was left out: ${problem}`)
    if (problems.length > mostWarnings) warn(`${problems.length - mostWarnings} further messages were left out`)
  }

  /** The service goes on however it ends. */
  const ended = (what: string, work: () => unknown): Promise<void> =>
    within(timeouts.stopMs, `${name}: ${what}`, work).then(
      () => undefined,
      (error: unknown) => {
        warn(`it did not end well: ${textOf(error)}`)
      },
    )

  const soon =
    <T>(what: string, work: (given: T, signal: AbortSignal) => Promise<void>) =>
    (given: T, signal: AbortSignal): Promise<void> =>
      guard(() =>
        within(timeouts.stopMs, `${name}: ${what}`, async () => {
          await work.call(channel, structuredClone(given), signal)
        }),
      )

  return {
    name,
    ...(channel.writesMarkdown === true && { writesMarkdown: true }),
    identify: ({ id, name: called }) =>
      guard(async () => {
        const own = self.safeParse(await channel.identify({ id, name: called }))
        if (!own.success)
          throw new ChannelError('permanent', `${name} did not tell who ${id} is: expected { id, name }`)
        return own.data
      }),
    start: (intake) =>
      guard(() =>
        within(timeouts.startMs, `${name}: start()`, () => channel.start((messages) => taken(intake, messages))),
      ),
    ...(connect && {
      connect: (bot, line) =>
        guard(async () => {
          const close: unknown = await connect.call(channel, bot, guardedLine(line))
          if (typeof close !== 'function')
            throw new ChannelError('permanent', `${name} opened a line and gave no function to close it`)
          return () => ended(`the line of ${bot.id}`, close as () => unknown)
        }),
    }),
    send: (reply, signal) =>
      guard(async () => {
        const posted = sent.safeParse(await channel.send(structuredClone(reply), signal))
        // It may stand in the chat: another try could post it twice.
        if (!posted.success) throw new ChannelError('permanent', `${name} gave no id for what it posted`)
        return posted.data
      }),
    ...(react && { react: soon('react()', react) }),
    ...(unreact && { unreact: soon('unreact()', unreact) }),
    ...(edit && { edit: soon('edit()', edit) }),
    ...(download && {
      download: (what, signal) =>
        guard(async () => {
          const read = downloaded.safeParse(await download.call(channel, structuredClone(what), signal))
          if (!read.success) throw new ChannelError('permanent', `${name} gave no bytes`)
          if (read.data.bytes.byteLength > what.most) throw new TooLargeError(what.most)
          return read.data
        }),
    }),
    ...(typing && {
      typing: (bot: string, group: string, about: string) =>
        guard(async () => {
          const end: unknown = await within(timeouts.stopMs, `${name}: typing()`, () =>
            typing.call(channel, bot, group, about),
          )
          return () => ended('typing()', () => typeof end === 'function' && (end as () => unknown)())
        }),
    }),
    ...(titleOf && {
      titleOf: (group: string) => {
        try {
          const title: unknown = titleOf.call(channel, group)
          return typeof title === 'string' ? cleanName(title.slice(0, longest)) : undefined
        } catch {
          return undefined
        }
      },
    }),
    ...(people && {
      people: (group: string) => {
        try {
          return members.safeParse(people.call(channel, group)).data
        } catch {
          return undefined
        }
      },
    }),
    stop: () => ended('stop()', () => channel.stop()),
  }
}

const atOnce = 50
const mostWarnings = 5
const longest = 200
const longestText = 80_000
const mostParts = 100

const id = z.string().min(1).max(longest)
const self = z.object({ id, name: z.string().max(longest).transform(cleanName).pipe(z.string().min(1)) })
const own = z
  .object({
    id,
    text: z.string().transform((given) => cleanText(given.slice(0, longestText))),
    bots: z.nullish(z.array(id)),
  })
  .transform(({ bots, ...rest }) => ({ ...rest, ...(bots && { bots }) }))
/** Where its own words cannot be read the post stands all the same. */
const sent = z
  .object({ id, echo: z.array(own).nullish().catch(undefined) })
  .transform(({ id: first, echo }) => ({ id: first, ...(echo && { echo: echo.slice(0, mostParts) }) }))
const downloaded = z
  .object({ bytes: z.instanceof(Uint8Array), mime: z.string().max(100).optional().catch(undefined) })
  .transform(({ bytes, mime }) => ({ bytes, ...(mime !== undefined && { mime }) }))
const members = z.array(z.string()).max(100_000)

/** Rejects as `unavailable` when the time is over; what still comes of the work counts for nothing. */
export const within = <T>(ms: number, what: string, work: () => T | Promise<T>): Promise<T> =>
  inTime((async () => work())(), ms, () => new ChannelError('unavailable', `${what} took longer than ${ms} ms`))

/** What is told of a line, in the words of the contract. */
const guardedLine = (line: Line): Line => ({
  ready: () => line.ready(),
  reconnecting: (reason: unknown) => line.reconnecting(reasonOf(reason)),
  down(trouble: unknown) {
    const { reason, permanent } = (trouble ?? {}) as Record<string, unknown>
    line.down({ reason: reasonOf(reason), permanent: permanent === true })
  },
})

const reasonOf = (reason: unknown): string => (reason === undefined ? 'it did not say why' : textOf(reason))

async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof TooLargeError ? error : asChannelError(error)
  }
}

/** What a stranger's code threw, as the service knows errors: by its `kind` and `retryAfterMs`. */
function asChannelError(error: unknown): ChannelError {
  const { kind, retryAfterMs } = (typeof error === 'object' && error !== null ? error : {}) as Partial<ChannelError>
  const known = kind === 'rateLimited' || kind === 'permanent' ? kind : 'unavailable'
  const wait = typeof retryAfterMs === 'number' && retryAfterMs > 0 ? { retryAfterMs } : {}
  return new ChannelError(known, textOf(error), { cause: error, ...wait })
}

/** Of whatever was thrown or told: one line, not too long. */
export function textOf(thrown: unknown): string {
  try {
    return cleanName(String(thrown instanceof Error ? thrown.message : thrown).slice(0, longestTold))
  } catch {
    return 'something that is no text'
  }
}
const longestTold = 300
