// Fetches what somebody in a chat points at, from hosts that are known, and never more than asked for.
import { ChannelError, type Downloaded, TooLargeError } from './channel.ts'
import { readBounded } from './read-bounded.ts'

interface Wanted {
  url: string
  /** Whether the address may be asked at all: redirects are not followed. */
  isAllowed: (url: URL) => boolean
  /** Bytes. */
  most: number
}

/** Rejects with a ChannelError: permanent when it is gone, forbidden, too large or elsewhere. */
export async function fetchBytes({ url, isAllowed, most }: Wanted, signal: AbortSignal): Promise<Downloaded> {
  const address = URL.parse(url)
  if (!address || !isAllowed(address))
    throw new ChannelError('permanent', `files of ${address?.host ?? url} are not fetched`)
  const response = await fetch(address, { signal, redirect: 'manual', headers: { accept: '*/*' } }).catch(
    (error: unknown) => {
      throw new ChannelError('unavailable', 'the file could not be fetched', { cause: error })
    },
  )
  try {
    if (!response.ok) throw refused(response.status)
    return { bytes: await read(response, most), ...mimeOf(response) }
  } finally {
    await response.body?.cancel().catch(() => undefined)
  }
}

function refused(status: number): ChannelError {
  if (status === 429) return new ChannelError('rateLimited', 'the host of the file asks to wait')
  if (status >= 500) return new ChannelError('unavailable', `the host of the file answered ${status}`)
  return new ChannelError('permanent', `the host of the file answered ${status}`)
}

async function read({ body }: Response, most: number): Promise<Uint8Array> {
  const { bytes, isCut } = await readBounded(body, most).catch((error: unknown) => {
    throw new ChannelError('unavailable', 'the file broke off', { cause: error })
  })
  if (isCut) throw new TooLargeError(most)
  return bytes
}

function mimeOf(response: Response): Pick<Downloaded, 'mime'> {
  const mime = response.headers.get('content-type')?.split(';', 1)[0]?.trim()
  return mime ? { mime } : {}
}
