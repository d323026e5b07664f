// What the platform's refusals mean: passing, too fast, or for good.
import type { LineCause } from '../../../machines/line-cause.ts'
import { ChannelError } from '../channel.ts'

interface Refusal {
  /** HTTP status. */
  status: number
  /** The platform's own code; absent when the answer had none. */
  code?: number
  message: string
  /** How long the platform asks to wait, ms. */
  retryAfterMs?: number
}

/** A ChannelError that still knows the platform's code. */
export class FeishuError extends ChannelError {
  override name = 'FeishuError'
  readonly code: number | undefined

  constructor(kind: ChannelError['kind'], message: string, refusal: Partial<Refusal> = {}, options?: ErrorOptions) {
    const { code, status = code ?? -1, retryAfterMs } = refusal
    const line: LineCause =
      status < 0 ? { code: 'platformUnreachable' } : { code: 'platformRefused', numbers: { status: code ?? status } }
    super(kind, message, { ...options, ...(retryAfterMs !== undefined && { retryAfterMs }), line })
    this.code = code
  }

  /** The month's calls are used up: whatever is not needed stops. */
  get isOverQuota(): boolean {
    return this.code === overQuota
  }

  /** The token was dropped by the platform before its time: a new one may help. */
  get isStaleToken(): boolean {
    return this.code !== undefined && staleToken.has(this.code)
  }

  /** The message spoken of was taken back or never was. */
  get isGone(): boolean {
    return this.code !== undefined && gone.has(this.code)
  }

  /** What was to be posted is not in a form that the platform takes: it stands nowhere. */
  get isMisshapen(): boolean {
    return this.code !== undefined && misshapen.has(this.code)
  }

  /** A permission that the app does not have, or that was not published. */
  get isMissingScope(): boolean {
    return this.code !== undefined && missingScope.has(this.code)
  }
}

/** An answer of the platform that is no success, by its code first and its HTTP status second. */
export function refusalError(refusal: Refusal): FeishuError {
  const { status, code, message } = refusal
  const number = code === undefined ? `HTTP ${status}` : String(code)
  const said = message.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, longestMessage)
  const hint = code === undefined ? undefined : hints.get(code)
  return new FeishuError(
    kindOf(refusal),
    [`Feishu answered ${number}: ${said}`, hint].filter(Boolean).join('; '),
    refusal,
  )
}

const overQuota = 99991403
const tooFast: ReadonlySet<number> = new Set([99991400, 230020])
const staleToken: ReadonlySet<number> = new Set([99991661, 99991663, 99991664, 99991668])
const gone: ReadonlySet<number> = new Set([230011, 231003, 230110])
const misshapen: ReadonlySet<number> = new Set([9499, 230001, 230099, 99992402])
const missingScope: ReadonlySet<number> = new Set([99991672, 99991679, 230027])
/** The platform is busy or ill; the same call may pass a moment later. */
const passing: ReadonlySet<number> = new Set([...staleToken, 2200, 230049, 1000040343])

const hints = new Map([
  [overQuota, 'over quota: the calls of this month are used up'],
  [10003, 'the app id is unknown'],
  [10014, 'the app secret is wrong'],
  [230002, 'the bot is not in this chat'],
  [230006, 'turn the bot capability on in the console and publish a version'],
  [230013, 'the app is not available to this user: widen its availability in the console'],
  [230027, 'add the scope im:message.group_msg in the console and publish a version'],
  [230110, 'it was taken back'],
  [234003, 'the message does not carry this file'],
  [234004, 'the app that reads it is not in this chat'],
  [234006, 'the platform gives files of at most 100 MB'],
  [234037, 'the platform does not give encrypted files'],
  [234043, 'the platform does not give files of forwarded messages and cards'],
  [99991672, 'add the scope in the console and publish a version'],
  [99991679, 'add the scope in the console and publish a version'],
])

const longestMessage = 300

function kindOf({ status, code }: Refusal): ChannelError['kind'] {
  if (code !== undefined && code !== 0) {
    if (tooFast.has(code)) return 'rateLimited'
    if (passing.has(code)) return 'unavailable'
    if (code === overQuota) return 'permanent'
  }
  if (status === 429) return 'rateLimited'
  return status >= 500 || status === 408 || (code === undefined && status < 400) ? 'unavailable' : 'permanent'
}
