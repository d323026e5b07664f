// `chime replay`: recorded talk through the real machines in virtual time, checked against every promise.
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { BotConfig } from '../config/bots.ts'
import { type Config, loadConfig, settingsFor } from '../config/config.ts'
import { InputError } from './failure.ts'
import { makeProgress } from './progress.ts'
import { compare, type Life } from './replay/compare.ts'
import { makeHistory } from './replay/history.ts'
import { keepApart } from './replay/keep-apart.ts'
import { readTalk, type TalkRecord } from './replay/records.ts'
import { openReport } from './replay/report.ts'
import { playRun } from './replay/run.ts'
import { reportData } from './replay/series.ts'
import { tellComparison, tellSummary } from './replay/tell.ts'
import { botNamed, isCalled, nameIn } from './virtual/bot-named.ts'
import type { DecideHow } from './virtual/rehearsed-jobs.ts'
import type { TraceLine } from './virtual/trace.ts'

export interface ReplayOptions {
  bot: string
  alias: string[]
  config?: string
  compare?: string[]
  decide: DecideHow
  seed: number
  trace?: string
  report?: string
  json: boolean
}

interface Setting {
  name: string
  /** Told while it is played. */
  progress: string
  config: Config
  bot: BotConfig
}

const shownProblems = 10

export async function replay(file: string, options: ReplayOptions): Promise<void> {
  const settings = options.compare ? twoSettings(options, options.compare) : [oneSetting(options)]
  keepApart([file, ...[options.config ?? [], options.compare ?? []].flat()], writtenBy(options))
  const { records, rejected } = await readTalk(file)
  for (const { line, why } of rejected.slice(0, shownProblems)) warn(`${file}:${line} is left out: ${why}`)
  if (rejected.length > shownProblems) warn(`${file}: ${rejected.length - shownProblems} more lines are left out`)
  if (records.length === 0) warn(`${file}: nothing can be played`)
  const report = options.report === undefined ? undefined : openReport(options.report)
  const lives = settings.map((setting) => ({ ...setting, ...live(records, rejected.length, setting, options) }))
  const talk = { file: basename(file), bot: options.bot, decide: options.decide, seed: options.seed }
  report?.write(reportData(talk, lives, records))
  print(file, lives, records, options)
  if (lives.some(({ summary }) => summary.violations.length > 0)) process.exitCode = 3
}

function live(records: readonly TalkRecord[], rejected: number, { config, bot, progress }: Setting, o: ReplayOptions) {
  const history = makeHistory()
  const trace = o.trace === undefined ? undefined : openTrace(o.trace)
  const shown = makeProgress(progress, records.length)
  const isKept = o.compare !== undefined || o.report !== undefined
  const summary = playRun(records, {
    config,
    bot,
    isOwn: nameIn([o.bot, ...o.alias, bot.id, bot.name, ...bot.aliases]),
    decide: o.decide,
    seed: o.seed,
    played: shown.to,
    rejected,
    watch: [...(isKept ? [history.see] : []), ...(trace ? [trace.write] : [])],
  })
  shown.end()
  trace?.close()
  return { summary, history, settingsOf: (group: string) => settingsFor(config, group) }
}

const writtenBy = ({ trace, report }: ReplayOptions) => [
  ...(trace === undefined ? [] : [{ option: '--trace', path: trace }]),
  ...(report === undefined ? [] : [{ option: '--report', path: report }]),
]

function print(file: string, lives: (Setting & Life)[], records: readonly TalkRecord[], { json }: ReplayOptions): void {
  const [a, b] = lives
  if (!a) return
  const object = b ? compare(a, b, records) : a.summary
  const told = 'differ' in object ? tellComparison(file, a.bot.name, object) : tellSummary(file, a.bot.name, object)
  process.stdout.write(json ? `${JSON.stringify(object)}\n` : told)
}

function oneSetting(options: ReplayOptions): Setting {
  const { config: file } = options
  // Only the file counts: a replay is the same on every machine.
  const env = file === undefined ? {} : process.env
  const cwd = file === undefined ? import.meta.dirname : process.cwd()
  const config = loadConfig({ ...(file !== undefined ? { file } : {}), env, cwd })
  return {
    name: basename(file ?? 'the defaults'),
    progress: 'replay',
    config,
    bot: botNamed(config, options.bot, options.alias),
  }
}

function twoSettings(options: ReplayOptions, files: readonly string[]): Setting[] {
  const [a, b, ...rest] = files
  if (a === undefined || b === undefined || rest.length > 0) {
    throw new InputError(
      `--compare takes two configurations, not ${files.length}: chime replay FILE --bot NAME --compare a.yaml b.yaml`,
    )
  }
  for (const file of [a, b]) {
    if (!statSync(file, { throwIfNoEntry: false })?.isFile())
      throw new InputError(`${file}: no such file: give --compare two configurations, as copies of chime.example.yaml`)
  }
  if (resolve(a) === resolve(b)) warn(`${a} is compared with itself: nothing can differ`)
  const isBare = basename(a) !== basename(b)
  return [a, b].map((file, i) => {
    const config = loadConfig({ file, env: process.env, cwd: process.cwd() })
    if (!config.bots.some((bot) => isCalled(bot, options.bot)))
      warn(`${file} has no bot ${options.bot}: it plays there without a field`)
    const name = isBare ? basename(file) : file
    return {
      name,
      progress: `replay ${i + 1} of 2, ${name}:`,
      config,
      bot: botNamed(config, options.bot, options.alias),
    }
  })
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

const warn = (text: string): void => void process.stderr.write(`chime: ${text}\n`)
