// One group of the talk: its plots over time, what stopped the bot there, and its turns in the time in view.
import { useMemo, useRef, useState } from 'react'
import type { GroupSeries, ReportData } from '../../src/lab/replay/report-contract.ts'
import type { Gate } from '../../machines/group/settings.ts'
import { useSize } from '../chart/use-size.ts'
import { useWords } from '../i18n.ts'
import { vitalities } from '../turn-state.ts'
import { type Axis, lastBefore, makeAxis, timeFormats } from './axis.ts'
import type { Band } from './canvas.ts'
import { contentsOf, runTones } from './contents.ts'
import { timesOf } from './course.ts'
import { Plot, type View } from './plot.tsx'
import { Chooser, Section, useReportWords } from './parts.tsx'
import { numberText, shareText } from './report-words.ts'
import { type Asked, Turns } from './turns.tsx'

const any: Asked = { outcome: '', gate: '', run: '' }
const shortestView = 60_000

interface GroupProps {
  data: ReportData
  group: GroupSeries
  place: number
  choose(place: number): void
}

export function Group({ data, group, place, choose }: GroupProps) {
  const words = useWords()
  const w = useReportWords()
  const axis = useMemo(() => makeAxis(group.stretches), [group])
  const whole: View = { min: 0, max: axis.length }
  const [view, setView] = useState(whole)
  const [asked, ask] = useState(any)
  const [from, to] = [axis.timeOf(view.min), axis.timeOf(view.max)]
  const names = data.runs.map(({ name }) => name)
  const { minute } = timeFormats(words.lang)

  const zoom = ({ min, max }: View): void => {
    const span = Math.min(axis.length, Math.max(shortestView, max - min))
    const at = Math.min(Math.max(0, min), axis.length - span)
    setView({ min: at, max: at + span })
  }
  /** `shift`: as a share of what is in view. */
  const zoomBy = (factor: number, shift: number) => () => {
    const span = view.max - view.min
    const middle = (view.min + view.max) / 2 + shift * span
    zoom({ min: middle - (span * factor) / 2, max: middle + (span * factor) / 2 })
  }
  const buttons: [glyph: string, name: string, press: () => void][] = [
    ['−', w.zoom.out, zoomBy(2, 0)],
    ['+', w.zoom.in, zoomBy(0.5, 0)],
    ['←', w.zoom.earlier, zoomBy(1, -0.5)],
    ['→', w.zoom.later, zoomBy(1, 0.5)],
    [w.zoom.whole, w.zoom.whole, () => setView(whole)],
  ]
  return (
    <>
      <Section name="course">
        <p className="dim">
          {w.help} {axis.gaps.length > 0 && w.silence}
        </p>
        <div className="tools time-tools">
          {data.groups.length > 1 ? (
            <Chooser
              label={w.group}
              options={data.groups.map(({ name, messages }, i) => [
                String(i),
                `${name} (${numberText(messages.at.length)})`,
              ])}
              value={String(place)}
              choose={(value) => choose(Number(value))}
            />
          ) : (
            <strong>{group.name}</strong>
          )}
          <span className="zoom">
            {buttons.map(([glyph, name, press]) => (
              <button key={name} type="button" className="button" aria-label={name} title={name} onClick={press}>
                {glyph}
              </button>
            ))}
          </span>
          <span className="num" role="status">
            <span>{minute(from)}</span> – <span>{minute(to)}</span>
          </span>
        </div>
        <Plots group={group} axis={axis} names={names} view={view} zoom={zoom} />
      </Section>
      <Section name="skips">
        <Skips group={group} names={names} show={(gate) => ask({ ...any, gate })} />
      </Section>
      <Section name="turns">
        <Turns data={data} place={place} from={from} to={to} asked={asked} ask={ask} />
      </Section>
    </>
  )
}

interface PlotsProps {
  group: GroupSeries
  axis: Axis
  names: readonly string[]
  view: View
  zoom(view: View): void
}

function Plots({ group, axis, names, view, zoom }: PlotsProps) {
  const words = useWords()
  const w = useReportWords()
  const host = useRef<HTMLDivElement>(null)
  const { width } = useSize(host)
  // The names are those of the data
  const contents = useMemo(() => contentsOf(group, axis, names, words), [group, axis, words])
  const bands = useMemo(() => bandsOf(group, axis), [group, axis])
  const told = `${w.share}: ${sharesOf(group, axis, bands).join(', ')}`
  return (
    <div ref={host}>
      {width > 0 &&
        contents.map((content) => (
          <Plot
            key={content.name}
            content={content}
            axis={axis}
            view={view}
            width={Math.floor(width)}
            zoom={zoom}
            vitality={{ bands, names, told }}
          />
        ))}
    </div>
  )
}

const bandsOf = ({ stretches, runs }: GroupSeries, axis: Axis): Band[][] =>
  runs.map(({ vitality: { at, state } }) =>
    timesOf(at, stretches[0]?.[0] ?? 0).map((time, i) => ({ place: axis.placeOf(time), state: Number(state[i]) })),
  )

/** The share of each state in the messages, told by the first run. */
function sharesOf({ stretches, messages }: GroupSeries, axis: Axis, [course = []]: readonly Band[][]): string[] {
  const said = timesOf(messages.at, stretches[0]?.[0] ?? 0).map(axis.placeOf)
  const begins = course.map(({ place }) => place)
  const counts = vitalities.map(() => 0)
  for (const place of said) {
    const state = course[lastBefore(begins, place)]?.state ?? 0
    counts[state] = (counts[state] ?? 0) + 1
  }
  return vitalities.map((state, i) => `${state} ${shareText((counts[i] ?? 0) / Math.max(1, said.length))}`)
}

interface SkipsProps extends Pick<PlotsProps, 'group' | 'names'> {
  show(gate: string): void
}

/** How often each gate stopped a turn; a press shows those turns. */
function Skips({ group: { runs }, names, show }: SkipsProps) {
  const words = useWords()
  const w = useReportWords()
  const counted = [...new Set(runs.flatMap(({ skips }) => Object.keys(skips) as Gate[]))].map(
    (gate) => [gate, runs.map(({ skips }) => skips[gate] ?? 0)] as const,
  )
  const most = Math.max(1, ...counted.flatMap(([, counts]) => counts))
  if (counted.length === 0) return <p className="dim">{w.noSkips}</p>
  return (
    <>
      {names.length > 1 && (
        <p className="swatches">
          {names.map((name, run) => (
            <bdi key={name} className={`chip tone-${runTones[run]}`}>
              {name}
            </bdi>
          ))}
        </p>
      )}
      <ul className="skips">
        {counted
          .toSorted(([, a], [, b]) => Math.max(...b) - Math.max(...a))
          .map(([gate, counts]) => (
            <li key={gate}>
              <a href="#turns" onClick={() => show(gate)}>
                {words.gates[gate]}
              </a>
              <span>
                {counts.map((count, run) => (
                  <span key={names[run]} className={`amount tone-${runTones[run]}`}>
                    <i style={{ width: `${(count / most) * 100}%` }} />
                    <b className="num">{numberText(count)}</b>
                  </span>
                ))}
              </span>
            </li>
          ))}
      </ul>
    </>
  )
}
