// The key under which a drawing is kept: another chart, or another way to draw it, is another key.
import { createHash } from 'node:crypto'
import type { Chart } from '../../../machines/graph.ts'
import type { Detail } from '../contract.ts'
import { sketchOf } from './sketch.ts'

/** Raise it when what is laid out or how has changed, or drawings made before stay in use. */
const layoutVersion = 5

export const chartHash = (chart: Chart, detail?: Detail): string =>
  createHash('sha256')
    .update(JSON.stringify([layoutVersion, detail, sketchOf(chart)]))
    .digest('hex')
    .slice(0, 16)
