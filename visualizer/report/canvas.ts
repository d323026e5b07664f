// What is painted on the plots' canvases beside their series: squeezed silences, bands of vitality, a limit.
import type uPlot from 'uplot'
import { vitalities, vitalityTone } from '../turn-state.ts'
import type { Axis } from './axis.ts'

/** Of a variable of the style sheet, as the theme resolves it. */
export function colour(name: string): string {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = `var(--${name})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** Strips across the silences, under everything else. */
export function paintGaps({ ctx, bbox, valToPos, scales }: uPlot, axis: Axis): void {
  const { min, max } = scales['x'] ?? {}
  clip(ctx, bbox, () => {
    ctx.strokeStyle = colour('line2')
    ctx.lineWidth = devicePixelRatio
    for (const { at, until } of axis.gaps) {
      if (until < (min ?? 0) || at > (max ?? 0)) continue
      const [left, right] = [valToPos(at, 'x', true), valToPos(until, 'x', true)]
      ctx.fillStyle = colour('panel2')
      ctx.fillRect(left, bbox.top, Math.max(1, right - left), bbox.height)
      if (right - left < 6) continue
      clip(ctx, { left, top: bbox.top, width: right - left, height: bbox.height }, () => {
        ctx.beginPath()
        for (let x = left - bbox.height; x < right; x += 8 * devicePixelRatio) {
          ctx.moveTo(x, bbox.top + bbox.height)
          ctx.lineTo(x + bbox.height, bbox.top)
        }
        ctx.stroke()
      })
    }
  })
}

export type Band = { place: number; state: number }

/** A row of coloured bands for each run; each wide enough bears its name. */
export function paintBands({ ctx, bbox, valToPos }: uPlot, runs: readonly (readonly Band[])[], end: number): void {
  const tones = vitalities.map((name) => colour(vitalityTone[name]))
  const height = bbox.height / runs.length
  clip(ctx, bbox, () => {
    ctx.font = `${11 * devicePixelRatio}px Inter, system-ui, sans-serif`
    ctx.textBaseline = 'middle'
    for (const [row, course] of runs.entries()) {
      const top = bbox.top + row * height
      for (const [i, { place, state }] of course.entries()) {
        const left = Math.max(bbox.left, valToPos(place, 'x', true))
        const right = Math.min(bbox.left + bbox.width, valToPos(course[i + 1]?.place ?? end, 'x', true))
        // A dormant group is the ground itself: squeezed silences show through.
        if (state === 0 || right < bbox.left || left > bbox.left + bbox.width) continue
        ctx.fillStyle = tones[state] ?? ''
        ctx.globalAlpha = 0.3
        ctx.fillRect(left, top + 1, Math.max(0.5, right - left), height - 2)
        ctx.globalAlpha = 1
        ctx.fillRect(left, top + height - 1 - 2 * devicePixelRatio, Math.max(0.5, right - left), 2 * devicePixelRatio)
        const name = vitalities[state] ?? ''
        if (right - left < ctx.measureText(name).width + 10) continue
        ctx.fillStyle = colour('ink')
        ctx.fillText(name, left + 5, top + height / 2)
      }
    }
  })
}

/** `value` on the y scale. */
export function paintLimit({ ctx, bbox, valToPos }: uPlot, value: number): void {
  const y = valToPos(value, 'y', true)
  clip(ctx, bbox, () => {
    ctx.strokeStyle = colour('hot')
    ctx.lineWidth = devicePixelRatio
    ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio])
    ctx.beginPath()
    ctx.moveTo(bbox.left, y)
    ctx.lineTo(bbox.left + bbox.width, y)
    ctx.stroke()
  })
}

function clip(ctx: CanvasRenderingContext2D, { left, top, width, height }: uPlot.BBox, paint: () => void): void {
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, top, width, height)
  ctx.clip()
  paint()
  ctx.restore()
}
