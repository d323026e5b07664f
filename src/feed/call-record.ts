// A model call as the page is told of it: types alone.
import type { Cause } from '../../machines/group/verdicts/why.ts'

/** A model call as it was asked and answered, for the why-panel. Every text in it is cut where it is long. */
export interface CallRecord {
  /** null: no turn is concerned. */
  turn: number | null
  kind: 'decide' | 'rejudge' | 'compose' | 'think' | 'note'
  at: number
  /** Absent while it is under way. */
  endedAt?: number
  model: string
  prompt: AskedMessage[]
  /** So many messages are not in `prompt`: they stood before the first one with a call or a result. */
  leftOut?: number
  /** What it could call; `parameters`: JSON schema. */
  tools?: { name: string; description: string; parameters: string }[]
  /** Absent while it is under way, and when it failed; '' beside calls. */
  answer?: string
  /** Tools that it called. */
  calls?: MadeCall[]
  /** In English; `failure`: its cause, where that is known. */
  error?: string
  failure?: Cause
  tokens?: number
  /** It judged for so many bots of the room; absent: for this one alone. */
  bots?: number
}

export interface AskedMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  calls?: MadeCall[]
  /** Of a result: the tool that was called. */
  tool?: string
}

/** Arguments as the model wrote them: JSON or not. */
export interface MadeCall {
  name: string
  arguments: string
  /** The model did not get to their end, or wrote too many. */
  isCut?: true
}
