// What the platform's refusals mean: passing, too fast, or for good.
import type { LineCause } from '../../../machines/line-cause.ts'
import { ChannelError } from '../channel.ts'

interface Refusal {
  /** HTTP status, or the code with which the gateway closed. */
  status?: number
  /** The platform's own code (JSON error codes). */
  code?: number
  retryAfterMs?: number
}

/** A ChannelError that still knows the platform's code. */
export class DiscordError extends ChannelError {
  override name = 'DiscordError'
  readonly code: number | undefined
  readonly status: number | undefined

  constructor(kind: ChannelError['kind'], message: string, { status, code, retryAfterMs }: Refusal = {}) {
    const line: LineCause =
      status === undefined ? { code: 'platformUnreachable' } : { code: 'platformRefused', numbers: { status } }
    super(kind, message, { ...(retryAfterMs !== undefined && { retryAfterMs }), line })
    this.code = code
    this.status = status
  }
}

/** `said` is the platform's own text. */
export function refusalError(said: string, refusal: Refusal & { status: number }): DiscordError {
  const { status, code } = refusal
  const number = code ? `${status} (${code})` : String(status)
  const hint = status === 401 ? 'the token is wrong or was reset' : code === undefined ? undefined : hints.get(code)
  return new DiscordError(
    kindOf(refusal),
    [`Discord answered ${number}: ${plain(said)}`, hint].filter(Boolean).join('; '),
    refusal,
  )
}

/** After these the gateway takes the bot no more until somebody changes something. */
export function closedForGood(code: number): DiscordError | undefined {
  const why = finalCloses.get(code)
  return why === undefined
    ? undefined
    : new DiscordError('permanent', `Discord closed the connection (${code}): ${why}`, { status: code })
}

const finalCloses = new Map([
  [4004, 'the token is wrong or was reset'],
  [4010, 'the shard is invalid'],
  [4011, 'the bot is in too many servers for one connection'],
  [4012, 'the version of the gateway is not served any more'],
  [4013, 'the intents are invalid'],
  [4014, 'switch on Message Content Intent in the developer portal, under Bot → Privileged Gateway Intents'],
])

export const isGone = (error: unknown): boolean =>
  error instanceof DiscordError && (error.status === 404 || gone.has(error.code ?? 0))

export const isUnknownEmoji = (error: unknown): boolean => error instanceof DiscordError && error.code === 10014

const gone: ReadonlySet<number> = new Set([10003, 10008])
/** Slow mode, and limits of writes in a channel or a server. */
const tooFast: ReadonlySet<number> = new Set([20016, 20028, 20029])

const hints = new Map([
  [50001, 'the bot may not see this channel'],
  [50013, 'the bot’s role lacks a permission in this channel'],
  [50007, 'this person takes no direct messages of the bot'],
])

const longestMessage = 300

const plain = (said: string): string => said.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, longestMessage)

function kindOf({ status, code }: Refusal & { status: number }): ChannelError['kind'] {
  if (status === 429 || tooFast.has(code ?? 0)) return 'rateLimited'
  return status >= 500 || status === 408 ? 'unavailable' : 'permanent'
}
