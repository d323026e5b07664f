// `chime replay`: recorded talk through the real machines in virtual time, checked against every promise.
import { closeSync, openSync, writeSync } from 'node:fs'
import { styleText } from 'node:util'
import type { BotConfig } from '../config/bots.ts'
import { type Config, loadConfig, settingsFor } from '../config/config.ts'
import { InputError } from './failure.ts'
import { makeProgress } from './progress.ts'
import { makeAudit } from './replay/audit.ts'
import { preparePlay } from './replay/play.ts'
import { readTalk } from './replay/records.ts'
import { makeTally } from './replay/tally.ts'
import type { DecideHow } from './virtual/rehearsed-jobs.ts'
import type { TraceLine } from './virtual/trace.ts'

export interface ReplayOptions {
  bot: string
  alias: string[]
  config?: string
  decide: DecideHow
  seed: number
  trace?: string
  json: boolean
}

const shownProblems = 10

export async function replay(file: string, options: ReplayOptions): Promise<void> {
  const config = configOf(options)
  const { records, rejected } = await readTalk(file)
  for (const { line, why } of rejected.slice(0, shownProblems)) warn(`${file}:${line} is left out: ${why}`)
  if (rejected.length > shownProblems) warn(`${file}: ${rejected.length - shownProblems} more lines are left out`)
  const bot = botOf(config, options)
  const audit = makeAudit((group) => settingsFor(config, group))
  const tally = makeTally()
  const trace = options.trace === undefined ? undefined : openTrace(options.trace)
  if (records.length === 0) warn(`${file}: nothing can be played`)
  const progress = makeProgress('replay', records.length)
  const play = preparePlay(records, {
    config,
    bot,
    ownNames: new Set([options.bot, ...options.alias, bot.id, bot.name, ...bot.aliases]),
    decide: options.decide,
    seed: options.seed,
    told(line) {
      audit.see(line)
      tally.see(line)
      trace?.write(line)
    },
    played: progress.to,
  })
  const started = performance.now()
  const played = play()
  const elapsedMs = Math.round(performance.now() - started)
  progress.end()
  trace?.close()
  const { others, vitality, skips, budget, tokens, ...counts } = tally.counts()
  const { own, duplicates, groups } = played
  const summary = {
    messages: others + own,
    own,
    duplicates,
    rejected: rejected.length,
    groups,
    vitality,
    ...counts,
    skips,
    ...audit.close(),
    elapsedMs,
    tokens,
    budget,
  }
  process.stdout.write(options.json ? `${JSON.stringify(summary)}\n` : told(file, bot.name, summary))
  if (summary.violations.length > 0) process.exitCode = 3
}

function configOf({ config: file }: ReplayOptions): Config {
  // Only the file counts: a replay is the same on every machine.
  return loadConfig({
    ...(file !== undefined ? { file } : {}),
    env: file === undefined ? {} : process.env,
    cwd: file === undefined ? import.meta.dirname : process.cwd(),
  })
}

/** The configured bot of that name with the aliases added, else one of that name that knows nothing in particular. */
function botOf(config: Config, { bot: name, alias }: ReplayOptions): BotConfig {
  const configured = config.bots.find((bot) => [bot.id, bot.name, ...bot.aliases].includes(name))
  const [first] = config.bots
  if (!first) throw new InputError('the configuration has no bot')
  const base = configured ?? { ...first, id: name.replaceAll(/\s+/g, '_'), name, aliases: [], role: '', expertise: '' }
  return { ...base, aliases: [...new Set([...base.aliases, ...alias])] }
}

function openTrace(path: string) {
  let fd: number
  try {
    fd = openSync(path, 'w')
  } catch (error) {
    throw new InputError(`the trace cannot be written to ${path}: ${(error as Error).message}`, { cause: error })
  }
  let lines: string[] = []
  const flush = (): void => {
    writeSync(fd, lines.join(''))
    lines = []
  }
  return {
    write(line: TraceLine): void {
      lines.push(`${JSON.stringify(line)}\n`)
      if (lines.length >= 1_000) flush()
    },
    close(): void {
      flush()
      closeSync(fd)
    },
  }
}

type Summary =
  ReturnType<typeof makeTally> extends { counts(): infer C }
    ? Omit<C, 'others'> &
        ReturnType<ReturnType<typeof makeAudit>['close']> & {
          messages: number
          own: number
          duplicates: number
          rejected: number
          groups: number
          elapsedMs: number
        }
    : never

function told(file: string, bot: string, s: Summary): string {
  const list = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ') || 'none'
  const { short, medium, long } = s.maxInWindow
  const rows: [string, string][] = [
    [
      'messages',
      `${s.messages} in ${s.groups} groups (own ${s.own}, duplicates ${s.duplicates}, left out ${s.rejected})`,
    ],
    ['vitality', list(s.vitality)],
    ['mentions', String(s.mentions)],
    [
      'turns',
      `${s.batches} batches, ${s.dispatches} turns, closest ${s.minDispatchGapMs === null ? '–' : `${s.minDispatchGapMs} ms`} apart without a mention`,
    ],
    ['model', `${s.decisions} decisions, ${s.rejudgements} rejudgements, ${s.tokens} tokens`],
    ['replies', String(s.replies)],
    ['silent at', list(s.skips)],
    ['budget said no', list(s.budget)],
    [
      'most in a window',
      `5m ${short.messages}/${short.tokens} · 3h ${medium.messages}/${medium.tokens} · 24h ${long.messages}/${long.tokens} (messages/tokens)`,
    ],
    ['speed', `${s.elapsedMs} ms, ${Math.round((s.messages / Math.max(1, s.elapsedMs)) * 1000)} messages/s`],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const body = rows.map(([name, value]) => `  ${styleText('dim', name.padEnd(width))}  ${value}`).join('\n')
  const end =
    s.violations.length === 0
      ? styleText('green', 'No promise was broken.')
      : styleText(
          'red',
          `${s.violations.length} promises were broken:\n  ${s.violations.slice(0, shownProblems).join('\n  ')}`,
        )
  return `${styleText('bold', `${bot} in ${file}`)}\n${body}\n${end}\n`
}

const warn = (text: string): void => void process.stderr.write(`chime: ${text}\n`)
