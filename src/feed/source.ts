// What the page may ask of the service.
import type { BoardRow, CallRecord, Detail, DrawnChart, FloorStep, Found, StepRecord, TalkLine } from './contract.ts'

export interface VisualizerSource {
  knows(key: string): Promise<boolean>
  board(): Promise<BoardRow[]>
  /** Ids of the charts that can be drawn. */
  charts: readonly string[]
  drawn(id: string, detail?: Detail): Promise<DrawnChart>
  feed(
    actor: string | undefined,
    lastId: number | undefined,
    disconnect: () => void,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>
  /** The newest before a seq, oldest first. */
  tape(key: string, before: number, most: number): StepRecord[]
  /** Of the floor of an actor's room: the newest before a seq, oldest first. */
  floor(key: string, before: number, most: number): Promise<FloorStep[]>
  /** The newest before a message, oldest first. */
  talk(key: string, before: string | undefined, most: number): TalkLine[]
  calls(key: string, turn: number | undefined): CallRecord[]
  /** Of messages and of verdicts at most so many. */
  search(words: string, most: number): Promise<Found>
}
