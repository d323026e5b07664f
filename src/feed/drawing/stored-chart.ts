// A drawn chart as read back from a file: what does not look like one is drawn anew.
import { z } from 'zod'
import type { DrawnChart } from '../contract.ts'

const point = z.object({ x: z.number(), y: z.number() })
const area = point.extend({ width: z.number(), height: z.number() })

const state = area.extend({
  id: z.string(),
  key: z.string(),
  parent: z.exactOptional(z.string()),
  type: z.string(),
  initial: z.boolean(),
  gate: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  lines: z.array(
    z.object({ kind: z.enum(['invoke', 'on']), text: z.string(), transition: z.exactOptional(z.string()) }),
  ),
})

const label = z.object({
  transition: z.string(),
  kind: z.enum(['event', 'after', 'always', 'done', 'error']),
  text: z.string(),
  guard: z.exactOptional(z.string()),
  gate: z.exactOptional(z.string()),
})

export const storedChart: z.ZodType<DrawnChart> = z.object({
  id: z.string(),
  hash: z.string(),
  detail: z.exactOptional(z.literal('overview')),
  nameSize: z.number(),
  width: z.number(),
  height: z.number(),
  states: z.array(state),
  edges: z.array(
    z.object({
      id: z.string(),
      source: z.string(),
      target: z.string(),
      points: z.array(point),
      box: area,
      labels: z.array(label),
      brief: z.exactOptional(z.string()),
    }),
  ),
})
