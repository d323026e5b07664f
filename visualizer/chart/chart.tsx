// A statechart at a glance, or with all its transitions: what was chosen is remembered.
import { useEffect, useState } from 'react'
import type { DrawnChart } from '../../src/feed/contract.ts'
import { recall, remember } from '../remembered.ts'
import { overviewOf } from '../api.ts'
import './chart.css'
import './edges.css'
import './overlay.css'
import { Drawing, type Shown } from './drawing.tsx'

/** `chart` is the full drawing; the overview is fetched when it is wanted. */
export function Chart({ chart, ...shown }: ChartProps) {
  const [overview, setOverview] = useState(() => recall('chart') !== 'full')
  const small = useOverview(chart, overview)
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
  if (overview && small === 'awaited') return <div className="chart" />
  return <Drawing {...shown} chart={overview && typeof small === 'object' ? small : chart} onOverview={choose} />
}

interface ChartProps extends Shown {
  chart: DrawnChart
}

/** Without an overview the full drawing has to do. */
function useOverview({ id, hash }: DrawnChart, wanted: boolean): DrawnChart | 'awaited' | 'failed' {
  const key = `${id} ${hash}`
  const [got, setGot] = useState<{ key: string; chart: DrawnChart | 'failed' }>()
  useEffect(() => {
    if (!wanted || got?.key === key) return undefined
    let left = false
    const take = (chart: DrawnChart | 'failed') => left || setGot({ key, chart })
    overviewOf(id).then(take, () => take('failed'))
    return () => {
      left = true
    }
  }, [id, key, wanted, got])
  return got?.key === key ? got.chart : 'awaited'
}

function isTaken(event: KeyboardEvent): boolean {
  const { target } = event
  const typing = target instanceof Element && target.closest('input, textarea, select, dialog') !== null
  return event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || typing
}
