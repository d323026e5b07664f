// Who has the floor of the shown room, and until when: the states of its chart in a row, and the whole of it unfolded.
import { useEffect } from 'react'
import type { BoardRow, FloorStep } from '../../src/feed/contract.ts'
import { Countdown } from '../board/countdown.tsx'
import { Chart } from '../chart/chart.tsx'
import { FoldButton, useFold } from '../frame/fold.tsx'
import { useWords } from '../i18n.ts'
import { groupRows } from '../room/group-rows.ts'
import { stepAt } from '../steps.ts'
import { useStore } from '../store.ts'
import { toneGlyph, toneOf } from '../turn-state.ts'
import { hasJustBeen } from '../use-now.ts'
import { readFloorBack } from './steps.ts'
import './floor.css'

const states = ['free', 'posting', 'awaitingWords'] as const

/** Nothing where a bot is alone: it waits for nobody. */
export function Floor({ row }: { row: BoardRow }) {
  const isShared = useStore(({ rows }) => groupRows(rows, row.group).some((other) => isBeside(other, row)))
  return isShared && <SharedFloor row={row} />
}

function SharedFloor({ row }: { row: BoardRow }) {
  const words = useWords().floor
  const fold = useFold('floor', true)
  const step = useFloorStep()
  const by = useStore(({ rows }) => step && (rows.get(`${step.by} ${roomOf(row)}`)?.botName ?? step.by))
  const due = step?.timers[0]?.due
  return (
    <section className="floor" aria-label={words.title}>
      <div className="row fine">
        <FoldButton fold={fold} name={words.title} />
        <ol className="row tight">
          {states.map((state) => {
            const isNow = step?.active[0] === `floor.${state}`
            const tone = toneOf(state)
            return (
              <li key={state} aria-current={isNow}>
                <span className={isNow ? `chip tone-${tone}` : 'dim'}>
                  {isNow && <i aria-hidden="true">{toneGlyph[tone]}</i>}
                  {words.states[state]}
                </span>
              </li>
            )
          })}
        </ol>
        {by && <b className="cut">{by}</b>}
        {due !== undefined && <Countdown due={due} />}
      </div>
      {fold.open && (
        <div className="floor-chart" id={fold.id}>
          <FloorChart step={step} />
        </div>
      )}
    </section>
  )
}

function FloorChart({ step }: { step: FloorStep | undefined }) {
  const isFresh = useStore((state) => step !== undefined && hasJustBeen(state, step.at))
  return <Chart id="floor" standing={step} took={isFresh ? step?.took : undefined} />
}

/** Before its first step it was free; undefined: it is not known. */
const untaken: FloorStep = { seq: 0, at: 0, active: ['floor.free'], timers: [], took: [], by: '' }

/** The last one at the moment that is shown. */
function useFloorStep(): FloorStep | undefined {
  const floor = useStore((state) => state.floor)
  const older = useStore((state) => state.olderFloor)
  const at = useStore(({ steps, cursor }) =>
    cursor === undefined ? Infinity : (stepAt(steps, cursor)?.at ?? Infinity),
  )
  const step = floor.findLast((each) => each.at <= at)
  const isBefore = !step && older && floor.length > 0
  useEffect(() => {
    if (isBefore) void readFloorBack().catch(() => {})
  }, [isBefore, floor])
  return step ?? (older || (floor[0]?.seq ?? 1) > 1 ? undefined : untaken)
}

const roomOf = ({ key, bot }: BoardRow): string => key.slice(bot.length + 1)

const isBeside = (other: BoardRow, row: BoardRow): boolean => other.key !== row.key && roomOf(other) === roomOf(row)
