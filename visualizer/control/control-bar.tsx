// What an operator can order the shown actor; each order is asked for once more, and says what was told.
import { type FocusEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import type { BoardRow } from '../../src/feed/contract.ts'
import { type Order, postOrder, Refused } from '../api.ts'
import { later } from '../frame/later.tsx'
import { useWords } from '../i18n.ts'
import { problemText } from '../problem-text.ts'
import { useStore } from '../store.ts'
import { useIsAway, useProblem } from '../use-link.ts'
import type { Asked } from './order-dialog.tsx'
import { silencesOf, stageOf } from './standing.ts'
import './control.css'

const Ask = later(
  async () => (await import('./ask.tsx')).Ask,
  () => null,
)
const OrderDialog = later(async () => (await import('./order-dialog.tsx')).OrderDialog)

/** `under`: it is on its way. */
type Result = { under: true } | { told: string }

export function ControlBar({ row }: { row: BoardRow }) {
  const { lang, control: words } = useWords()
  const travels = useStore(({ cursor }) => cursor !== undefined)
  const [asked, setAsked] = useState<Asked>()
  const [result, setResult] = useState<Result>()
  const [problem, setProblem] = useProblem()
  const isAway = useIsAway()
  const [menu, setMenu] = useState(false)
  const silences = silencesOf(row)
  const mute = silences.includes('muted') ? 'unmute' : 'mute'
  const pause = silences.includes('paused') ? 'resume' : 'pause'
  const noDrop = stageOf(row.active) ? undefined : words.nothingToDrop

  const give = async (order: Order) => {
    setResult({ under: true })
    setProblem(undefined)
    try {
      const groups = await postOrder(order)
      setResult({ told: words.sentTo(words.does[order.do], groups) })
      setAsked(undefined)
    } catch (error) {
      setResult(undefined)
      setProblem(error instanceof Refused ? await problemText(error, lang) : words.unreachable)
    }
  }
  const ask = (what: Asked) => () => {
    setResult(undefined)
    setProblem(undefined)
    setAsked(what)
  }
  const why = isAway ? words.away : travels ? words.travelling : undefined
  return (
    <div
      className="control wrap fine"
      onBlur={leaves(() => asked ?? setMenu(false))}
      onKeyDown={escapes(menu, () => setMenu(false))}
    >
      <button
        type="button"
        className="order control-menu soft"
        aria-expanded={menu}
        aria-controls="orders"
        onClick={() => setMenu(!menu)}
      >
        {words.title} <i aria-hidden="true">▾</i>
      </button>
      <div className={`orders row tight${menu ? ' open' : ''}`} id="orders" role="group" aria-label={words.title}>
        {([mute, pause, 'drop'] as const).map((order) => (
          <OrderButton key={order} off={why ?? (order === 'drop' ? noDrop : undefined)} onClick={ask(order)}>
            {words.does[order]}
          </OrderButton>
        ))}
        <OrderButton off={why} onClick={ask('policy')}>
          {words.policy(row.policy ?? words.configured)} {row.policySet && <b>{words.set}</b>}
        </OrderButton>
      </div>
      {!travels && row.active.includes('group.work.running') && <Ask row={row} />}
      <p className="dim" role="status">
        {why ?? (result && 'told' in result ? result.told : '')}
      </p>
      {problem && !asked && (
        <p className="control-problem warn" role="alert">
          {problem}
        </p>
      )}
      {asked && (
        <OrderDialog
          row={row}
          asked={asked}
          under={result !== undefined && 'under' in result}
          problem={problem}
          onGive={(order) => void give(order)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}

interface OrderButtonProps {
  /** Why it cannot be given now. */
  off: string | undefined
  onClick: () => void
  children: ReactNode
}

/** Keeps the focus when it goes off, unlike a disabled one. */
const OrderButton = ({ off, onClick, children }: OrderButtonProps) => (
  <button
    type="button"
    className="order soft"
    aria-disabled={off !== undefined}
    title={off}
    onClick={() => off ?? onClick()}
  >
    {children}
  </button>
)

const leaves =
  (close: () => void) =>
  ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) close()
  }

const escapes =
  (open: boolean, close: () => void) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Escape' || !open || event.currentTarget.querySelector('dialog')) return
    event.nativeEvent.stopImmediatePropagation()
    close()
    event.currentTarget.querySelector<HTMLElement>('.control-menu')?.focus()
  }
