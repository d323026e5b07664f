// A turn of its own that says something of work beside the talk: what it came to, needs, sends, or how it goes (A5).
import type { GroupContext, Run, Turn } from './context.ts'

/** With that turn under way. It begins for who asked for the work, and is not written anew by who goes on. */
export function inTurnOfRun(
  context: GroupContext,
  { batch, decision }: Run,
  at: number,
  more: Pick<Turn, 'called' | 'draft' | 'dueAt' | 'workedUntil'> = {},
): GroupContext & { turn: Turn } {
  const { self } = context
  const turn: Turn = {
    n: self.turns + 1,
    startedAt: at,
    batch,
    flushes: 1,
    moved: 0,
    answered: false,
    tries: 0,
    restart: 'done',
    report: true,
    workedUntil: at,
    ...(decision && { decision }),
    ...more,
  }
  return { ...context, turn, self: { ...self, turns: turn.n } }
}
