// What the one-sentence why has words for: sentence-en.ts and sentence-zh.ts say them.
import type { Gate, WindowName } from '../../machines/group/settings.ts'

export interface SentenceWords {
  /** `what`: lines that are named; `more`: those beside them, of `total`. */
  answered(bot: string, what: string, how: { after: string; more: number; total: number; reacted: boolean }): string
  readWith(bot: string, what: string): string
  silent(bot: string, cause: string): string
  failed(bot: string, cause: string): string
  dropped(bot: string, cause: string): string
  own(bot: string): string
  held(bot: string, until: string | undefined, cause: string): string
  /** It stands at a gate; the cause may be empty. */
  at(bot: string, gate: Gate, cause: string): string
  quoted(name: string, text: string): string
  aMessage: string
  /** A turn that ended without a gate that says so. */
  cutOff: string
  budget: Record<WindowName, string>
  budgetOf(ms: number): string
  used(used: string, limit: string, areTokens: boolean): string
  ofOnePerson: string
  apart(span: string): string
  freesIn(span: string): string
  comma: string
}
