// Charts that the shown one invokes at the moment that is shown, and the way back to the one that invokes it.
import type { BoardRow } from '../../src/feed/contract.ts'
import { chooseActor } from '../actions.ts'
import { tapeOf } from '../api.ts'
import { useWords } from '../i18n.ts'
import { getState, setInTurn, useStore } from '../store.ts'
import { stepAt } from '../steps.ts'
import { botOf } from './bot-row.ts'
import './invoked.css'

export function Invoked({ row }: { row: BoardRow }) {
  const words = useWords().invoked
  const actor = useStore((state) => state.actor) ?? row.key
  const step = useStore(({ steps, cursor }) => stepAt(steps, cursor))
  const isPast = useStore(({ cursor }) => cursor !== undefined)
  const invoked = (step ?? (isPast || actor !== row.key ? undefined : row))?.invoked ?? []
  if (actor === row.key && invoked.length === 0) return undefined
  return (
    <nav className="invoked row tight fine" aria-label={words.title}>
      {actor !== row.key && (
        <>
          <button type="button" className="ghost" onClick={() => void choose(invokerOf(actor))}>
            ← {nameOf(invokerOf(actor)) ?? row.botName}
          </button>
          <b>{nameOf(actor)}</b>
        </>
      )}
      {invoked.map((key) => (
        <button key={key} type="button" className="ghost" onClick={() => void choose(key)}>
          {nameOf(key)} →
        </button>
      ))}
    </nav>
  )
}

/** At the moment that is shown. */
async function choose(key: string): Promise<void> {
  const { cursor } = getState()
  if (cursor !== undefined) {
    const steps = await tapeOf(key).catch(() => [])
    setInTurn({ siblings: new Map(getState().siblings).set(key, steps) })
  }
  chooseActor(key)
}

/** undefined: it is a bot's. */
const nameOf = (key: string): string | undefined => (botOf(key) === key ? undefined : /^#([^/ ]+)\//.exec(key)?.[1])

const invokerOf = (key: string): string => key.replace(/^#[^/ ]+\/[^/ ]*\//, '')
