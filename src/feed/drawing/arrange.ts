// Regions set beside each other, in columns from left to right and in the order of the chart: what a pane shows largest.
import type { Part } from './elk-graph.ts'

/** Between regions, and around them. */
export interface Gaps {
  between: number
  around: number
}

export interface Arrangement {
  width: number
  height: number
  places: { part: Part; x: number; y: number }[]
}

/** An overview fills a pane of about this shape, next to the room on a screen of 1440 × 900. */
const pane = { width: 740, height: 540 }
/** A drawing so much smaller than the largest is taken when it tells more. */
const smaller = 1.06

/** One of `forms` of each region. All are tried: of those with as many labels the largest, and of these the most labels. */
export function arrangementOf(forms: Part[][], gaps: Gaps): Arrangement {
  const largest = new Map<number, { scale: number; parts: Part[]; most: number }>()
  for (const parts of choicesOf(forms)) {
    const labels = parts.reduce((sum, part) => sum + labelCount(part), 0)
    for (const most of heightsOf(parts, gaps)) {
      const scale = scaleOf(packed(parts, most, gaps))
      if (scale < (largest.get(labels)?.scale ?? Infinity)) largest.set(labels, { scale, parts, most })
    }
  }
  const found = [...largest].toSorted(([a], [b]) => b - a).map(([, each]) => each)
  const least = found.reduce((sofar, { scale }) => Math.min(sofar, scale), Infinity)
  const best = found.find(({ scale }) => scale <= least * smaller)
  return placed(best?.parts ?? [], best?.most ?? 0, gaps)
}

const labelCount = ({ edges }: Part): number => edges.filter(({ brief }) => brief !== undefined).length

/** How small the pane shows it; of two alike the one that leaves more room. */
function scaleOf({ width, height }: Pick<Arrangement, 'width' | 'height'>): number {
  const [across, down] = [width / pane.width, height / pane.height]
  return Math.max(across, down) + Math.min(across, down) / 50
}

/** One form of each region, in every combination. */
const choicesOf = ([first, ...others]: Part[][]): Part[][] =>
  first === undefined ? [[]] : choicesOf(others).flatMap((rest) => first.map((form) => [form, ...rest]))

/** Of columns: those of every run of neighbours that is at least as high as the highest region. */
function heightsOf(parts: Part[], { between }: Gaps): Set<number> {
  const highest = parts.reduce((sofar, { height }) => Math.max(sofar, height), 0)
  const heights = new Set([highest])
  for (const first of parts.keys()) {
    let sum = 0
    for (const { height } of parts.slice(first)) {
      sum += height + between
      if (sum > highest) heights.add(sum)
    }
  }
  return heights
}

/** No column is higher than `most`. */
function placed(parts: Part[], most: number, gaps: Gaps): Arrangement {
  const places: Arrangement['places'] = []
  return { ...packed(parts, most, gaps, (part, x, y) => places.push({ part, x, y })), places }
}

/** The size alone is asked for some hundred thousand times. */
function packed(
  parts: Part[],
  most: number,
  { between, around }: Gaps,
  place?: (part: Part, x: number, y: number) => void,
): Pick<Arrangement, 'width' | 'height'> {
  let [x, y, columnWidth, bottom] = [around, 0, 0, 0]
  for (const part of parts) {
    if (y > 0 && y + part.height > most) {
      x += columnWidth + between
      y = 0
      columnWidth = 0
    }
    place?.(part, x, y)
    y += part.height + between
    bottom = Math.max(bottom, y - between)
    columnWidth = Math.max(columnWidth, part.width)
  }
  return { width: x + columnWidth + around, height: bottom + 2 * around }
}
