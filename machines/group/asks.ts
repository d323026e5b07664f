// A run needs the word of an operator: what is kept of that, and how the room is told (A6).
import type { AskEvent } from '../agent/context.ts'
import { turnOf } from './changes.ts'
import type { GroupContext } from './context.ts'
import { withoutFloor } from './draft.ts'
import { inTurnOfRun } from './run-turn.ts'

type Change = Partial<GroupContext>

/** The run asks the operators for a word on a call, or needs it no more. */
export function asked({ run, self }: GroupContext, { n, digest, tool, text }: AskEvent): Change {
  if (!run) return {}
  if (text === undefined) return { run: { ...run, ask: undefined } }
  return { run: { ...run, ask: { n, digest, tool, text } }, self: { ...self, asks: n } }
}

export const isAskDue = ({ run }: GroupContext): boolean => run?.ask !== undefined && run.ask.told !== true

/** The turn that waits for the run says what it asks for, and waits no more. */
export function askDrafted(context: GroupContext, at: number): Change {
  const { run } = context
  const { ask } = run ?? {}
  if (!run || !ask) return {}
  const draft = { text: ask.text, type: 'short', at, model: '', rehearsal: false, notice: true } as const
  return {
    run: { ...run, ask: { ...ask, told: true }, detachedAt: run.detachedAt ?? at },
    turn: { ...withoutFloor(turnOf(context)), draft, dueAt: at, moved: 0, answered: false, workedUntil: at },
  }
}

/** A turn of its own says it. */
export function askOpened(context: GroupContext, at: number): Change {
  const { run } = context
  if (!run) return {}
  const opened = inTurnOfRun(context, run, at)
  return { self: opened.self, ...askDrafted(opened, at) }
}
