// `chime tape`: its commands, their options and their help.
import { type Command, Option } from 'commander'
import { fitted } from '../terminal/terminal-text.ts'
import { some } from './numbers.ts'
import type { SearchOptions, ShowOptions } from './tape.ts'

const configOption = (): Option =>
  new Option('-c, --config <file>', 'configuration (default: chime.yaml, else the built-in demo)')
const jsonOption = (): Option => new Option('--json', 'print JSON lines').default(false)
const commands = () => import('./tape.ts')

const notes = `
A tape is what a bot’s runs wrote down in one group: calls, results, anchors, facts and commands. BOT is the bot’s
id and GROUP the group as the log writes it, as in \`chime tape show iris web:lobby\`; a one-to-one chat is "direct web:ann".
All but reset may be used beside a running service. The same lines are in files in the folder tapes beside the store.

Examples:
  $ chime tape list
  $ chime tape show iris web:lobby --run 12
  $ chime tape search iris web:lobby budget 2026
  $ chime tape export iris web:lobby | jq 'select(.kind == "anchor")'
  $ chime tape reset iris web:lobby --archive`

export function addTapeCommands(tape: Command): void {
  const ofOne = (name: string, description: string): Command =>
    tape
      .command(name)
      .description(description)
      .argument('<bot>', 'id of the bot')
      .argument('<group>', 'the group as the log writes it, as web:lobby')
      .addOption(configOption())

  tape
    .command('list')
    .description('all tapes, and how much is on them')
    .addOption(configOption())
    .addOption(jsonOption())
    .action(async (options: { config?: string; json: boolean }) => (await commands()).listTapes(options))
  ofOne('show', 'the newest entries, or those of one run')
    .option('--run <run>', 'of this run alone')
    .option('--most <n>', 'so many of the newest', some, 50)
    .addOption(jsonOption())
    .action(async (bot: string, group: string, options: ShowOptions) =>
      (await commands()).showTape(bot, group, options),
    )
  ofOne('search', 'entries with all of the words, else what is alike')
    .argument('<words...>', 'words, parts of words, or signs')
    .option('--all', 'also in runs that failed or go on', false)
    .option('--most <n>', 'so many of the newest', some, 20)
    .addOption(jsonOption())
    .action(async (bot: string, group: string, words: string[], options: SearchOptions) =>
      (await commands()).searchTape(bot, group, words.join(' '), options),
    )
  ofOne('export', 'all entries as JSON lines')
    .option('--file <file>', 'into a new file, which nobody else may read')
    .action(async (bot: string, group: string, options: { config?: string; file?: string }) =>
      (await commands()).exportTape(bot, group, options),
    )
  ofOne('follow', 'the newest entries, and those that are written from now on')
    .addOption(jsonOption())
    .action(async (bot: string, group: string, options: { config?: string; json: boolean }) =>
      (await commands()).followTape(bot, group, options),
    )
  ofOne('reset', 'empty a tape (service stopped): contexts, facts and anchors begin anew')
    .option('--archive', 'keep a copy beside the store')
    .option('--no-archive', 'keep none')
    .action(async (bot: string, group: string, options: { config?: string; archive?: boolean }) =>
      (await commands()).resetTape(bot, group, options),
    )
  tape.addHelpText('after', () => fitted(notes))
}
