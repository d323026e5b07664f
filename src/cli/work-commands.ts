// `chime run`, `chime idle` and `chime schedule`: their options and their help.
import { type Command, Option } from 'commander'
import { fitted } from '../terminal/terminal-text.ts'
import { some } from './numbers.ts'
import type { RunOptions } from './run.ts'

const configOption = (): Option =>
  new Option('-c, --config <file>', 'configuration (default: chime.yaml, else the built-in demo)')
const jsonOption = (): Option => new Option('--json', 'print JSON').default(false)

const runNotes = `
The message is posted in a web room, by the service that runs already or by one in this process, and its answer is
awaited, with the work of tools behind it. Exit code: 0 answered, 3 silent (the reason is on stderr), 1 an error or no
answer in time. --json prints {bot, text, replies: [{text, type?}], silent, tookMs}.

Examples:
  $ chime run "how many samples do we take?"
  $ chime run --bot iris --timeout 600 "read notes.md and sum it up" --json
  $ chime run ",schedule.list"`

const idleNotes = `
Reminders and tasks are posted where they belong; what people say is kept and wakes nobody. Tasks that stand in the
configuration under startup, and next-task.json where agent.nextTask is on, run as they do with serve.`

const scheduleNotes = `
Rows are made by bots with the tool schedule.add, by operators with ,schedule.add, and by the configuration
(bots[].schedule). It may be used beside a running service.`

export function addRunCommand(command: Command): void {
  command
    .description('say one thing to a bot, and print its answer')
    .argument('<text>', 'what is said to it')
    .addOption(configOption())
    .option('--bot <bot>', 'id or name of the bot (default: the first one)')
    .option('--room <room>', 'the web room (default: the first one with the bot)')
    .option('--name <name>', 'your name in the room', process.env['USER'] || 'me')
    .option('--timeout <s>', 'seconds to wait', some, 120)
    .addOption(jsonOption())
    .action(async (text: string, options: RunOptions) => (await import('./run.ts')).run(text, options))
    .addHelpText('after', () => fitted(runNotes))
}

export function addIdleCommand(command: Command): void {
  command
    .description('run the schedule alone: no talk is answered')
    .addOption(configOption())
    .action(async (options: { config?: string }) =>
      (await import('./serve.ts')).serve({ ...options, stately: false, isIdle: true }),
    )
    .addHelpText('after', () => fitted(idleNotes))
}

export function addScheduleCommands(schedule: Command): void {
  schedule
    .command('list')
    .description('all rows, the next one first')
    .addOption(configOption())
    .addOption(jsonOption())
    .action(async (options: { config?: string; json: boolean }) =>
      (await import('./schedule.ts')).listSchedules(options),
    )
    .addHelpText('after', () => fitted(scheduleNotes))
}
