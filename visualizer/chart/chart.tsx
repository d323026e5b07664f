// A statechart at a glance, or with all its transitions: what was chosen is remembered.
import { useEffect, useState } from 'react'
import type { DrawnChart } from '../../src/feed/contract.ts'
import { chartOf, overviewOf } from '../api.ts'
import { recall, remember } from '../remembered.ts'
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
const againAfterMs = 2_000

/** Fetched once; a service that does not answer is asked again. Until it has come, the drawing before stays. */
function useDrawn(id: string, overview: boolean): DrawnChart | undefined {
  const key = `${id} ${overview}`
  const [shown, setShown] = useState(() => drawn.get(key))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    const take = (chart: DrawnChart) => {
      drawn.set(key, chart)
      if (!left) setShown(chart)
    }
    const ask = () => {
      ;(overview ? overviewOf : chartOf)(id).then(take, () => {
        if (!left) timer = setTimeout(ask, againAfterMs)
      })
    }
    const known = drawn.get(key)
    if (known) setShown(known)
    else ask()
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [id, key, overview])
  return shown?.id === id ? shown : undefined
}

function isTaken(event: KeyboardEvent): boolean {
  const { target } = event
  const typing = target instanceof Element && target.closest('input, textarea, select, dialog') !== null
  return event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || typing
}
