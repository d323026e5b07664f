// Tools in a folder of an operator's own (`chime chat --workspace`): what of it is Chime's own is out of their reach.
import type { OwnFolder } from '../config/workspaces.ts'
import { type Tool, ToolError } from './tool.ts'
import { namesOn, showPath } from './workspace.ts'

/** In other workspaces the tool is as it was. */
export const inOwnFolder = (tool: Tool, own: OwnFolder): Tool => ({
  ...tool,
  async run(args, context) {
    if (context.workspace !== own.path) return tool.run(args, context)
    const path = args['path']
    const [first] = typeof path === 'string' ? namesOn(path) : []
    if (first !== undefined && own.hidden.includes(first))
      throw new ToolError(`${showPath(first)} is Chime's own: it is out of reach here`)
    return tool.run(args, { ...context, own })
  },
})
