// `chime eval`: labelled talk played to bots that sit where its participants sat, and how right they were.
import { basename } from 'node:path'
import { type Config, loadConfig } from '../config/config.ts'
import { openModels } from '../service/models.ts'
import { castOf, type Part } from './eval/cast.ts'
import { conversationsOf } from './eval/detection.ts'
import { findEverybody } from './eval/everybody.ts'
import { figuresOf, type Plays, pooled, printable } from './eval/figures.ts'
import { type LabelledTalk, readLabelled } from './eval/labels.ts'
import { meteredModels } from './eval/metered-models.ts'
import { type Played, type Playing, playPart } from './eval/play.ts'
import { tell } from './eval/tell.ts'
import { makeProgress } from './progress.ts'
import type { DecideHow } from './virtual/rehearsed-jobs.ts'

export interface EvalOptions {
  bot: string[]
  alias: string[]
  config?: string
  decide: DecideHow | 'model'
  seed: number
  maxCalls?: number
  json: boolean
}

interface Session {
  config: Config
  talk: LabelledTalk
  options: EvalOptions
  signal: AbortSignal
}

interface Asked {
  estimatedCalls: number
  maxCalls: number | null
  calls: number
  plays: Plays[]
}

const callsWithoutLeave = 200

export async function evaluate(file: string, options: EvalOptions): Promise<void> {
  const config = configOf(options)
  const talk = await readLabelled(file)
  const cast = castOf(talk.lines, config, options)
  if (talk.rejected.length > 0) warn(`${file}: ${talk.rejected.length} lines are left out (chime replay names them)`)
  const started = performance.now()
  const interrupt = new AbortController()
  const onInterrupt = (): void => interrupt.abort()
  process.once('SIGINT', onInterrupt)
  try {
    const session = { config, talk, options, signal: interrupt.signal }
    const read = await rehearse(session, cast)
    const asked = options.decide === 'model' ? await ask(session, read) : undefined
    const elapsedMs = Math.round(performance.now() - started)
    print(file, session, { plays: asked?.plays ?? read, elapsedMs, ...(asked && { asked }) })
  } finally {
    process.off('SIGINT', onInterrupt)
  }
  if (interrupt.signal.aborted) process.exitCode = 130
}

async function rehearse({ talk, options, ...session }: Session, cast: readonly Part[]): Promise<Plays[]> {
  const { seed } = options
  const decide = options.decide === 'model' ? 'rehearsal' : options.decide
  const all: Plays[] = []
  for (const part of cast) {
    if (session.signal.aborted) break
    const play = (links: boolean): Promise<Played> =>
      withProgress(part, links ? 'with links' : 'by names', { ...session, part, links, decide, seed })
    // oxlint-disable-next-line no-await-in-loop -- one processor, one play after the other
    const plays = { plain: await play(false), linked: talk.hasLinks ? await play(true) : null }
    all.push({ part, read: plays, acted: plays })
  }
  return all
}

/** Each bot may make its share of the calls; what one does not need is left to the next ones. */
async function ask({ config, options, signal }: Session, read: readonly Plays[]): Promise<Asked> {
  const bots = read.map(({ part }) => part.bot)
  const isFree = bots.every(({ model }) => model.provider === 'rehearsal')
  const maxCalls = options.maxCalls ?? (isFree ? Infinity : callsWithoutLeave)
  const estimatedCalls = read.reduce((sum, { read: { plain } }) => sum + callsOf(plain), 0)
  const most = maxCalls === Infinity ? 'no limit' : `at most ${maxCalls} are made (--max-calls)`
  warn(`about ${estimatedCalls} model calls for ${bots.length} bots, as the rehearsal makes them; ${most}`)
  const models = await openModels(bots)
  const plays: Plays[] = []
  let calls = 0
  try {
    for (const [i, { part, read: heard }] of read.entries()) {
      if (signal.aborted) break
      const share = Math.floor((maxCalls - calls) / (read.length - i))
      const decide = meteredModels(models, share, signal)
      const playing = { config, part, links: false, decide, seed: options.seed, signal }
      // oxlint-disable-next-line no-await-in-loop -- a model is asked one thing at a time
      const asked = await withProgress(part, 'asking', playing)
      plays.push({ part, read: heard, acted: { plain: asked, linked: null } })
      calls += decide.calls()
    }
  } finally {
    await models.stop()
  }
  return { estimatedCalls, maxCalls: maxCalls === Infinity ? null : maxCalls, calls, plays }
}

const callsOf = ({ counts: { decisions, rejudgements, compositions } }: Played): number =>
  decisions + rejudgements + compositions

async function withProgress(part: Part, how: string, playing: Omit<Playing, 'played'>): Promise<Played> {
  const progress = makeProgress(`${part.title} ${how}`, part.lines.length)
  const played = await playPart({ ...playing, played: progress.to })
  progress.end()
  return played
}

function print(
  file: string,
  { talk, options, signal }: Session,
  { plays, elapsedMs, asked }: { plays: readonly Plays[]; elapsedMs: number; asked?: Asked },
): void {
  const talkers = conversationsOf(talk.lines)
  const figures = plays.map((play) => figuresOf(play, { talk, talkers }))
  const bots = figures.map((each, i) => ({ bot: plays[i]?.part.title ?? '', ...printable(each) }))
  const summary = {
    file: basename(file),
    decide: options.decide,
    seed: options.seed,
    lines: talk.lines.length,
    duplicates: talk.duplicates,
    rejected: talk.rejected.length,
    interrupted: signal.aborted,
    cut: plays.filter(({ part, acted }) => acted.plain.heard.length < part.lines.length).length,
    model: asked ? { estimatedCalls: asked.estimatedCalls, maxCalls: asked.maxCalls, calls: asked.calls } : null,
    everybody: options.bot.length > 0 ? null : findEverybody(talk.lines, talkers),
    bots,
    pooled: figures.length > 0 ? printable(pooled(figures)) : null,
    elapsedMs,
  }
  const fieldless = plays.filter(({ part: { bot } }) => !bot.role && !bot.expertise).map(({ part }) => part.title)
  process.stdout.write(options.json ? `${JSON.stringify(summary)}\n` : tell(summary, fieldless))
}

/** Without a model to ask only the file counts: the same on every machine. */
function configOf({ config: file, decide }: EvalOptions): Config {
  const isShared = file === undefined && decide !== 'model'
  return loadConfig({
    ...(file !== undefined && { file }),
    env: isShared ? {} : process.env,
    cwd: isShared ? import.meta.dirname : process.cwd(),
  })
}

const warn = (text: string): void => void process.stderr.write(`chime: ${text}\n`)
