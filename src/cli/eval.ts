// `chime eval`: labelled talk played to bots that sit where its participants sat, and how right they were.
import { basename } from 'node:path'
import { loadServed } from '../channels/plugins.ts'
import type { Config } from '../config/config.ts'
import { castOf, type Part } from '../lab/eval/cast.ts'
import { sum } from '../lab/counting.ts'
import { type Plays, summaryOf } from '../lab/eval/figures.ts'
import { type LabelledTalk, readLabelled } from '../lab/eval/labels.ts'
import { type Played, playPart } from '../lab/eval/play.ts'
import { tell } from '../lab/eval/tell.ts'
import { withProgress } from '../terminal/progress.ts'
import { endWith, playWithModel } from '../lab/virtual/play-with-model.ts'
import type { ScenarioOptions } from '../lab/eval/scenarios/run.ts'
import {
  asksModel,
  interruptedCode,
  needsModel,
  type OpenedModels,
  playedConfig,
  untilInterrupt,
} from '../lab/virtual/with-model.ts'
import { warn } from '../terminal/failure.ts'
import { fitted } from '../terminal/terminal-text.ts'

export interface EvalOptions extends ScenarioOptions {
  bot: string[]
  alias: string[]
}

interface Session {
  config: Config
  talk: LabelledTalk
  options: EvalOptions
  signal: AbortSignal
  /** A model decides. */
  isAsking: boolean
}

export async function evaluate(file: string, options: EvalOptions): Promise<void> {
  const isAsking = options.decide === 'model' || asksModel(options)
  if (!isAsking) needsModel(options)
  const isServed = options.decide === 'model' && options.config === undefined && !asksModel(options)
  const config = isServed ? loadServed() : playedConfig(options, options.config)
  const talk = await readLabelled(file)
  const { cast, leftOut } = castOf(talk.lines, config, options)
  if (talk.rejected.length > 0) warn(`${file}: ${talk.rejected.length} lines are left out (chime replay names them)`)
  const started = performance.now()
  await untilInterrupt(async (signal) => {
    const session = { config, talk, options, signal, isAsking }
    const { plays, bill } = isAsking
      ? await ask(session, cast)
      : { plays: await rehearse(session, cast), bill: undefined }
    const head = { file: basename(file), decide: isAsking ? 'model' : options.decide, seed: options.seed }
    const elapsedMs = Math.round(performance.now() - started)
    const areNamed = options.bot.length > 0
    const summary = summaryOf(plays, talk, head, { areNamed, interrupted: signal.aborted, bill, leftOut, elapsedMs })
    const fieldless = plays.filter(({ part: { bot } }) => !bot.role && !bot.expertise).map(({ part }) => part.title)
    process.stdout.write(options.json ? `${JSON.stringify(summary)}\n` : fitted(tell(summary, fieldless)))
    if (signal.aborted) process.exitCode = interruptedCode
    if (bill) endWith(bill)
  })
}

async function rehearse({ talk, options, isAsking, ...session }: Session, cast: readonly Part[]): Promise<Plays[]> {
  const { seed } = options
  const decide = isAsking || options.decide === 'model' ? 'rehearsal' : options.decide
  const all: Plays[] = []
  for (const part of cast) {
    if (session.signal.aborted) break
    const play = (links: boolean): Promise<Played> =>
      withProgress(`${part.title} ${links ? 'with links' : 'by names'}`, part.lines.length, (played) =>
        playPart({ ...session, part, links, decide, seed, played }),
      )
    // oxlint-disable-next-line no-await-in-loop -- one processor, one play after the other
    const plays = { plain: await play(false), linked: talk.hasLinks ? await play(true) : null }
    all.push({ part, read: plays, acted: plays })
  }
  return all
}

/** Each bot may make its share of the calls; what one does not need is left to the next ones. */
async function ask(session: Session, cast: readonly Part[]) {
  const { config, options, signal } = session
  let read: Plays[] = []
  const lines = cast.flatMap((part) => part.lines)
  const { played, bill } = await playWithModel<Plays[]>(
    {
      bots: cast.map(({ bot }) => bot),
      options,
      progress: 'asking',
      total: lines.length,
      clock: (count) => lines[count - 1]?.ts ?? 0,
      async rehearse() {
        read = await rehearse(session, cast)
        return totalOf(read.map(({ read: { plain } }) => plain))
      },
      async play(models, heard) {
        const plays: Plays[] = []
        let before = 0
        for (const [i, { part, read: known }] of read.entries()) {
          if (signal.aborted || models.stopped()?.by === 'the endpoint failed') break
          const decide = models.meter(shareOf(models, read.length - i))
          const from = before
          const step = (count: number): void => heard((before = from + count))
          // oxlint-disable-next-line no-await-in-loop -- one play after the other
          const plain = await playPart({ config, part, links: false, decide, seed: options.seed, signal, played: step })
          plays.push({ part, read: known, acted: { plain, linked: null } })
        }
        return plays
      },
    },
    signal,
  )
  return { plays: played, bill }
}

function shareOf({ limits, usage }: OpenedModels, bots: number) {
  const { calls, tokens } = usage()
  const share = (most: number, used: number): number => (most === Infinity ? most : Math.floor((most - used) / bots))
  return { maxCalls: share(limits.maxCalls, calls), maxTokens: share(limits.maxTokens, tokens) }
}

const totalOf = (plays: readonly Played[]) => ({
  calls: sum(plays.flatMap(({ counts }) => Object.values(counts.calls))),
  tokens: sum(plays.map(({ counts }) => counts.tokens)),
})
