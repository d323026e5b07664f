// One try to hand an event to a peer, and what its answer means (X6).
import type { PeerTrouble } from '../../../machines/peer.ts'
import { contentType } from './envelope.ts'
import { sign } from './signature.ts'

interface Target {
  url: string
  keys: { out: readonly string[] }
}

/** Undefined: the peer has it. A reason: it never will, trying again does not help. Rejects with a PeerTrouble. */
export async function post(
  { url, keys }: Target,
  { id, body }: { id: string; body: string },
  now: () => number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const response = await answerTo(url, {
    method: 'POST',
    // The timestamp is this try's: the replay window of a retry begins anew.
    headers: { 'content-type': contentType, ...sign(keys.out, id, body, now()) },
    body,
    redirect: 'manual',
    signal,
  })
  await response.body?.cancel()
  const { status, ok } = response
  if (ok) return undefined
  if (status === 408 || status === 429 || status >= 500) {
    const retryAfterMs = waitOf(response.headers.get('retry-after'), now())
    throw trouble({
      reason: `the peer answered ${status}`,
      code: 'peerAnswered',
      numbers: { status },
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    })
  }
  return `the peer answered ${status}${hints[status] ?? ''}`
}

const noBridge = ': bridge.peers[].url is not the address of a bridge'
const hints: Record<number, string> = {
  401: ': it does not know our key, or the clocks differ by more than 5 minutes',
  403: ': it knows our key under another id, or does not share this group with us',
  404: noBridge,
  405: noBridge,
  415: noBridge,
}

async function answerTo(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request)
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    throw trouble({
      reason: `the peer cannot be reached${cause?.code ? ` (${cause.code})` : ''}`,
      code: 'peerUnreachable',
      ...(cause?.code && { numbers: { said: cause.code } }),
    })
  }
}

/** Plain data, as the chart keeps it. */
const trouble = ({ reason, ...rest }: PeerTrouble): Error & PeerTrouble =>
  Object.assign(new Error(reason), { reason, ...rest })

/** Seconds or a date. */
function waitOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
