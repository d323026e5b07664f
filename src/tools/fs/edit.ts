// fs.edit: one passage of a file replaced by another.
import { z } from 'zod'
import { tool, ToolError } from '../tool.ts'
import { openAt, within } from '../workspace.ts'
import { textOf } from './read.ts'
import { longestFile, replaceFile } from './replace.ts'

export const editTool = tool({
  name: 'fs.edit',
  description:
    'Replaces a passage of a text file of the workspace. The passage must stand in it exactly once, to the letter.',
  effect: 'once',
  schema: z.object({
    path: z.string().describe('relative to the workspace'),
    old: z.string().min(1).describe('the passage, with as many lines around it as make it the only one'),
    new: z.string().max(longestFile).describe('what stands there afterwards'),
  }),
  run({ path, old, new: replacement }, context) {
    return within(context.workspace, path, {}, async (spot) => {
      const text = await wholeText(spot)
      const found = countOf(text, old)
      if (found !== 1) {
        const times = found === mostCounted ? `${found} times or more` : `${found} times`
        throw new ToolError(`${spot.shown} was not changed: the passage stands in it ${times}`)
      }
      const at = text.indexOf(old)
      await replaceFile(context, spot, text.slice(0, at) + replacement + text.slice(at + old.length))
      return `changed ${spot.shown} at line ${text.slice(0, at).split('\n').length}`
    })
  },
})

async function wholeText(spot: Parameters<typeof openAt>[0]): Promise<string> {
  await using file = await openAt(spot, 'file')
  const { size } = await file.stat()
  if (size > longestFile) throw new ToolError(`${spot.shown} has ${size} bytes, at most ${longestFile} are edited`)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0)
  const text = textOf(buffer.subarray(0, bytesRead))
  if (text === undefined) throw new ToolError(`${spot.shown} is binary: only text in UTF-8 can be edited`)
  return text
}

const mostCounted = 100

/** Also where two overlap: either could be meant. */
function countOf(text: string, passage: string): number {
  let count = 0
  for (let at = text.indexOf(passage); at >= 0 && count < mostCounted; at = text.indexOf(passage, at + 1)) count += 1
  return count
}
