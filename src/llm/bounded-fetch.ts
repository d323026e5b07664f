// A fetch for model servers: answers are bounded in bytes and read in their charset, and no prompt goes to another origin.

/** Bytes of an answer, after decompression: 30 000 tokens of thoughts have some 300 000. */
export const longestAnswer = 1_048_576
/** Bytes of what a server says of a refusal: more of it is not read. */
const longestRefusal = 65_536
/** Pieces in which an answer may come: each costs time, however small it is. */
const mostPieces = 10_000
const mostRedirects = 3

/** The server answered, and the answer is not read. `message` goes on with what follows the server's name. */
export class UnusableAnswer extends Error {
  override name = 'UnusableAnswer'
}

/** Resolves with the whole answer, as UTF-8; a redirect that is not followed is one. Rejects with an UnusableAnswer, or as `fetch` does. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await withinOrigin(new URL(input instanceof Request ? input.url : input), init ?? {})
  const body = await wholeBody(response)
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name)
  const hasNone = response.status === 204 || response.status === 205 || response.status === 304
  // A Response takes no status above 599.
  return new Response(hasNone ? null : body, { status: Math.min(response.status, 599), headers })
}

/** Follows what asks for the same request again at the same origin, and nothing else. */
async function withinOrigin(url: URL, init: RequestInit, followed = 0): Promise<Response> {
  const response = await fetch(url.href, { ...init, redirect: 'manual' })
  const { status } = response
  const location = response.headers.get('location')
  if (status < 300 || status > 399 || location === null) return response
  const to = URL.parse(location, url.href)
  const isAsked = to?.origin === url.origin && (status === 307 || status === 308) && followed < mostRedirects
  if (!isAsked) return response
  await response.body?.cancel()
  return withinOrigin(to, init, followed + 1)
}

async function wholeBody(response: Response): Promise<string> {
  const { ok, headers } = response
  const compressions = (headers.get('content-encoding') ?? '').split(',').filter((each) => each.trim() !== '')
  if (compressions.length > 1) {
    await response.body?.cancel()
    throw new UnusableAnswer(`compressed its answer ${compressions.length} times: it is not read`)
  }
  const [read, isCut] = await firstBytes(response, ok ? longestAnswer : longestRefusal)
  if (isCut && ok) throw new UnusableAnswer(`sent more than ${longestAnswer} bytes: that is no answer`)
  return decoded(read, headers.get('content-type') ?? '', ok)
}

/** The bytes up to `most`, and whether there were more: those are never asked for. */
async function firstBytes({ body }: Response, most: number): Promise<[bytes: Uint8Array, isCut: boolean]> {
  let bytes = new Uint8Array(4_096)
  let length = 0
  let pieces = 0
  for await (const piece of body ?? []) {
    pieces += 1
    // Leaving the loop cancels the stream, and with it the connection.
    if (length + piece.length > most || pieces > mostPieces) return [bytes.subarray(0, length), true]
    if (length + piece.length > bytes.length) {
      const larger = new Uint8Array(Math.min(most, 2 * (length + piece.length)))
      larger.set(bytes.subarray(0, length))
      bytes = larger
    }
    bytes.set(piece, length)
    length += piece.length
  }
  return [bytes.subarray(0, length), false]
}

/** An answer that its charset cannot spell is refused: shown, it would be signs that nobody wrote. */
function decoded(bytes: Uint8Array, contentType: string, isAnswer: boolean): string {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([\w.:+-]{1,40})/i.exec(contentType) ?? []
  try {
    return new TextDecoder(charset, { fatal: isAnswer }).decode(bytes)
  } catch {
    if (!isAnswer) return new TextDecoder().decode(bytes)
    throw new UnusableAnswer(`answered in bytes that are no ${charset}: it must send UTF-8, or name its charset`)
  }
}
