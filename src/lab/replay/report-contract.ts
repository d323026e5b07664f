// What the report's page is given: one or two lives of a talk as numbers; times as steps in ms, texts clipped.
import type { GroupSettings } from '../../../machines/group/settings.ts'
import type { Verdict } from '../../../machines/group/types.ts'
import type { Cause } from '../../../machines/group/verdicts/why.ts'

export interface ReportData {
  talk: PlayedTalk
  runs: { name: string; figures: Record<string, number | null> }[]
  /** Of two lives. */
  differ?: { answeredInA: AnsweredInOne; answeredInB: AnsweredInOne; nothing: boolean }
  /** Where the bot was spoken to most stands first. */
  groups: GroupSeries[]
  rows: Rows
}

interface PlayedTalk {
  file: string
  bot: string
  /** How it was decided, or the model that was asked. */
  decide: string
  seed: number
}

/** Messages that one setting answered, and the verdict that kept the other one silent. */
export interface AnsweredInOne {
  count: number
  first: { id: string; sender: string; text: string; verdict: ReportVerdict }[]
}

/** Times are steps: the first from the start of the first stretch, each further one from the one before. */
export interface GroupSeries {
  name: string
  /** When something happened, ms; between them the group was silent for hours. */
  stretches: [from: number, to: number][]
  messages: { at: number[]; mentioned: string }
  runs: RunSeries[]
}

export interface RunSeries {
  limits: GroupSettings['limits']
  /** One digit a state: 0 DORMANT … 3 HEATED. */
  vitality: { at: number[]; state: string }
  /** One letter a call: d(ecide), r(ejudge), c(ompose). */
  calls: { at: number[]; tokens: number[]; kind: string }
  sends: { at: number[] }
  /** ms from batch to turn. */
  waits: { at: number[]; ms: number[] }
  skips: Record<string, number>
}

export type ReportVerdict = Pick<Verdict, 'gate' | 'outcome' | keyof Cause>

export type Line = [sender: string, text: string]

/** Every line and every verdict once; rows name them by their places. */
export interface Rows {
  lines: Line[]
  verdicts: ReportVerdict[]
  rows: Row[]
  /** Turns that found no room. */
  leftOut: number
}

export interface Row {
  run: number
  /** Place of the group. */
  group: number
  at: number
  batch: number[]
  called: 0 | 1
  outcome: 'replied' | 'silent'
  /** The gate that said no. */
  gate?: Verdict['gate']
  chain: number[]
  reply?: string
  tokens: number
}
