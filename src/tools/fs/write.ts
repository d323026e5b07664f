// fs.write: a file of the workspace, made or replaced.
import { z } from 'zod'
import { tool, ToolError } from '../tool.ts'
import { namesOn, within } from '../workspace.ts'
import { longestFile, replaceFile } from './replace.ts'

export const writeTool = tool({
  name: 'fs.write',
  description: 'Writes a text file of the workspace, and the folders on its way. What the file held before is lost.',
  effect: 'once',
  schema: z.object({
    path: z.string().describe('relative to the workspace'),
    text: z.string().max(longestFile).describe('all of it'),
  }),
  async run({ path, text }, context) {
    if (namesOn(path).length === 0) throw new ToolError('the workspace itself is a folder: name a file')
    return within(context.workspace, path, { makes: true }, async (spot) => {
      const isNew = await replaceFile(context, spot, text)
      return `${isNew ? 'wrote' : 'replaced'} ${spot.shown}: ${Buffer.byteLength(text)} bytes`
    })
  },
})
