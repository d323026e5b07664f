// What Telegram's refusals and broken calls mean: passing, too fast, or for good; and whether the call may have been done.
import type { LineCause } from '../../../machines/line-cause.ts'
import { ChannelError } from '../channel.ts'

/** A ChannelError that still knows Telegram's code. */
export class TelegramError extends ChannelError {
  override name = 'TelegramError'
  /** As the answer says; undefined: no answer came that can be read. */
  readonly code: number | undefined
  /** Nobody knows whether the call was done: what it posts may stand in the chat. */
  readonly mayBeDone: boolean

  constructor(
    kind: ChannelError['kind'],
    message: string,
    {
      code,
      mayBeDone = false,
      ...options
    }: ErrorOptions & { code?: number; mayBeDone?: boolean; retryAfterMs?: number } = {},
  ) {
    const line: LineCause =
      code === undefined ? { code: 'platformUnreachable' } : { code: 'platformRefused', numbers: { status: code } }
    super(kind, message, { ...options, line })
    this.code = code
    this.mayBeDone = mayBeDone
  }
}

interface Refusal {
  error_code: number
  description: string
  parameters?: { retry_after?: number | undefined } | undefined
}

/** An answer that says `ok: false`. */
export function refusalError({ error_code: code, description, parameters }: Refusal): TelegramError {
  const said = description
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, longestMessage)
    .toWellFormed()
  const message = [`Telegram answered ${code}: ${said}`, hintOf(code, said)].filter(Boolean).join('; ')
  if (code === 429)
    return new TelegramError('rateLimited', message, { code, retryAfterMs: (parameters?.retry_after ?? 1) * 1_000 })
  // 503 says that it was not tried; of the others the server cannot tell.
  if (code >= 500) return new TelegramError('unavailable', message, { code, mayBeDone: code !== 503 })
  return new TelegramError(code === 409 && !isWebhook(said) ? 'unavailable' : 'permanent', message, { code })
}

/** A call that got no answer, or none that can be read. */
export function brokenError(cause: unknown): TelegramError {
  const { code, type, name } = (cause ?? {}) as { code?: unknown; type?: unknown; name?: unknown }
  const what = [code, type, name].find((each): each is string => typeof each === 'string') ?? 'no answer'
  const isUnsent = typeof code === 'string' && (unsent.has(code) || code.startsWith('CERT_') || code.includes('_CERT'))
  return new TelegramError('unavailable', `Telegram cannot be reached (${what})`, {
    mayBeDone: !isUnsent,
    cause,
  })
}

export const isWebhook = (said: string): boolean => /webhook/i.test(said)

const longestMessage = 300
/** The connection was never made. */
const unsent: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function hintOf(code: number, said: string): string | undefined {
  if (code === 401 || code === 404) return 'the token is not valid (any more): ask BotFather for it (/token)'
  if (code === 409)
    return isWebhook(said)
      ? 'a webhook is set elsewhere: remove it (deleteWebhook), see chime doctor'
      : 'another program reads the updates of this bot: a token is for one program alone'
  if (code === 403) return 'the bot was removed, blocked, or may not write there'
  if (/upgraded to a supergroup/i.test(said)) return 'the group has a new id: it goes on as another group'
  return undefined
}
