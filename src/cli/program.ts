// The command line: every command, its options and its help.
import { readFileSync } from 'node:fs'
import { Command, InvalidArgumentError, Option } from 'commander'

const { version, description } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string; description: string }

const configOption = (): Option => new Option('-c, --config <file>', 'configuration (default: chime.yaml, else the built-in demo)')

export function makeProgram(): Command {
  const program = new Command('chime')
    .description(`${description}: language-model colleagues in group chats.`)
    .version(version, '-V, --version')
    .showHelpAfterError('Try: chime --help')
    .exitOverride()

  program
    .command('serve', { isDefault: true })
    .description('run the bots and serve the page')
    .addOption(configOption())
    .action(async (options: { config?: string }) => (await import('./serve.ts')).serve(options))

  program
    .command('demo')
    .description('a short rehearsal in virtual time, told with every gate’s verdict')
    .option('--seed <n>', 'another course of events', whole, 1)
    .addOption(new Option('--lang <lang>', 'language of the talk').choices(['en', 'zh']).default('en'))
    .action(async (options: { seed: number; lang: 'en' | 'zh' }) => (await import('./demo.ts')).demo(options))

  program
    .command('chat')
    .description('talk to the bots in this terminal')
    .addOption(configOption())
    .option('--name <name>', 'your name in the room', process.env['USER'] ?? 'me')
    .option('--room <room>', 'the web room to sit in (default: the first one)')
    .action(async (options: { config?: string; name: string; room?: string }) => (await import('./chat.ts')).chat(options))

  program
    .command('replay')
    .description('play recorded talk through the real machines in virtual time')
    .argument('<file>', 'JSON lines: {id, ts, group, sender, text, replyTo?, bot?, mentions?}')
    .requiredOption('--bot <name>', 'the bot; its recorded lines count as its own')
    .option('--alias <name>', 'another name of the bot (repeatable)', gather, [])
    .addOption(configOption())
    .addOption(
      new Option('--decide <how>', 'who decides whether to speak').choices(['rehearsal', 'always', 'never']).default('rehearsal'),
    )
    .option('--seed <n>', 'seed of every random draw', whole, 1)
    .option('--trace <out>', 'write every message, verdict and send as JSON lines')
    .option('--json', 'print the summary as one JSON object', false)
    .action(async (file: string, options: never) => (await import('./replay.ts')).replay(file, options))

  program
    .command('doctor')
    .description('check Node, configuration, store, model and the bots’ own ids')
    .addOption(configOption())
    .option('--reset <group>', 'start a stopped group anew with its budget kept, as `iris web:lobby` (service stopped)')
    .action(async (options: { config?: string; reset?: string }) => (await import('./doctor.ts')).doctor(options))

  return program
}

function whole(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError('It must be a whole number.')
  return value
}

const gather = (value: string, before: string[]): string[] => [...before, value]
