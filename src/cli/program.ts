// The command line: every command, its options and its help.
import { readFileSync } from 'node:fs'
import { Command, InvalidArgumentError, Option } from 'commander'
import { suggest } from '../config/explain.ts'
import { addChatCommand } from './chat-command.ts'
import { addClusterCommands } from './cluster-command.ts'
import type { DemoOptions } from './demo.ts'
import type { DoctorOptions } from './doctor.ts'
import { isDomain } from '../channels/feishu/config.ts'
import { evalKeys, replayNotes } from './help.ts'
import { withEngineOptions } from './engine.ts'
import { factor, whole } from './numbers.ts'
import type { EvalOptions } from './eval.ts'
import type { PartyOptions } from './party.ts'
import type { ReplayOptions } from './replay.ts'
import { withModelOptions, withScenarioOptions } from './options.ts'
import { fitted, reflowed } from '../terminal/terminal-text.ts'
import type { ServeOptions } from './serve.ts'
import type { SkillsOptions } from './skills.ts'
import { addMigrateCommand } from './migrate-command.ts'
import { addTapeCommands } from './tape-command.ts'
import { addIdleCommand, addRunCommand, addScheduleCommands } from './work-commands.ts'

const { version, description } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
  description: string
}

const configOption = (): Option =>
  new Option('-c, --config <file>', 'configuration (default: chime.yaml, else the built-in demo)')

const domainOption = (): Option =>
  new Option('--domain <feishu|lark|URL>', 'where the Feishu apps are, over configuration and environment').argParser(
    domain,
  )

const decideOption = (...hows: string[]): Option =>
  new Option('--decide <how>', 'who decides whether to speak').choices(hows).default('rehearsal')

