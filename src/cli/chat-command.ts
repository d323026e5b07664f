// `chime chat`: its options and its help.
import { type Command, InvalidArgumentError, Option } from 'commander'
import { fitted } from '../terminal/terminal-text.ts'
import type { ChatOptions } from './chat.ts'

const notes = `
With --workspace it is a shell of your own with one bot: you are its operator, its tools work in that folder and nowhere
else, and what it does is shown as it happens. Rules of agent.allow for "terminal" or "direct" say which tools it has.

Examples:
  $ chime chat --name Ann
  $ echo "Iris, any papers on sleep?" | chime chat
  $ chime chat --workspace .
  $ echo "Sum notes.md up." | chime chat --workspace ~/notes --bot iris`

export function addChatCommand(command: Command): void {
  command
    .description('talk to the bots in this terminal, or through a pipe; or have one work in a folder')
    .addOption(new Option('-c, --config <file>', 'configuration (default: chime.yaml, else the built-in demo)'))
    .option('--name <name>', 'your name in the room', filled, process.env['USER'] || 'me')
    .option('--room <room>', 'the web room to join (default: the first one)')
    .addOption(
      new Option('--workspace <folder>', 'talk to one bot that works in this folder')
        .argParser(filled)
        .conflicts('room'),
    )
    .option('--bot <bot>', 'with --workspace: id or name of the bot (default: the first one with tools there)', filled)
    .action(async (options: ChatOptions) => (await import('./chat.ts')).chat(options))
    .addHelpText('after', () => fitted(notes))
}

function filled(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return text
}
