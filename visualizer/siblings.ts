// The other bots of the shown group: their steps are read from the tape whenever their row on the board moves.
import { again } from './again.ts'
import { tapeOf } from './api.ts'
import { botRow } from './invoked/bot-row.ts'
import { getState, setInTurn, subscribe } from './store.ts'
import { mergeSteps } from './steps.ts'

const mostSiblings = 8
const pauseMs = 500
const pageSize = 200
const keptSteps = 400

export function watchSiblings(): () => void {
  const reading = again(readAll, pauseMs)
  let seen: { rows?: unknown; actor?: string | undefined } = {}
  const stop = subscribe(() => {
    const { rows, actor } = getState()
    if (rows === seen.rows && actor === seen.actor) return
    seen = { rows, actor }
    reading.ask()
  })
  return () => {
    stop()
    reading.stop()
  }
}

async function readAll(): Promise<void> {
  const { actor, rows, siblings } = getState()
  const group = botRow({ actor, rows })?.group
  if (group === undefined) return
  const others = [...rows.values()].filter((row) => row.group === group && row.key !== actor).slice(0, mostSiblings)
  const read = await Promise.all(
    others.map(async ({ key, seq }) => {
      const known = siblings.get(key) ?? []
      if (known.at(-1)?.seq === seq) return [key, known] as const
      const page = await tapeOf(key, undefined, pageSize).catch(() => [])
      // Nothing that is known stays before a hole.
      const joins = page.length < pageSize || page.some((step) => step.seq <= (known.at(-1)?.seq ?? 0))
      return [key, mergeSteps(joins ? known : [], page).slice(-keptSteps)] as const
    }),
  )
  const isSame = read.length === siblings.size && read.every(([key, steps]) => siblings.get(key) === steps)
  if (getState().actor === actor && !isSame) setInTurn({ siblings: new Map(read) })
}
