// @ts-check
// What is painted on the plots' canvases beside their series: squeezed silences, bands of vitality, a limit.

/** @typedef {import('./time.js').Axis} Axis */
/** @typedef {import('uplot')} Plot */

export const states = /** @type {const} */ (['DORMANT', 'COOLING', 'ACTIVE', 'HEATED'])

/** @param {string} name of a colour in the style sheet */
export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()

/** Strips across the silences, under everything else. @param {Plot} plot @param {Axis} axis */
export function paintGaps({ ctx, bbox, valToPos, scales }, axis) {
  const { min = 0, max = 0 } = scales['x'] ?? {}
  clip(ctx, bbox, () => {
    ctx.strokeStyle = colour('gap')
    ctx.lineWidth = devicePixelRatio
    for (const { at, until } of axis.gaps) {
      if (until < (min ?? 0) || at > (max ?? 0)) continue
      const [left, right] = [valToPos(at, 'x', true), valToPos(until, 'x', true)]
      ctx.fillStyle = colour('gap-ground')
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

/**
 * A row of coloured bands for each run; each wide enough bears its name.
 * @param {Plot} plot @param {readonly { place: number, state: number }[][]} runs @param {number} end
 */
export function paintBands({ ctx, bbox, valToPos }, runs, end) {
  const colours = states.map((state) => colour(state.toLowerCase()))
  const inks = states.map((state) => colour(`${state.toLowerCase()}-ink`))
  const height = bbox.height / runs.length
  clip(ctx, bbox, () => {
    ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`
    ctx.textAlign = 'left'
    ctx.textBaseline = 'middle'
    for (const [row, course] of runs.entries()) {
      const top = bbox.top + row * height
      for (const [i, { place, state }] of course.entries()) {
        const left = Math.max(bbox.left, valToPos(place, 'x', true))
        const right = Math.min(bbox.left + bbox.width, valToPos(course[i + 1]?.place ?? end, 'x', true))
        // A dormant group is the ground itself: squeezed silences show through.
        if (state === 0 || right < bbox.left || left > bbox.left + bbox.width) continue
        ctx.fillStyle = colours[state] ?? ''
        ctx.fillRect(left, top + 1, Math.max(0.5, right - left), height - 2)
        const name = states[state] ?? ''
        if (right - left < ctx.measureText(name).width + 10) continue
        ctx.fillStyle = inks[state] ?? ''
        ctx.fillText(name, left + 5, top + height / 2)
      }
    }
  })
}

/** @param {Plot} plot @param {number} value on the y scale */
export function paintLimit({ ctx, bbox, valToPos }, value) {
  const y = valToPos(value, 'y', true)
  clip(ctx, bbox, () => {
    ctx.strokeStyle = colour('limit')
    ctx.lineWidth = devicePixelRatio
    ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio])
    ctx.beginPath()
    ctx.moveTo(bbox.left, y)
    ctx.lineTo(bbox.left + bbox.width, y)
    ctx.stroke()
  })
}

/** @param {CanvasRenderingContext2D} ctx @param {{ left: number, top: number, width: number, height: number }} box @param {() => void} paint */
function clip(ctx, { left, top, width, height }, paint) {
  ctx.save()
  ctx.beginPath()
  ctx.rect(left, top, width, height)
  ctx.clip()
  paint()
  ctx.restore()
}