export function makeProgram(): Command {
  const program = new Command('chime')
    .description(`${description}: language-model colleagues in group chats.`)
    .version(version, '-V, --version')
    .showHelpAfterError('Try: chime --help')
    .exitOverride()
    .hook('preAction', (_, command) => void (command.name() !== 'serve' && endWithReader()))
    .addHelpText('beforeAll', () => (endWithReader(), ''))

  withEngineOptions(program.command('serve', { isDefault: true }))
    .description('run the bots and serve the page')
    .addOption(configOption())
    .addOption(domainOption())
    .option('--stately', 'offer the charts live in Stately’s inspector, a third party’s page, at /stately/', false)
    .allowExcessArguments()
    .action(async (options: ServeOptions, command: Command) => {
      const [word] = command.args
      if (word !== undefined) command.error(`error: unknown command '${word}': ${suggest(word, namesOf(program))}`)
      await (await import('./serve.ts')).serve(options)
    })
    .addHelpText(
      'after',
      examples('chime', 'CHIME_PORT=8080 chime serve --config team.yaml', 'chime serve --domain lark'),
    )

  const demoCommand = program
    .command('demo')
    .description('a short demo in virtual time: an afternoon of a small team and its bots')
    .option('--seed <n>', 'seed of every random draw', whole, 1)
    .addOption(new Option('--lang <lang>', 'language of the talk').choices(['en', 'zh']).default('en'))
    .option('--verbose', 'show every gate’s verdict with its numbers', false)
    .action(async (options: DemoOptions) => (await import('./demo.ts')).demo(options))
    .addHelpText('after', examples('chime demo', 'chime demo --lang zh --seed 7', 'chime demo --model'))
  withModelOptions(demoCommand)

  addChatCommand(program.command('chat'))

  const replayCommand = program
    .command('replay')
    .description('replay recorded chat through the real machines in virtual time')
    .argument('<file>', 'JSON lines: {id, ts, group, sender, text, replyTo?, bot?, mentions?}')
    .addOption(
      new Option('--bot <name>', 'a bot; its recorded lines count as its own (repeatable)')
        .argParser(gatherFilled)
        .makeOptionMandatory(),
    )
    .option('--alias <name>', 'another name of the one bot (repeatable)', gather, [])
    .addOption(configOption())
    .addOption(decideOption('rehearsal', 'always', 'never'))
    .option('--seed <n>', 'seed of every random draw', whole, 1)
    .addOption(
      new Option('--compare <configs...>', 'replay it under two configurations, side by side').conflicts([
        'config',
        'trace',
      ]),
    )
    .option('--trace <out>', 'write every message, verdict and send as JSON lines')
    .option('--report <out>', 'write a page with plots, one self-contained HTML file')
    .option('--json', 'print the summary as one JSON object', false)
    .action(async (file: string, options: ReplayOptions) => (await import('./replay.ts')).replay(file, options))
    .addHelpText('after', () => reflowed(replayNotes))
    .addHelpText(
      'after',
      examples(
        'chime replay talk.jsonl --bot Iris --json',
        'chime replay talk.jsonl --bot Iris --compare a.yaml b.yaml --report out.html',
        'chime replay last-week.jsonl --config chime.yaml --bot Iris --bot Rex --model --max-calls 50',
        'chime replay talk.jsonl --bot Iris --model qwen3:8b --base-url http://127.0.0.1:11434/v1 --latency 900',
      ),
    )
  withModelOptions(replayCommand)

  const evalCommand = program
    .command('eval')
    .description('measure how often the bots are right and what that costs: on labelled chat, or on scenarios')
    .argument(
      '<files...>',
      'labelled talk as for replay, {…, addressee?: [names], addresseeChain?, annotated?}; or scenarios, *.yaml or folders',
    )
    .option(
      '--bot <name>',
      'a participant whose place a bot takes (repeatable; default: the five addressed most)',
      gather,
      [],
    )
    .option('--alias <name>', 'another name of the one bot (repeatable)', gather, [])
    .addOption(configOption())
    .addOption(decideOption('rehearsal', 'model', 'always', 'never'))
    .option('--seed <n>', 'seed of every random draw', whole, 1)
    .option('--json', 'print the figures as one JSON object', false)
    .action(async (files: string[], options: EvalOptions) => {
      const { isScenarioPath } = await import('../lab/eval/scenarios/files.ts')
      if (files.some(isScenarioPath))
        return (await import('../lab/eval/scenarios/run.ts')).playScenarios(files, options)
      // oxlint-disable-next-line no-await-in-loop -- one after the other, each with its own figures
      for (const file of files) await (await import('./eval.ts')).evaluate(file, options)
    })
    .addHelpText('after', () => reflowed(evalKeys))
  // Its notes come first, the examples last.
  withScenarioOptions(withModelOptions(evalCommand)).addHelpText(
    'after',
    examples(
      'chime eval talk.jsonl',
      'chime eval talk.jsonl --bot ann --model --max-calls 50 --json',
      'chime eval scenarios --model qwen3:8b --base-url http://127.0.0.1:11434/v1 --max-calls 1000',
    ),
  )

  const partyCommand = program
    .command('party')
    .description('bots and scripted people in groups: who answered, who answered twice, what it cost')
    .addOption(
      new Option('--channel <channel>', 'where: virtual time in this process, or processes on a real channel')
        .choices(['virtual', 'web', 'xmpp'])
        .default('virtual'),
    )
    .option('--bots <n>', 'how many bots, each with a field of its own', whole, 3)
    .option('--people <n>', 'how many people', whole, 4)
    .option('--minutes <n>', 'how long they talk', whole, 30)
    .option('--rooms <n>', 'run the same party in this many rooms side by side', whole, 1)
    .option('--seed <n>', 'seed of every random draw', whole, 1)
    .addOption(
      new Option('--pace <pace>', 'typing delay: as the decision says, or the better suited first').choices([
        'hint',
        'colleague',
      ]),
    )
    .option('--processes <n>', 'number of processes for the bots (default: 2 for xmpp, 1 for web)', whole)
    .option('--speed <x>', 'web and xmpp: this many times faster than real time (default: 1)', factor)
    .option(
      '-c, --config <file>',
      'live: the bots, models and settings of a configuration join; with --model: its model',
    )
    .option('--xmpp <url>', 'a server that runs already (default: a temporary Prosody)')
    .option('--accounts <file>', 'YAML: the accounts there: {rooms: host, accounts: [{jid, password}]}')
    .option('--trace <out>', 'write every message and verdict as JSON lines')
    .option('--json', 'print the figures as one JSON object', false)
    .action(async (options: PartyOptions) => (await import('./party.ts')).party(options))
    .addHelpText(
      'after',
      examples(
        'chime party',
        'chime party --bots 2 --minutes 90 --seed 7 --json',
        'chime party --channel xmpp --people 3 --rooms 60 --minutes 7',
        'chime party --channel web --rooms 6 --minutes 4 --speed 20',
        'chime party --minutes 5 --model --max-calls 60',
      ),
    )
  withModelOptions(partyCommand)

  program
    .command('doctor')
    .description('check Node, configuration, store, models, the bots’ own ids, Feishu, roster and port')
    .addOption(configOption())
    .addOption(domainOption())
    .option(
      '--reset <group>',
      'start a stopped group anew with its budget kept, as `iris web:lobby` (service stopped)',
      filled,
    )
    .option('--compact', 'shrink the store’s file to what it needs (service stopped)')
    .action(async (options: DoctorOptions) => (await import('./doctor.ts')).doctor(options))
    .addHelpText('after', examples('chime doctor', 'chime doctor --reset "iris web:lobby"'))

  program
    .command('skills')
    .description('the skills that bots may read, where they lie, and what cannot be used')
    .addOption(configOption())
    .option('--json', 'print JSON lines', false)
    .action(async (options: SkillsOptions) => (await import('./skills.ts')).listSkills(options))
    .addHelpText('after', examples('chime skills', 'chime skills --config team.yaml --json'))

  addTapeCommands(program.command('tape').description('what the bots’ runs of tools wrote down, by bot and group'))
  addRunCommand(program.command('run'))
  addIdleCommand(program.command('idle'))
  addClusterCommands(
    program.command('cluster').description('Restate, Postgres and workers on this machine, for development'),
  )
  addMigrateCommand(program.command('migrate'))
  addScheduleCommands(program.command('schedule').description('what bots are to say and do later'))
  return program
}

const examples =
  (...calls: string[]) =>
  (): string =>
    fitted(`\nExamples:\n${calls.map((call) => `  $ ${call}`).join('\n')}`)

const namesOf = ({ commands }: Command): string[] => commands.map((command) => command.name())

/** A reader that has seen enough, as in `chime demo | head`, is no failure. A service goes on without a reader of its log. */
function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
}

function domain(text: string): string {
  if (!isDomain(text)) throw new InvalidArgumentError('It must be feishu, lark, or an http or https URL.')
  return text
}

function filled(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return text
}

const gatherFilled = (value: string, before: string[] | undefined): string[] => [...(before ?? []), filled(value)]
const gather = (value: string, before: string[]): string[] => [...before, value]
