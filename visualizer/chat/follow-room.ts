// Reads what a room holds, then follows it; starts over by itself while the service is away.
import type { BotVerdict, RoomEvents, RoomMessage } from '../../src/channels/web/contract.ts'
import { get } from '../api.ts'
import { type RoomState, withMessages, without, withVerdicts, withWords } from './room-state.ts'

const againAfterMs = 3_000

export type Change = (state: RoomState) => RoomState

/** Tells every change of the room's state until stopped. */
export function followRoom(room: string, tell: (change: Change) => void): () => void {
  const path = `/api/rooms/${encodeURIComponent(room)}`
  let stream: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let seq = 0

  const apply = (change: Change): void => void (stopped || tell(change))
  const isLive = (live: boolean): void => apply((state) => ({ ...state, isLive: live }))
  const take = (messages: RoomMessage[]): void => {
    seq = messages.at(-1)?.seq ?? seq
    apply((state) => withMessages(state, messages))
  }
  const again = (): void => {
    isLive(false)
    stream?.close()
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void connect(), againAfterMs)
  }
  const catchUp = async (): Promise<void> => {
    const answer = await get<{ verdicts: BotVerdict[] }>(`${path}/verdicts`, { limit: 200 }).catch(() => undefined)
    if (answer) apply((state) => withVerdicts(state, answer.verdicts))
  }

  async function connect(): Promise<void> {
    try {
      const { messages } = await get<{ messages: RoomMessage[] }>(`${path}/messages`, { limit: 200 })
      if (stopped) return
      take(messages)
    } catch {
      return again()
    }
    const source = new EventSource(`${path}/stream?after=${seq}`)
    stream = source
    const on = <N extends keyof RoomEvents>(name: N, does: (data: RoomEvents[N]) => void): void =>
      source.addEventListener(name, ({ data }: MessageEvent<string>) => does(JSON.parse(data) as RoomEvents[N]))
    on('message', (message) => take([message]))
    on('edited', ({ id, text }) => apply((state) => withWords(state, id, text)))
    on('removed', ({ id }) => apply((state) => without(state, id)))
    on('verdict', (verdict) => apply((state) => withVerdicts(state, [verdict])))
    source.addEventListener('open', () => {
      isLive(true)
      void catchUp()
    })
    source.addEventListener('error', () => {
      isLive(false)
      // After an error status the browser does not try again by itself.
      if (source.readyState === EventSource.CLOSED) again()
    })
  }

  void connect()
  return () => {
    stopped = true
    stream?.close()
    clearTimeout(timer)
  }
}
