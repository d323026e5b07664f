// A statechart at a glance, or with all its transitions: what was chosen is remembered.
import { useEffect, useRef, useState } from 'react'
import type { DrawnChart } from '../../src/feed/contract.ts'
import { chartOf, overviewOf } from '../api.ts'
import { recall, remember } from '../remembered.ts'
import { useRead } from '../use-read.ts'
import './chart.css'
import './edges.css'
import './overlay.css'
import { Drawing, type Shown } from './drawing.tsx'
import { chartWords } from './words.ts'

export function Chart({ id, ...shown }: ChartProps) {
  const [overview, setOverview] = useState(() => recall('chart') !== 'full')
  const chart = useDrawn(id, overview)
  const choose = (next: boolean) => {
    remember('chart', next ? 'overview' : 'full')
    setOverview(next)
  }
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'o' || isTaken(event)) return
      event.preventDefault()
      choose(!overview)
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [overview])
  if (!chart) return <p className="note">{chartWords[shown.lang].awaited}</p>
  return <Drawing {...shown} chart={chart} asked={overview} onOverview={choose} />
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

function isTaken(event: KeyboardEvent): boolean {
  const { target } = event
  const typing = target instanceof Element && target.closest('input, textarea, select, dialog') !== null
  return event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || typing
}
