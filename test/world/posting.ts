// What a page or a program posts to a service that runs.

interface Extra {
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** A text goes as it is. */
export const postJson = (url: string, body: unknown, { headers, signal }: Extra = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  })

/** Says something in a room; under an id that is known it is said once. */
export const sayIn = (service: string, room: string, said: object, extra?: Extra): Promise<Response> =>
  postJson(`${service}/api/rooms/${room}/messages`, said, extra)

/** Rejects unless the service has it. */
export async function mustSay(service: string, room: string, said: object): Promise<void> {
  const answer = await sayIn(service, room, said)
  if (!answer.ok) throw new Error(`the post was answered ${answer.status}: ${await answer.text()}`)
  await answer.body?.cancel()
}
