// `chime chat --workspace`: the shell of one bot that works in a folder, with its operator at this terminal (A16).
import { createInterface } from 'node:readline/promises'
import { basename } from 'node:path'
import { startService } from '../app.ts'
import type { Service } from '../app/service.ts'
import { loadServed, secretsOf } from '../channels/plugins.ts'
import { actorKey } from '../room/key.ts'
import { type TracedStep, verdictsOf } from '../room/steps.ts'
import { withoutKey } from '../llm/redact.ts'
import { columnsOf, langOf } from '../terminal/terminal-text.ts'
import { shellName, toolsFor } from '../tools/rights.ts'
import { boxUser } from '../tools/workspace.ts'
import { errorLog } from './chat/opened.ts'
import { makeScreen } from './chat/screen.ts'
import { followTurns } from './chat/turns.ts'
import { causeText } from './chat/why.ts'
import { type Completable, complete } from './shell/completion.ts'
import { converse, endWork, pipe, type ShellTalk } from './shell/converse.ts'
import { makeDraft } from './shell/draft.ts'
import { mostLines, openHistory } from './shell/history.ts'
import { shellConfig, shellPlace } from './shell/place.ts'
import { makeProgress } from './shell/progress.ts'
import { followWork } from './shell/under-way.ts'
import { shellWords } from './shell/words.ts'

export interface ShellOptions {
  config?: string
  workspace: string
  bot?: string
  name: string
}

/** Where lines come from and go to. */
export interface ShellStreams {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream & { isTTY?: boolean; columns?: number }
  /** Somebody sits there: lines are edited, completed and kept. */
  isTerminal: boolean
}

const ofProcess = (): ShellStreams => ({
  input: process.stdin,
  output: process.stdout,
  isTerminal: process.stdin.isTTY && process.stdout.isTTY,
})

/** Beyond the longest run, for its turn. */
const beyondRunMs = 120_000
const withoutAnswer: ReadonlySet<string> = new Set(['exhausted', 'failed'])

export async function shell(options: ShellOptions, streams: ShellStreams = ofProcess()): Promise<void> {
  const lang = langOf(process.env)
  const words = shellWords[lang]
  const config = loadServed(options.config)
  const place = shellPlace(config, options, words.problems, process.cwd())
  const { bot, group, folder } = place
  const key = actorKey({ bot: bot.id, group, oneToOne: true })
  const secrets = secretsOf(config)
  const { output, isTerminal } = streams
  let screen = makeScreen([bot], undefined, output)
  const underWay = followWork(key)
  const turns = followTurns([bot.id])
  const linesOf = makeProgress({ key, words: words.progress, secrets })

  const draft = makeDraft({
    name: bot.name,
    width: () => columnsOf(output),
    tell: (line, isFirst) => screen.draft(bot, line, isFirst),
    hide: (text) => secrets.reduce(withoutKey, text),
  })

  function watch(step: TracedStep): void {
    underWay.see(step)
    for (const { text, indent, isProblem, isPassing, isSaid } of linesOf(step)) {
      draft.flush()
      if ((isPassing && !isTerminal) || (isSaid && draft.hasShown())) continue
      if (isProblem) screen.problem(text)
      else screen.dim(text, indent)
    }
    if (step.key !== key) return
    for (const verdict of verdictsOf(step)) {
      const silencing = turns.see({ ...verdict, bot: bot.id })
      if (silencing) draft.flush()
      if (silencing) screen.dim(words.silent(bot.name, causeText(silencing, lang)))
      else if (verdict.gate === 'work' && withoutAnswer.has(verdict.outcome) && !underWay.isInTurn())
        screen.dim(words.ended(causeText({ ...verdict, bot: bot.id }, lang)))
    }
  }

  let handIn: ShellTalk['say'] = () => Promise.reject(new Error('it is not started'))
  const talk: ShellTalk = {
    async say(text) {
      const id = await handIn(text)
      turns.posted(id)
      return id
    },
    tell: (text) => screen.dim(text),
    problem: (text) => screen.problem(text),
    underWay,
    words,
  }
  const own = shellConfig(config, place, {
    show(text) {
      draft.flush()
      if (!draft.isShown(text)) screen.message({ sender: bot.id, name: bot.name, bot: true, text })
    },
    opened: (say) => (handIn = say),
  })
  const service = await startService(own, isTerminal ? errorLog((line) => screen.problem(line)) : errorLog(), {
    isVisit: true,
    watch,
    // A pipe is told what is said in the end.
    ...(isTerminal && { hears: (of: string, piece: string | null) => void (of === key && draft.hears(piece)) }),
  })
  try {
    if (!isTerminal) {
      const lines = createInterface({ input: streams.input })
      await pipe(lines, talk, bot.agent.run.maxMs + beyondRunMs, bot.name)
    } else {
      const here = completableIn(service, own, place, underWay)
      const history = openHistory(config.store.path, secrets, (error) =>
        screen.problem(words.noHistory((error as Error).message)),
      )
      const lines = createInterface({
        ...streams,
        terminal: true,
        prompt: `${basename(folder.path)}> `,
        history: [...history.lines],
        historySize: mostLines,
        removeHistoryDuplicates: true,
        completer: (line: string) => complete(line, here),
      })
      lines.on('history', (recalled: string[]) => {
        if (recalled[0] !== undefined && !history.keep(recalled[0])) recalled.shift()
      })
      screen = makeScreen([bot], lines, output)
      lines.once('close', () => {
        screen = makeScreen([bot], undefined, output)
        output.write('\n')
      })
      const tools = here.tools()
      const { rehearsal } = service
      for (const text of [
        words.works(bot.name, folder.path, group),
        words.tools(tools),
        folder.hidden.length > 0 ? words.hidden(folder.hidden) : '',
        tools.includes(shellName) && boxUser() !== null ? words.root : '',
        rehearsal ? words.rehearsal : '',
        words.hint,
      ])
        if (text) screen.dim(text, 0)
      await converse(lines, talk)
    }
    await endWork(talk)
  } finally {
    await service.stop()
  }
}

/** What Tab can tell of: all of it as it is at that moment. */
function completableIn(
  { runs, tape, schedule }: Service,
  { bots }: ReturnType<typeof shellConfig>,
  { bot, group, person }: ReturnType<typeof shellPlace>,
  underWay: ReturnType<typeof followWork>,
): Completable {
  const place = { bot: bot.id, group, oneToOne: true }
  const { agent, operators = [] } = bots.find(({ id }) => id === bot.id) ?? {}
  const tools = (): readonly string[] =>
    toolsFor({
      rules: agent?.allow ?? [],
      operators,
      askers: [{ id: person.id, kind: 'person' }],
      place,
      tools: runs?.registry.tools.map(({ name }) => name) ?? [],
    })
  return {
    tools,
    parametersOf(name) {
      const tool = runs?.registry.find(name)
      return tool && runs?.registry.parametersOf(tool).parameters
    },
    async skills(all) {
      const found = all ? (await runs?.skills?.all(place))?.skills : await runs?.skills?.inForce(place, tools())
      return (found ?? []).map(({ name }) => name)
    },
    facts: () => tape.facts(actorKey(place)).map(({ n }) => String(n)),
    asks: () => underWay.asks().map(String),
    rows: async () => (await schedule.rows(place)).map(({ id }) => id),
  }
}
