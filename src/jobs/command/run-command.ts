// Does what a command of an operator's asks for, and words what came of it (A4).
import type { CommandInput, CommandOutput } from '../../../machines/group/children.ts'
import { type CommandName, isCommandName, numberIn, policyIn, takes } from '../../commands/commands.ts'
import { type CommandText, commandIn } from '../../commands/parse.ts'
import type { CommandWords, Lang } from '../../commands/command-words.ts'
import { commandWords, errorBlock } from '../../commands/words.ts'
import type { Whereabouts } from '../../room/key.ts'
import type { StoredEntry } from '../../store/stored-entry.ts'
import type { RunTape } from '../../store/run-tape.ts'
import type { Registry } from '../../tools/registry.ts'
import { shellName } from '../../tools/rights.ts'
import { textIn, type Place, ToolError } from '../../tools/tool.ts'
import { type LanguageDeps, languageIn } from './language-in.ts'
import { acceptOrShow, type McpCommands, offLines } from './mcp-accept.ts'
import { type ArchiveDeps, handOffTape, resetTape } from './tape-commands.ts'
import { acceptSkill, dropSkill, listSkills, type SkillParts } from './skill-commands.ts'
import { addedBy, listedFor, problemOf, removedBy, type ScheduleDeps } from './schedule-commands.ts'

export interface CommandDeps extends LanguageDeps, ArchiveDeps, ScheduleDeps {
  /** Of what runs did. */
  tape: Pick<RunTape, 'info' | 'search' | 'anchors' | 'facts'>
  /** Tools, and where they work; absent: no bot has any. */
  runs?:
    | {
        registry: Registry
        workspaceOf: (place: Place) => string
        failed?: (tool: string, error: unknown) => void
        /** Absent: no bot has any. */
        skills?: SkillParts
        /** Absent: there are no MCP servers. */
        mcp?: McpCommands
      }
    | undefined
  /** Why a bot spoke or did not, in one sentence; without a message: in its last turn. Undefined: nothing is known. */
  whyOf: (key: string, message: string | undefined, lang: Lang) => string | undefined
}

export interface CommandContext extends Whereabouts {
  key: string
  signal: AbortSignal
}

/** Its message is told to the operator. */
class CommandError extends Error {
  override name = 'CommandError'
}

/** Rejects with the reason of the signal alone. */
export async function runCommand(
  deps: CommandDeps,
  input: CommandInput,
  context: CommandContext,
): Promise<CommandOutput> {
  const { group } = context
  const [line] = deps.lines(group, [input.message])
  const lang = languageIn(deps, context)
  // Who is addressed stands before it, and was looked at when it was taken.
  const command = commandIn(line?.text ?? '', () => true) ?? { name: input.name, words: '', line: input.name }
  const words = commandWords[lang]
  try {
    const asked = { deps, input, context, command, words, lang }
    const answer = isCommandName(input.name)
      ? await answers[input.name](asked)
      : await shell(deps, input, context, command, words)
    if (typeof answer !== 'string') return answer
    const forgets = input.name === 'forget' ? factIn(asked) : undefined
    return { text: clipped(answer), ...(forgets !== undefined && { forgets }) }
  } catch (error) {
    context.signal.throwIfAborted()
    const problem = problemOf(error, lang)
    if (problem !== undefined) return { text: errorBlock(input.name, clipped(problem)), isError: true }
    if (!(error instanceof CommandError) && !(error instanceof ToolError)) {
      deps.runs?.failed?.(`,${input.name}`, error)
      return { text: errorBlock(input.name, words.failed('failed')), isError: true }
    }
    return { text: errorBlock(input.name, clipped(error.message)), isError: true }
  }
}

interface Asked {
  deps: CommandDeps
  input: CommandInput
  context: CommandContext
  command: CommandText
  words: CommandWords
  lang: Lang
}

const usageOf = (name: CommandName): string => `,${name}${takes[name] === undefined ? '' : ` ${takes[name]}`}`

function needed({ input, command, words }: Asked): string {
  if (command.words === '') throw new CommandError(words.needs(usageOf(input.name as CommandName)))
  return command.words
}

