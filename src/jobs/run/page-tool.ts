// tape.page: reads on in a result that was too long for a prompt.
import { z } from 'zod'
import { actorKey } from '../../room/key.ts'
import type { RunTape } from '../../store/run-tape.ts'
import { pageOf } from '../../tools/spill.ts'
import { tool, ToolError, type Tool } from '../../tools/tool.ts'
import type { ResultBody } from './conversation.ts'

export const pageToolName = 'tape.page'

export const pageTool = (tape: Pick<RunTape, 'entry'>): Tool =>
  tool({
    name: pageToolName,
    description: 'Reads on in a long result of this run, from where its note says.',
    effect: 'read',
    schema: z.object({ id: z.string().max(40), offset: z.int().min(0) }),
    run({ id, offset }, { place, run }) {
      const body = tape.entry(actorKey(place), run, id)?.body as ResultBody | undefined
      const page = body?.text === undefined ? undefined : pageOf(body.text, id, offset)
      if (page === undefined) return Promise.reject(new ToolError(`there is no result ${id} with more at ${offset}`))
      return Promise.resolve(page)
    },
  })
