// One bot in one group: how it stands at the cursor, what it waits for or said last, and in red that its model fails.
import { memo } from 'react'
import type { BoardRow, StepRecord } from '../../src/feed/contract.ts'
import { chooseActor } from '../actions.ts'
import { Silences } from '../control/silences.tsx'
import { useStore, type State } from '../store.ts'
import { stepAt } from '../steps.ts'
import type { Lang } from '../time-text.ts'
import { turnStateOf, vitalityTone } from '../turn-state.ts'
import type { Order } from './board-rows.ts'
import { Countdown } from './countdown.tsx'
import { saidBy } from './listed.ts'
import { TroubleMark } from './trouble-mark.tsx'
import { TurnChip } from './turn-chip.tsx'
import { VitalityMark } from './vitality-mark.tsx'

interface GroupLineProps {
  row: BoardRow
  chosen: boolean
  order: Order
  lang: Lang
  paused: boolean
  /** Its model does now, whatever moment is shown. */
  fails: boolean
}

export const GroupLine = memo(function GroupLine({ row, chosen, order, lang, paused, fails }: GroupLineProps) {
  const past = useStore((state) => pastOf(state, row.key))
  const { vitality, active, timers, waiting } = past ?? row
  const next = timers.filter(({ id }) => !id.includes('.vitality')).toSorted((a, b) => a.due - b.due)[0]
  const last = past ? past.verdicts.at(-1) : row.last
  const classes = ['group-line wide', paused && !past && 'of-now', fails && !paused && 'fails'].filter(Boolean)
  return (
    <button type="button" className={classes.join(' ')} aria-current={chosen} onClick={() => chooseActor(row.key)}>
      <VitalityMark vitality={vitality} />
      <span className="group-title">
        {/* One element in all orders. */}
        <span className={order === 'bots' ? 'room-name cut' : 'bot-name'}>
          {order === 'bots' ? row.groupTitle : row.botName}
        </span>
        {order === 'activity' && <span className="dim room-name cut"> · {row.groupTitle}</span>}
      </span>
      <TurnChip turn={turnStateOf(active)} />
      <span className="group-more row dim finest">
        <Silences of={past ?? row} />
        <span className={`vitality-name tone-${vitalityTone[vitality]}`}>{vitality}</span>
        {waiting > 0 && <span className="num">✉ {waiting}</span>}
        {fails && !paused ? (
          <span className="end cut">
            <TroubleMark bot={row.bot} />
          </span>
        ) : next ? (
          <span className="end cut">
            ◷ {next.name} <Countdown due={next.due} />
          </span>
        ) : (
          last && <span className="end cut">{saidBy({ ...row, last }, lang)}</span>
        )}
      </span>
    </button>
  )
})

/** The standing at the cursor, of the bots in the shown group; undefined: only the present is known. */
function pastOf({ actor, steps, siblings, cursor }: State, key: string): StepRecord | undefined {
  if (cursor === undefined) return undefined
  const shown = stepAt(steps, cursor)
  return key === actor ? shown : shown && siblings.get(key)?.findLast(({ at }) => at <= shown.at)
}
