// tools.describe: adds what a tool takes to the requests of a run that knows its tools by one line each (A7).
import { z } from 'zod'
import { type Tool, tool, ToolError } from './tool.ts'

export const describeToolName = 'tools.describe'

/** `find`: by the name of the house, or by that on the wire. */
export const describeTool = (find: (name: string) => Tool | undefined): Tool =>
  tool({
    name: describeToolName,
    description: 'Adds what a tool of the list takes, so that it can be called from the next step on.',
    effect: 'read',
    schema: z.object({ name: z.string().max(64).describe('as the list of tools has it') }),
    run({ name }, { tools = [] }) {
      const found = find(name)
      if (!found || !tools.includes(found.name))
        return Promise.reject(new ToolError(`there is no tool ${JSON.stringify(name.slice(0, 64))} here`))
      return Promise.resolve(`${found.description}\nIt can be called now.`)
    },
  })
