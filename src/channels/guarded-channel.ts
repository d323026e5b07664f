// A channel of somebody else's code as the service may use it: what it hands in and answers is checked first.
import { z } from 'zod'
import { type Channel, ChannelError, type InboundMessage, type Intake } from './channel.ts'
import { cleanName, cleanText } from './web/clean.ts'

/** `warn` hears of every message that was left out, without its text. */
export function guardedChannel(channel: Channel, warn: (text: string) => void): Channel {
  const { name, capabilities = [], connect, typing, titleOf } = channel

  const readable = (given: unknown): InboundMessage[] => {
    if (!Array.isArray(given)) throw new TypeError(`${name} must hand in a list of messages`)
    return given.flatMap((one) => {
      const read = message.safeParse(one)
      const problem = read.success
        ? foreign(read.data, name)
        : read.error.issues.map(({ path, message: text }) => `${path.join('.') || 'it'}: ${text}`).join('; ')
      if (problem === undefined) return [clean(read.data as InboundMessage)]
      // Asking for it again would bring the same message for ever.
      warn(`a message was left out: ${problem}`)
      return []
    })
  }

  return {
    name,
    capabilities,
    identify: ({ id, name: called }) =>
      guard(async () => {
        const own = self.safeParse(await channel.identify({ id, name: called }))
        if (!own.success)
          throw new ChannelError('permanent', `${name} did not tell who ${id} is: expected { id, name }`)
        return own.data
      }),
    start: (intake: Intake) => guard(async () => channel.start(async (messages) => intake(readable(messages)))),
    ...(connect && {
      connect: (bot, line) =>
        guard(async () => {
          const close: unknown = await connect.call(channel, bot, line)
          if (typeof close !== 'function')
            throw new ChannelError('permanent', `${name} opened a line and gave no function to close it`)
          return async () => void (await (close as () => unknown)())
        }),
    }),
    send: (reply, signal) =>
      guard(async () => {
        const posted = sent.safeParse(await channel.send(structuredClone(reply), signal))
        // It may stand in the chat: another try could post it twice.
        if (!posted.success) throw new ChannelError('permanent', `${name} gave no id for what it posted`)
        return posted.data
      }),
    ...(typing && {
      typing: (bot: string, group: string, about: string) =>
        guard(async () => {
          const end: unknown = await typing.call(channel, bot, group, about)
          return async () => {
            if (typeof end === 'function') await (end as () => unknown)()
          }
        }),
    }),
    ...(titleOf && {
      titleOf: (group: string) => {
        const title: unknown = titleOf.call(channel, group)
        return typeof title === 'string' ? title.slice(0, longestName) : undefined
      },
    }),
    stop: () => guard(async () => channel.stop()),
  }
}

const longestId = 200
const longestName = 200
const longestText = 1_000_000
const maxMentions = 1_000

const id = z.string().min(1).max(longestId)
const words = z.string().max(longestName)
const self = z.object({ id, name: words.min(1) })
const sent = z.object({ id })
const message = z.object({
  id,
  group: id,
  // Whatever number it is: the chart clamps it.
  ts: z.custom<number>((given) => typeof given === 'number', 'expected ms'),
  sender: z.object({ id, name: words, bot: z.boolean() }),
  text: z.string().max(longestText),
  mentions: z.exactOptional(z.array(z.object({ id, name: words })).max(maxMentions)),
  replyTo: z.exactOptional(id),
  oneToOne: z.exactOptional(z.boolean()),
  bots: z.exactOptional(z.array(id)),
  contextOnly: z.exactOptional(z.literal(true)),
})

const clean = (given: InboundMessage): InboundMessage => ({
  ...given,
  sender: { ...given.sender, name: nameOf(given.sender.name) },
  text: cleanText(given.text),
  ...(given.mentions && { mentions: given.mentions.map((who) => ({ id: who.id, name: nameOf(who.name) })) }),
})

const nameOf = (name: string): string => cleanName(name).slice(0, 80) || 'somebody'

/** A module speaks for its own groups alone. */
const foreign = ({ group }: { group: string }, name: string): string | undefined =>
  group.startsWith(`${name}:`) ? undefined : `group: expected ${name}:…, the module's own`

async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asChannelError(error)
  }
}

/** What a stranger's code threw, as the service knows errors: by its `kind` and `retryAfterMs`. */
function asChannelError(error: unknown): ChannelError {
  if (error instanceof ChannelError) return error
  const { kind, retryAfterMs } = (typeof error === 'object' && error !== null ? error : {}) as Partial<ChannelError>
  const known = kind === 'rateLimited' || kind === 'permanent' ? kind : 'unavailable'
  const wait = typeof retryAfterMs === 'number' && retryAfterMs > 0 ? { retryAfterMs } : {}
  return new ChannelError(known, textOf(error), { cause: error, ...wait })
}

export const textOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, longestError)
const longestError = 300
