// Tools that have something said or done later (A13).
import { z } from 'zod'
import { type Tool, tool, ToolError } from '../../tools/tool.ts'
import { longestText, type Schedule, ScheduleError } from './schedule.ts'
import { scheduleWords } from './schedule-words.ts'

export const addToolName = 'schedule.add'

interface Deps {
  schedule: Schedule
  operatorsOf: (bot: string) => readonly string[]
}

export const scheduleTools = (deps: Deps): Tool[] => [addTool(deps), listTool(deps), removeTool(deps)]

const words = scheduleWords.en

const addTool = ({ schedule, operatorsOf }: Deps): Tool =>
  tool({
    name: addToolName,
    description:
      'Has something said or done in this talk later. A reminder is posted word for word; a task is asked of you then, as if its words were said.',
    effect: 'keyed',
    lasts: true,
    schema: z.object({
      when: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .describe('"in 20m", "every 2h", "2026-12-01 09:00", or cron "0 9 * * 1-5"; a zone may follow: Europe/Berlin'),
      kind: z.enum(['reminder', 'task']),
      text: z.string().trim().min(1).max(longestText),
      quiet: z.boolean().optional().describe('of a task: say something only if there is something new'),
    }),
    run: (request, { place, call, askers }) =>
      told(async () => {
        const by = weakest(askers, operatorsOf(place.bot))
        const row = await schedule.add(place, { ...request, by, origin: 'tool', key: call })
        return row ? words.added(row) : words.addedBefore
      }),
  })

const listTool = ({ schedule }: Deps): Tool =>
  tool({
    name: 'schedule.list',
    description: 'What is to be said or done later in this talk, with ids and times.',
    effect: 'read',
    schema: z.object({}),
    async run(_, { place }) {
      const rows = await schedule.rows(place)
      return rows.length === 0 ? words.none : rows.map(words.row).join('\n')
    },
  })

const removeTool = ({ schedule, operatorsOf }: Deps): Tool =>
  tool({
    name: 'schedule.remove',
    description: 'Removes what was to be said or done later, by its id.',
    effect: 'keyed',
    schema: z.object({ id: z.string().trim().min(1).max(40) }),
    run: ({ id }, { place, askers }) =>
      told(async () => {
        const operators = operatorsOf(place.bot)
        const isOperator = askers.length > 0 && askers.every((asker) => operators.includes(asker))
        return words.removed(await schedule.remove(place, id, { by: weakest(askers, operators), isOperator }))
      }),
  })

/** Of several who ask, one with no more rights than the others. */
function weakest(askers: readonly string[], operators: readonly string[]): string {
  const by = askers.find((asker) => !operators.includes(asker)) ?? askers[0]
  if (by === undefined) throw new ToolError('nobody asks for it')
  return by
}

async function told(work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ScheduleError ? new ToolError(words.problem(error.problem)) : error
  }
}
