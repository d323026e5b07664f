// bash: a command in the box, and what came of it.
import { z } from 'zod'
import { shellName } from '../rights.ts'
import { tool, ToolError, type Tool } from '../tool.ts'
import { BoxError, type Boxed, type Ended, runBoxed } from './run-boxed.ts'

const longestSeconds = 30
/** Of the time of the call: what a command wrote until it was ended is told, too. */
const tellingMs = 500
// The kernel takes 128 KB of one argument.
const longestCommand = 30_000

export const bashTool = (program?: Boxed['program'], failed: (error: BoxError) => void = () => undefined): Tool =>
  tool({
    name: shellName,
    description:
      `Runs a command with bash in the workspace (/workspace) and tells its output and exit code. There is no network, ` +
      `nothing else can be written but /tmp, which is empty again next time; it ends after ${longestSeconds} s.`,
    effect: 'once',
    schema: z.object({
      command: z
        .string()
        .min(1)
        .max(longestCommand)
        .refine((command) => !command.includes('\0'), 'a command has no NUL'),
      timeoutSeconds: z.int().min(1).max(longestSeconds).optional(),
    }),
    async run({ command, timeoutSeconds = longestSeconds }, { workspace, own, timeoutMs, signal }) {
      const most = Math.min(timeoutSeconds * 1_000, Math.max(timeoutMs - tellingMs, tellingMs))
      try {
        const boxed = { command, workspace, own, timeoutMs: most, program }
        const { output, code, ended } = await runBoxed(boxed, signal)
        const told = ended ? `ended: ${endings[ended](most)}` : `exit code ${code}`
        const result = `${output}${output === '' || output.endsWith('\n') ? '' : '\n'}(${told})`
        if (ended || code !== 0) throw new ToolError(result)
        return result
      } catch (error) {
        if (!(error instanceof BoxError)) throw error
        failed(error)
        throw new ToolError('the shell could not be started: nothing was run', { cause: error })
      }
    },
  })

const endings: Record<Ended, (ms: number) => string> = {
  late: (ms) => `it was not done after ${ms / 1_000} s`,
  flood: () => 'it wrote more than 10 MB',
  full: () => 'the workspace is full: remove something first',
}
