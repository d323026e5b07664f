// What somebody else's channel hands in, read as messages and corrections: what is none of them is left out, and told.
import { defined } from '../../config/defined.ts'
import { z } from 'zod'
import type { Correction, InboundMessage } from '../channel.ts'
import { cleanName, cleanText } from '../clean.ts'
import { foreignParts } from './foreign-parts.ts'

/** Why one was left out goes to `problems`, without its text: asking for it again would bring the same for ever. */
export function readMessages(given: readonly unknown[], channel: string, problems: string[]): InboundMessage[] {
  return given.flatMap((one) => {
    const found = message.safeParse(one)
    const problem = found.success ? foreign(found.data, channel) : problemOf(found.error)
    if (found.success && problem === undefined) return [clean(found.data)]
    problems.push(problem ?? '')
    return []
  })
}

/** undefined: it is none of this channel's, and `warn` hears why. */
export function readCorrection(given: unknown, channel: string, warn: (text: string) => void): Correction | undefined {
  const found = correction.safeParse(given)
  const problem = found.success ? foreign(found.data, channel) : problemOf(found.error)
  if (problem !== undefined) warn(`a correction was left out: ${problem}`)
  if (!found.success || problem !== undefined) return undefined
  const { group, id: of, text: said } = found.data
  return { group, id: of, text: said ?? undefined }
}

const longestId = 200
/** UTF-16 units: four times what is kept of them. */
const longestText = 80_000
const longestName = 80
const mostMembers = 1_000

/** As the store and the logs keep it: whole characters on one line. */
const id = z
  .string()
  .min(1)
  .max(longestId)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'expected no control characters')
const name = z.string().transform((given) => cleanName(given.slice(0, 4 * longestName)).slice(0, longestName))
const text = z.string().transform((given) => cleanText(given.slice(0, longestText)))
const someOf = <T extends z.ZodType>(item: T) =>
  z.preprocess((given) => (Array.isArray(given) ? given.slice(0, mostMembers) : given), z.array(item))

/** JavaScript writes undefined, null or false where it has nothing to say. */
const message = z.object({
  id,
  group: id,
  topic: z.nullish(z.union([z.literal(''), id])),
  // Whatever number it is: the chart clamps it.
  ts: z.custom<number>((given) => typeof given === 'number', 'expected ms'),
  sender: z.object({ id, name, bot: z.boolean() }),
  text,
  parts: z.nullish(foreignParts).catch(undefined),
  mentions: z.nullish(someOf(z.object({ id, name }))),
  replyTo: z.nullish(z.union([z.literal(''), id])),
  oneToOne: z.nullish(z.boolean()),
  bots: z.nullish(someOf(id)),
  contextOnly: z.nullish(z.boolean()),
})

const correction = z.object({ group: id, id, text: z.nullish(text) })

const clean = (given: z.output<typeof message>): InboundMessage =>
  defined({
    ...given,
    topic: given.topic || undefined,
    sender: named(given.sender),
    parts: given.parts ?? undefined,
    mentions: given.mentions?.map(named),
    replyTo: given.replyTo || undefined,
    oneToOne: given.oneToOne || undefined,
    bots: given.bots ? [...new Set(given.bots)] : undefined,
    contextOnly: given.contextOnly || undefined,
  })

const named = <T extends { name: string }>(who: T): T => ({ ...who, name: who.name || 'somebody' })

/** A module speaks for its own groups alone. */
const foreign = ({ group }: { group: string }, channel: string): string | undefined =>
  group.startsWith(`${channel}:`) && group.length > channel.length + 1
    ? undefined
    : `group: expected ${channel}:…, the module's own`

const problemOf = (error: z.ZodError): string =>
  error.issues.map(({ path, message: said }) => `${path.join('.') || 'it'}: ${said}`).join('; ')
