// How the steps of a chart stand in rows of the tape, wherever those are kept: a row tells what changed, and now and then all.
import type { MessageRef } from '../../machines/group/types.ts'
import { pack, type Unpacked, unpack } from './tape-codec.ts'
import type { Led, Standing, TapeRecord } from './tape-record.ts'
import type { TapeWords } from './words.ts'

/** What the row after needs of the row before: how the actor stood, and since when rows tell changes alone. */
export interface DeltaBase {
  standing: Standing
  wholeAt: number
}

/** A row as it is to be written. */
export interface TapeRow {
  body: string
  led: string
  deltaBase: DeltaBase | undefined
}

export interface FedRow {
  seq: number
  at: number
  body: string
}

export interface RecordedRow extends FedRow {
  led: string
}

/** Every so many rows one tells all: whoever looks back reads fewer than that in vain. */
export const wholeEvery = 64

/** The row of a step. `deltaBase`: that of the actor's row before, where it is known. */
export function tapeRow(
  words: TapeWords,
  event: { type: string; at: number },
  seq: number,
  led: Led,
  deltaBase: DeltaBase | undefined,
): TapeRow {
  const { standing } = led
  const isWhole = !deltaBase || seq - deltaBase.wholeAt >= wholeEvery
  return {
    body: bodyOf(event),
    led: pack(event.type, led, isWhole ? undefined : deltaBase.standing, words),
    deltaBase: standing && { standing, wholeAt: isWhole ? seq : deltaBase.wholeAt },
  }
}

/** Rows that cannot be read are left out: whoever looks sees a gap in the seqs. */
export function recordsOf(rows: readonly RecordedRow[], words: TapeWords): TapeRecord[] {
  const records: TapeRecord[] = []
  let before: Standing | undefined
  let last = 0
  for (const { seq, at, body, led } of rows) {
    // Rows between were removed.
    if (seq > last + 1) before = undefined
    last = seq
    try {
      if (isWholeRecord(led)) records.push(JSON.parse(led) as TapeRecord)
      else {
        const { type, took, verdicts, standing } = unpack(led, at, before, words)
        if (!standing) continue
        before = standing
        records.push({ seq, at, event: eventOf(type, body), took, verdicts, ...standing })
      }
    } catch {
      before = undefined
    }
  }
  return records
}

/** Rows of before told all, as JSON of a record. */
export const isWholeRecord = (led: string): boolean => led.startsWith('{')

/** Type and time stand elsewhere in the row. */
function bodyOf(event: { type: string; at: number }): string {
  const { type: _, at: __, actorId: ___, ...rest } = event as Record<string, unknown>
  return Object.keys(rest).length === 0 ? '' : JSON.stringify(rest)
}

// Of a message only what says who spoke and how.
function eventOf(type: Unpacked['type'], body: string): TapeRecord['event'] {
  const { message } = (body === '' ? {} : JSON.parse(body)) as { message?: MessageRef }
  if (!message) return { type }
  const { id, sender, kind, mentioned } = message
  return { type, message: { id, sender, kind, mentioned } }
}
