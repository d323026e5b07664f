// The jobs behind commands of operators and the word that a run asks them for.
import type { Asked, AskInput } from '../../../machines/agent/children.ts'
import type {
  AnswerInput,
  CommandInput,
  CommandOutput,
  Delivered,
  DeliverInput,
} from '../../../machines/group/children.ts'
import type { Config } from '../../config/config.ts'
import type { JobContext } from '../../host/host.ts'
import { actorKey, type Whereabouts } from '../../room/key.ts'
import type { RunTape } from '../../store/run-tape.ts'
import { askOperators } from '../run/ask.ts'
import { answerCommand } from './answer-command.ts'
import { type CommandDeps, runCommand } from './run-command.ts'

interface Parts {
  config: Pick<Config, 'bots'>
  commands: Omit<CommandDeps, 'runs' | 'roleOf'>
  runs?: (NonNullable<CommandDeps['runs']> & { tape: Pick<RunTape, 'entry'> }) | undefined
  send: (place: Whereabouts, reply: Omit<DeliverInput, 'signs'>, signal: AbortSignal) => Promise<Delivered>
}

type Where = (context: JobContext) => Whereabouts & Omit<JobContext, 'key'>

export function commandJobs({ config, commands, runs, send }: Parts, where: Where) {
  const botOf = (bot: string) => config.bots.find(({ id }) => id === bot)
  const deps = { ...commands, roleOf: (bot: string) => botOf(bot)?.role ?? '' }
  const nameOf = (bot: string): string => botOf(bot)?.name ?? bot
  const keyed = (context: JobContext) => {
    const place = where(context)
    return { ...place, key: actorKey(place) }
  }
  return {
    command: {
      // What only looks up looks up again; a shell command may have been done.
      afterCrash: ({ isShell }: CommandInput) => (isShell ? ('interrupt' as const) : ('rerun' as const)),
      run: (input: CommandInput, context: JobContext): Promise<CommandOutput> =>
        runCommand({ ...deps, runs }, input, keyed(context)),
    },
    // No ceiling of the day is asked: what an operator wants to know does not wait for the next one. It is of no turn.
    answer: {
      afterCrash: 'rerun' as const,
      run: (input: AnswerInput, context: JobContext): Promise<Delivered> =>
        answerCommand(
          { ...deps, send: (place, reply, signal) => send(place, { ...reply, turn: 0 }, signal) },
          input,
          where(context),
        ),
    },
    ask: {
      afterCrash: 'rerun' as const,
      async run(input: AskInput, context: JobContext): Promise<Asked> {
        if (!runs) throw new Error('no bot has tools: what waits for them cannot go on')
        return askOperators({ ...deps, tape: runs.tape, nameOf }, input, keyed(context))
      },
    },
  }
}
