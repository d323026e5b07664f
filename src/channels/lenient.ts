// Shapes for what others send, read at the edge: what does not fit is left out, and the rest is read.
import { z } from 'zod'

/** What has another shape counts as absent. */
export const maybe = <Shape extends z.ZodType>(shape: Shape) => shape.optional().catch(undefined)

/** What does not fit in a list of at most so many is left out. */
export const fitting = <Item extends z.ZodType>(item: Item, most: number) =>
  z.array(z.unknown()).transform((all) =>
    all.slice(0, most).flatMap((each) => {
      const { success, data } = item.safeParse(each)
      return success ? [data] : []
    }),
  )

/** What is no list counts as empty. */
export const listOf = <Item extends z.ZodType>(item: Item, most: number) =>
  z.array(z.unknown()).catch([]).pipe(fitting(item, most))
