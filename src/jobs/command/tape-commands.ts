// What operators do to the tape of a bot in a group: the step that takes the answer writes it (A4).
import type { CommandInput, CommandOutput } from '../../../machines/group/children.ts'
import type { CommandWords } from '../../commands/command-words.ts'
import { takes } from '../../commands/commands.ts'
import { estimateTokens } from '../../language/tokens.ts'
import { type AnchorBody, longestSummary, type ResetBody } from '../run/tape-tools.ts'
import type { LanguageDeps } from './language-in.ts'

export interface ArchiveDeps {
  /** Keeps a copy of a tape beside the store, the same for the same moment: the last row in it. Undefined: there is nothing on it. */
  archive: (key: string, at: number) => number | undefined
}

type Input = Pick<CommandInput, 'message' | 'isMet'>
/** Its message is told to the operator. */
type Fails = (message: string) => never

const longestName = 60
const tokensOfReset = 10

/** As the tool of the model does it; a command is of no run, and its anchor is in force at once. */
export function handOffTape({ message }: Input, said: string, words: CommandWords, fails: Fails): CommandOutput {
  const [, name = '', summary = ''] = /^(\S+)\s+(.+)$/su.exec(said) ?? []
  if (name === '') return fails(words.needs(`,tape.handoff ${takes['tape.handoff']}`))
  if (name.length > longestName || summary.length > longestSummary) return fails(words.longestSummary(longestSummary))
  const body: AnchorBody = { name, summary, talkUntil: message, messages: [message] }
  const entry = {
    run: `command ${message}`,
    id: 'anchor',
    kind: 'anchor',
    body,
    tokens: estimateTokens(summary),
  } as const
  return { text: words.handedOff(name), entries: [entry] }
}

/** Without a copy a tape is emptied at the service's own machine alone; and no run loses what it goes by. */
export function resetTape(
  { lines, archive }: Pick<LanguageDeps, 'lines'> & ArchiveDeps,
  { message, isMet }: Input,
  { key, group }: { key: string; group: string },
  said: string,
  words: CommandWords,
  fails: Fails,
): CommandOutput {
  if (said.toLowerCase() !== 'archive') return fails(words.needs(`,tape.reset ${takes['tape.reset']}`))
  if (isMet) return fails(words.atWork)
  const [line] = lines(group, [message])
  const until = line && archive(key, line.ts)
  if (until === undefined) return fails(words.noTape)
  const body: ResetBody = { name: 'tape.reset', until, messages: [message] }
  const entry = { run: `command ${message}`, id: 'reset', kind: 'event', body, tokens: tokensOfReset } as const
  return { text: words.tapeReset, entries: [entry] }
}