const answers: Record<CommandName, (asked: Asked) => string | CommandOutput | Promise<string>> = {
  help: ({ words }) =>
    Object.entries(words.help)
      .map(([name, does]) => `${usageOf(name as CommandName)} – ${does}`)
      .join('\n'),
  tools({ deps, input, context, words }) {
    const on = toolsOf(deps, input).map(
      ({ name, effect, module }) => `${name} – ${words.effect[effect]}${module === undefined ? '' : ` (${module})`}`,
    )
    const off = offLines(deps.runs?.mcp, context.bot, words)
    return [...(on.length === 0 ? [words.noTools] : on), ...off].join('\n')
  },
  'tool.describe'(asked) {
    const { deps, input, words } = asked
    const name = needed(asked)
    const tool = toolsOf(deps, input).find((each) => each.name === name)
    if (!tool || !deps.runs) throw new CommandError(words.noSuchTool(name))
    const { description, parameters } = deps.runs.registry.parametersOf(tool)
    return `${name} – ${words.effect[tool.effect]}\n${description}\n${JSON.stringify(parameters)}`
  },
  'tape.info'({ deps, context, words }) {
    const info = deps.tape.info(context.key)
    return info ? words.tape(info) : words.noTape
  },
  'tape.search'(asked) {
    const { deps, context, words } = asked
    const looked = needed(asked)
    const hits = deps.tape.search(context.key, looked, { most: mostHits })
    if (hits.length === 0) return words.nothingFound(looked)
    return hits
      .map(
        ({ entry, excerpt, isAlike }) => `${labelOf(entry)}${isAlike ? ` (${words.alike})` : ''} ${oneLine(excerpt)}`,
      )
      .join('\n')
  },
  'tape.anchors': ({ deps, context, words }) => listed(deps.tape.anchors(context.key), words.noAnchors, words),
  'tape.handoff': (asked) => handOffTape(asked.input, needed(asked), asked.words, fails),
  'tape.reset': (asked) => resetTape(asked.deps, asked.input, asked.context, needed(asked), asked.words, fails),
  facts({ deps, context, words }) {
    const facts = deps.tape.facts(context.key)
    if (facts.length === 0) return words.noFacts
    const lines = facts.slice(-mostListed).map(({ n, body }) => `${n}: ${oneLine(textOf(body))}`)
    return [...(facts.length > lines.length ? [words.more(facts.length - lines.length)] : []), ...lines].join('\n')
  },
  forget: (asked) => asked.words.forgotten(String(factIn(asked))),
  stop: ({ input, words }) => (input.isMet ? words.stopped : words.nothingToStop),
  mute: ({ words }) => words.muted,
  unmute: ({ words }) => words.unmuted,
  policy(asked) {
    const { words } = asked
    const policy = policyIn(needed(asked))
    if (policy === undefined) throw new CommandError(words.needs(usageOf('policy')))
    return policy === null ? words.policyReset : words.policySet(policy)
  },
  approve: (asked) => answered(asked, asked.words.approved),
  deny: (asked) => answered(asked, asked.words.denied),
  skills: (asked) => listSkills(ofSkills(asked)),
  'skill.accept': (asked) => acceptSkill(ofSkills(asked), { said: needed(asked), by: asked.input.sender }, fails),
  'skill.drop': (asked) => dropSkill(ofSkills(asked), needed(asked), fails),
  'mcp.accept'(asked) {
    const { deps, context, words } = asked
    const said = needed(asked)
    const told = acceptOrShow(deps.runs?.mcp, context.bot, said, words)
    if (told === undefined) throw new CommandError(words.mcpNothing(oneLine(said)))
    return told
  },
  'schedule.list': listedFor,
  'schedule.add': (asked) => addedBy(asked, needed(asked)),
  'schedule.remove': (asked) => removedBy(asked, needed(asked)),
  why({ deps, context, command, words, lang }) {
    const id = command.words === '' ? undefined : command.words
    const why = deps.whyOf(context.key, id, lang)
    if (why === undefined) throw new CommandError(words.nothingKnown(id ?? words.help.why))
    return why
  },
}

/** The row of the fact that it names; the step that takes the answer drops it. */
function factIn(asked: Asked): number {
  const { deps, context, words } = asked
  const given = needed(asked)
  const n = numberIn(given)
  if (n === undefined) throw new CommandError(words.needs(usageOf('forget')))
  if (!deps.tape.facts(context.key).some((fact) => fact.n === n)) throw new CommandError(words.noSuchFact(given))
  return n
}

const ofSkills = ({ deps, input, context: { bot, group, oneToOne }, words }: Asked) => ({
  skills: deps.runs?.skills,
  place: { bot, group, oneToOne },
  tools: input.tools,
  words,
})

function fails(message: string): never {
  throw new CommandError(message)
}

function answered(asked: Asked, told: (n: string) => string): string {
  const n = needed(asked)
  if (numberIn(n) === undefined) throw new CommandError(asked.words.needs(usageOf(asked.input.name as CommandName)))
  if (!asked.input.isMet) throw new CommandError(asked.words.noSuchAsk(n))
  return told(n)
}

const toolsOf = ({ runs }: CommandDeps, { tools }: CommandInput) =>
  tools.flatMap((name) => runs?.registry.find(name) ?? [])

/** What no command is called runs in the shell, where whoever asks may use it here. */
async function shell(
  { runs }: CommandDeps,
  input: CommandInput,
  { bot, group, oneToOne, signal }: CommandContext,
  { line }: CommandText,
  words: CommandWords,
): Promise<string> {
  const tool = input.tools.includes(shellName) ? runs?.registry.find(shellName) : undefined
  if (!runs || !tool) throw new CommandError(words.unknownCommand(input.name))
  const place = { bot, group, oneToOne }
  const result = await tool.run(
    { command: line },
    {
      place,
      run: `command ${input.message}`,
      call: `command ${input.message}`,
      askers: [input.sender],
      workspace: runs.workspaceOf(place),
      signal,
      timeoutMs: input.timeoutMs,
    },
  )
  return textIn(result)
}

const mostHits = 8
const mostListed = 50
const longestLine = 200
const longestAnswer = 3_000

const labelOf = ({ at, kind, run, id }: StoredEntry): string =>
  `[${new Date(at).toISOString().slice(0, 16)} ${kind} ${run} ${id}]`

function listed(entries: readonly StoredEntry[], none: string, words: CommandWords): string {
  if (entries.length === 0) return none
  const shown = entries.slice(-mostListed).map((entry) => `${labelOf(entry)} ${oneLine(bodyText(entry.body))}`)
  const left = entries.length - shown.length
  return [...(left > 0 ? [words.more(left)] : []), ...shown].join('\n')
}

const textOf = (body: unknown): string => {
  const { text } = (body ?? {}) as { text?: unknown }
  return typeof text === 'string' ? text : bodyText(body)
}
const bodyText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  return line.length > longestLine ? `${line.slice(0, longestLine).toWellFormed()}…` : line
}

const clipped = (text: string): string =>
  text.length > longestAnswer ? `${text.slice(0, longestAnswer).toWellFormed()}…` : text
