// What is painted on the plots' canvases beside their series: squeezed silences, bands of vitality, a limit.
import type uPlot from 'uplot'
import { vitalities, vitalityTone } from '../turn-state.ts'
import type { Axis } from './axis.ts'

export interface Band {
  /** On the axis. */
  place: number
  state: number
}

/** Of a variable of the style sheet, as the theme resolves it. */
export function colour(name: string): string {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = `var(--${name})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** Grey ground for the silences, under everything else. */
export function paintGaps(plot: uPlot, { gaps }: Axis): void {
  plot.ctx.fillStyle = colour('line')
  for (const { at, until } of gaps) {
    const [left, right] = edgesOf(plot, at, until)
    if (left <= right) plot.ctx.fillRect(left, plot.bbox.top, Math.max(1, right - left), plot.bbox.height)
  }
}

/** A row of coloured bands for each run; each wide enough bears its name. */
export function paintBands(plot: uPlot, runs: readonly (readonly Band[])[], end: number): void {
  const { ctx, bbox } = plot
  const ink = colour('ink')
  const tones = vitalities.map((name) => colour(vitalityTone[name]))
  const height = bbox.height / runs.length
  ctx.font = `${11 * devicePixelRatio}px Inter, system-ui, sans-serif`
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  for (const [row, course] of runs.entries()) {
    const top = bbox.top + row * height
    for (const [i, { place, state }] of course.entries()) {
      const [left, right] = edgesOf(plot, place, course[i + 1]?.place ?? end)
      // A dormant group is the ground itself: squeezed silences show through.
      if (state === 0 || right < left) continue
      const width = Math.max(0.5, right - left)
      ctx.fillStyle = tones[state] ?? ''
      ctx.globalAlpha = 0.3
      ctx.fillRect(left, top + 1, width, height - 2)
      ctx.globalAlpha = 1
      ctx.fillRect(left, top + height - 1 - 2 * devicePixelRatio, width, 2 * devicePixelRatio)
      const name = vitalities[state] ?? ''
      if (width < ctx.measureText(name).width + 10) continue
      ctx.fillStyle = ink
      ctx.fillText(name, left + 5, top + height / 2)
    }
  }
}

/** `value` on the y scale, which reaches beyond it. */
export function paintLimit({ ctx, bbox, valToPos }: uPlot, value: number): void {
  ctx.fillStyle = colour('hot')
  ctx.fillRect(bbox.left, valToPos(value, 'y', true), bbox.width, devicePixelRatio)
}

/** px on the canvas, within the plot; the right one less than the left one: out of view. */
function edgesOf({ bbox, valToPos }: uPlot, from: number, to: number): [left: number, right: number] {
  const left = Math.max(bbox.left, valToPos(from, 'x', true))
  return [left, Math.min(bbox.left + bbox.width, valToPos(to, 'x', true))]
}
