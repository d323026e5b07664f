// Lines that tell how work goes on which takes longer: at most three, each of them something new (A11).
import { turnOf } from './changes.ts'
import type { GroupContext } from './context.ts'
import { inTurnOfRun } from './run-turn.ts'

type Change = Partial<GroupContext>

/** After the notice, in units of `progressMs`: the pause between two of them doubles. */
const lineAfter = { first: 1, second: 3, third: 7 } as const

/** When the room may be told of it, ms after the run began. */
export const lineWait = ({ input }: GroupContext, line: keyof typeof lineAfter): number => {
  const { inlineMs = 0, progressMs = 0 } = input.agent ?? {}
  return inlineMs + lineAfter[line] * progressMs
}

/** It has said something of its work since, in its own words. */
const hasNews = ({ run, input }: GroupContext): boolean =>
  input.agent?.sendsItself !== true &&
  run?.detachedAt !== undefined &&
  run.note !== undefined &&
  wordsOf(run.note) !== wordsOf(run.said ?? run.notice)

/** Letters and digits alone. */
const wordsOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The room is told as soon as there is something new to say, and a turn may. */
export const lineOffered = ({ run }: GroupContext): Change => (run ? { run: { ...run, isLineDue: true } } : {})

/** Never so soon after the last one. */
export const isLineDue = (context: GroupContext, at: number): boolean =>
  context.run?.isLineDue === true &&
  hasNews(context) &&
  at - (context.run.saidAt ?? -Infinity) >= (context.input.agent?.progressMs ?? 0)

/** A turn of its own says it. */
export function lineOpened(context: GroupContext, at: number): Change {
  const { run } = context
  if (run?.note === undefined) return {}
  const draft = { text: run.note, type: 'short', at, model: '', rehearsal: false, notice: true, line: true } as const
  const { turn, self } = inTurnOfRun(context, run, at, { draft, dueAt: at })
  return { run: { ...run, isLineDue: undefined, said: run.note, saidAt: at }, turn, self }
}

/** Later lines take the place of the one that the channel has: where it could not be changed any more, that is a newer one. */
export function posted(context: GroupContext, id: string): Change {
  const { run } = context
  return run && turnOf(context).draft?.line ? { run: { ...run, posted: id } } : {}
}

/** The message that the draft takes the place of, where the channel can do that. */
export const editedBy = ({ run, turn, input }: GroupContext): { edits?: string } =>
  input.canEdit && turn?.draft?.line && run?.posted !== undefined ? { edits: run.posted } : {}
