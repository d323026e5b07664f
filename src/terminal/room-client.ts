// A client of the room API: posts, and follows a room's messages and verdicts as they happen.
import { setTimeout as wait } from 'node:timers/promises'
import type { BotVerdict } from '../channels/web/event-stream.ts'
import type { RoomMessage } from '../channels/web/rooms.ts'
import { InputError } from './failure.ts'

export interface Room {
  id: string
  title: string
  bots: { id: string; name: string; role: string }[]
}

export interface Follower {
  message(message: RoomMessage): void
  verdict(verdict: BotVerdict): void
  /** The stream broke off; it is taken up again. */
  lost(): void
}

export type RoomClient = ReturnType<typeof makeRoomClient>

const timeoutMs = 15_000
const retryMs = 1_000

/** Calls reject with an InputError that says what the service said. */
export function makeRoomClient(url: string, token?: string) {
  const auth: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }

  async function call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...auth, 'content-type': 'application/json' }
    const asked = fetch(`${url}${path}`, { signal: AbortSignal.timeout(timeoutMs), ...init, headers })
    const answer = await asked.catch((cause: unknown) => {
      throw new InputError(`the service at ${url} cannot be reached: is it still running?`, { cause })
    })
    if (answer.ok) return answer
    const { detail } = (await answer.json().catch(() => ({}))) as { detail?: string }
    throw new InputError(detail ?? `the service answered ${answer.status}`)
  }
  const get = async <T>(path: string): Promise<T> => (await (await call(path)).json()) as T
  const pathOf = (room: string): string => `/api/rooms/${encodeURIComponent(room)}`

  return {
    rooms: async () => (await get<{ rooms: Room[] }>('/api/rooms')).rooms,
    verdicts: async (room: string, limit: number) =>
      (await get<{ verdicts: BotVerdict[] }>(`${pathOf(room)}/verdicts?limit=${limit}`)).verdicts,
    async post(room: string, message: { id: string; name: string; text: string }): Promise<void> {
      await call(`${pathOf(room)}/messages`, { method: 'POST', body: JSON.stringify(message) })
    },
    /** Seq of the newest message; 0 in an empty room. */
    async newest(room: string): Promise<number> {
      const { messages } = await get<{ messages: RoomMessage[] }>(`${pathOf(room)}/messages?limit=1`)
      return messages[0]?.seq ?? 0
    },
    /** Tells everything after `after` until the signal aborts. */
    async follow(room: string, after: number, follower: Follower, signal: AbortSignal): Promise<void> {
      let seq = after
      while (!signal.aborted) {
        try {
          // oxlint-disable-next-line no-await-in-loop -- one connection after the other
          const { body } = await call(`${pathOf(room)}/stream?after=${seq}`, { signal })
          // oxlint-disable-next-line no-await-in-loop
          for await (const { name, data } of eventsOf(body)) {
            if (name === 'verdict') follower.verdict(data as BotVerdict)
            if (name !== 'message') continue
            const message = data as RoomMessage
            seq = message.seq
            follower.message(message)
          }
        } catch {
          // Told below, whether it ended or broke.
        }
        if (signal.aborted) return
        follower.lost()
        // oxlint-disable-next-line no-await-in-loop
        await wait(retryMs, undefined, { signal }).catch(() => undefined)
      }
    },
  }
}

/** The events of a stream of server-sent events, their data read as JSON. */
async function* eventsOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<{ name: string; data: unknown }> {
  if (!body) return
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, name] = /^event: (.*)$/m.exec(block) ?? []
      const [, data] = /^data: (.*)$/m.exec(block) ?? []
      if (name !== undefined && data !== undefined) yield { name, data: JSON.parse(data) }
    }
  }
}
