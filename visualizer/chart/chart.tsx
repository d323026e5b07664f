// A statechart at a glance, or with all its transitions: what was chosen is remembered.
import { useRef } from 'react'
import type { DrawnChart } from '../../src/feed/contract.ts'
import { chartOf, overviewOf } from '../api.ts'
import { useWords } from '../i18n.ts'
import { useStore } from '../store.ts'
import { useRead } from '../use-read.ts'
import './chart.css'
import './edges.css'
import './overlay.css'
import { Drawing, type Shown } from './drawing.tsx'

export function Chart({ id, ...shown }: ChartProps) {
  const overview = useStore((state) => state.overview)
  const chart = useDrawn(id, overview)
  const { loading } = useWords()
  if (!chart) return <p className="note">{loading}</p>
  return <Drawing {...shown} chart={chart} asked={overview} />
}

interface ChartProps extends Shown {
  /** Of the machine. */
  id: string
}

const drawn = new Map<string, DrawnChart>()

/** Fetched once. Until it has come, the drawing before stays. */
function useDrawn(id: string, overview: boolean): DrawnChart | undefined {
  const key = `${id} ${overview}`
  const shown = useRef<DrawnChart>(undefined)
  useRead(async () => drawn.get(key) ?? drawn.set(key, await (overview ? overviewOf : chartOf)(id)), [key])
  shown.current = drawn.get(key) ?? shown.current
  return shown.current?.id === id ? shown.current : undefined
}
