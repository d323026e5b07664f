// What the platform's HTTP answers mean, whatever form a failure takes.
import { FeishuError, refusalError } from './errors.ts'

/** Takes the secret and tokens out of what the platform or a proxy quotes. */
export type Hide = (text: string) => string

export function answerOf(data: unknown, hide: Hide): { code?: number; message: string } {
  const { code, msg } = (typeof data === 'object' && data !== null ? data : {}) as { code?: unknown; msg?: unknown }
  return { ...(typeof code === 'number' && { code }), message: typeof msg === 'string' ? hide(msg) : 'no reason given' }
}

export function waitOf(headers: unknown): { retryAfterMs?: number } {
  const given = headers as Record<string, unknown> | undefined
  const seconds = Number(given?.['x-ogw-ratelimit-reset'] ?? given?.['retry-after'])
  return seconds > 0 && seconds <= 600 ? { retryAfterMs: seconds * 1000 } : {}
}

interface HttpFailure {
  message?: string
  code?: string
  response?: { status: number; data: unknown; headers: unknown }
}

/** Never keeps the failed request: its headers hold the token, its body may hold the secret. */
export function asFeishuError(error: unknown, hide: Hide): FeishuError {
  if (error instanceof FeishuError) return error
  const { response, message = '', code } = (typeof error === 'object' && error !== null ? error : {}) as HttpFailure
  if (response) {
    const { status, data, headers } = response
    return refusalError({ status, ...answerOf(data, hide), ...waitOf(headers) })
  }
  const why = `${code ? `${code} ` : ''}${hide(message).slice(0, 300)}`
  return new FeishuError('unavailable', `Feishu cannot be reached: ${why}`)
}
