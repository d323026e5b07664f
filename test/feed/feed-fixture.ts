// A hub with made-up steps, and a reader of its streams.
import type { BoardRow, FeedEvents, StepRecord } from '../../src/feed/contract.ts'
import { makeHub, type PublishedStep } from '../../src/feed/hub.ts'

export const start = 1_000

export const rowOf = (key: string, seq: number): BoardRow => ({
  key,
  bot: key.split(' ')[0] ?? '',
  group: key.split(' ')[1] ?? '',
  botName: 'Iris',
  groupTitle: 'Lobby',
  seq,
  at: seq,
  active: ['group.turn.idle'],
  vitality: 'DORMANT',
  timers: [],
  waiting: 0,
  budget: [],
})

/** A step with this row, of which a reader is told `record`. */
export const stepTold = (row: BoardRow, record: object = {}): PublishedStep => ({
  key: row.key,
  known: row,
  row: (known) => ({ ...row, ...known }),
  record: record as StepRecord,
})

/** `step` commits the next step of an actor; what a reader is told of it is `{key, seq}`. */
export function steppedHub(options: Partial<Parameters<typeof makeHub>[0]> = {}) {
  const hub = makeHub({ start, ...options })
  const seqs = new Map<string, number>()
  return {
    hub,
    step(key: string, pad = ''): void {
      const seq = (seqs.get(key) ?? 0) + 1
      seqs.set(key, seq)
      hub.step(stepTold(rowOf(key, seq), { key, seq, ...(pad && { pad }) }))
    },
  }
}

export interface StreamEvent {
  id?: number
  event: keyof FeedEvents
  data: unknown
}

/** Reads events off a stream, one by one, as EventSource would. */
export function readerOf(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  async function next(): Promise<StreamEvent | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const told = streamEventIn(text.slice(0, end))
        text = text.slice(end + 2)
        if (told) return told
        continue
      }
      // oxlint-disable-next-line no-await-in-loop -- chunk by chunk
      const { done, value } = await reader.read()
      if (done) return undefined
      text += decoder.decode(value, { stream: true })
    }
  }
  return {
    next,
    /** Events up to the first that fits, it included. */
    async until(fits: (told: StreamEvent) => boolean): Promise<StreamEvent[]> {
      const all: StreamEvent[] = []
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const told = await next()
        if (!told) return all
        all.push(told)
        if (fits(told)) return all
      }
    },
    /** So many chunks as they come. */
    async text(chunks: number): Promise<string[]> {
      const all: string[] = []
      while (all.length < chunks) {
        // oxlint-disable-next-line no-await-in-loop -- chunk by chunk
        all.push(decoder.decode((await reader.read()).value, { stream: true }))
      }
      return all
    },
    stop: () => reader.cancel(),
  }
}

/** Seqs of an actor's steps, in the order they were told. */
export const seqsIn = (told: readonly StreamEvent[]): number[] =>
  told.flatMap(({ event, data }) => (event === 'steps' ? (data as { seq: number }[]).map(({ seq }) => seq) : []))

/** Whether an actor's step is told. */
export const tells = (seq: number) => (told: StreamEvent) => seqsIn([told]).includes(seq)

function streamEventIn(block: string): StreamEvent | undefined {
  const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]))
  const [event, data, id] = [fields.get('event'), fields.get('data'), fields.get('id')]
  if (event === undefined || data === undefined) return undefined
  return {
    ...(id !== undefined && { id: Number(id) }),
    event: event as keyof FeedEvents,
    data: JSON.parse(data) as unknown,
  }
}
