// `chime replay`: recorded chat through the real machines in virtual time, checked against every rule.
import { basename } from 'node:path'
import { settingsFor } from '../config/config.ts'
import { withProgress } from '../terminal/progress.ts'
import { compare, type Life } from '../lab/replay/compare.ts'
import { makeHistory } from '../lab/replay/history.ts'
import { keepApart } from '../lab/replay/keep-apart.ts'
import { readSomeTalk, type TalkRecord } from '../lab/replay/records.ts'
import { openReport } from '../lab/replay/report.ts'
import { playRun, type Run, totalOf } from '../lab/replay/run.ts'
import { type Asked, type Setting, settingsOf } from '../lab/replay/settings.ts'
import { reportData } from '../lab/replay/series.ts'
import { tellComparison } from '../lab/replay/tell-comparison.ts'
import { tellSeveral, tellSummary } from '../lab/replay/tell.ts'
import { openTrace } from '../lab/replay/trace-file.ts'
import { InputError, warn } from '../terminal/failure.ts'
import type { DecideHow } from '../lab/virtual/rehearsed-jobs.ts'
import { endWith, playWithModel } from '../lab/virtual/play-with-model.ts'
import type { Bill } from '../lab/virtual/tell-model.ts'
import { asksModel, needsModel } from '../lab/virtual/with-model.ts'
import type { TraceLine } from '../lab/virtual/trace.ts'
import { fitted } from '../terminal/terminal-text.ts'

export interface ReplayOptions extends Asked {
  decide: DecideHow
  seed: number
  trace?: string
  report?: string
  json: boolean
}

interface Lived extends Setting {
  run: Run
  history: Life['history']
  /** Only with a model. */
  bill?: Bill
}

const shownProblems = 10

export async function replay(file: string, options: ReplayOptions): Promise<void> {
  needsModel(options)
  const settings = settingsOf(options)
  if (options.report !== undefined && options.bot.length > 1)
    throw new InputError('--report draws one bot: give one --bot')
  keepApart([file, ...[options.config ?? [], options.compare ?? []].flat()], writtenBy(options))
  const { records, rejected } = await readSomeTalk(file)
  for (const { line, why } of rejected.slice(0, shownProblems)) warn(`${file}:${line} is left out: ${why}`)
  if (rejected.length > shownProblems) warn(`${file}: and ${rejected.length - shownProblems} more lines are left out`)
  const report = options.report === undefined ? undefined : openReport(options.report)
  const lives: Lived[] = []
  // oxlint-disable-next-line no-await-in-loop -- one processor, one life after the other
  for (const setting of settings) lives.push(await live(records, rejected.length, setting, options))
  const [{ playedBots } = settings[0] as Setting] = settings
  const how = asksModel(options) ? (lives[0]?.bill?.models.join(', ') ?? 'model') : options.decide
  const talk = { file: basename(file), bot: playedBots[0]?.bot.name ?? '', decide: how, seed: options.seed }
  report?.write(reportData(talk, lives.map(asDrawn), records))
  print(file, lives, records, options)
  if (lives.some(({ run }) => run.bots.some(({ summary }) => summary.violations.length > 0))) process.exitCode = 3
  for (const { bill } of lives) if (bill) endWith(bill)
}

async function live(
  records: readonly TalkRecord[],
  rejected: number,
  setting: Setting,
  o: ReplayOptions,
): Promise<Lived> {
  const { config, playedBots, progress } = setting
  const history = makeHistory()
  const trace = o.trace === undefined ? undefined : openTrace(o.trace)
  const traced = (line: TraceLine, bot: string): void => trace?.write(playedBots.length > 1 ? { bot, ...line } : line)
  const isKept = o.compare !== undefined || o.report !== undefined
  const common = { config, playedBots, seed: o.seed, rejected }
  const watch = [...(isKept ? [history.see] : []), ...(trace ? [traced] : [])]
  const quiet = { ...common, watch: [], played: () => {}, decide: 'rehearsal' as const }
  if (!asksModel(o)) {
    const run = await withProgress(progress, records.length, (played) =>
      playRun(records, { ...common, watch, decide: o.decide, played }),
    )
    trace?.close()
    return { ...setting, run, history }
  }
  const { played: run, bill } = await playWithModel<Run>({
    bots: playedBots.map(({ bot }) => bot),
    options: o,
    progress,
    total: records.length,
    clock: (count) => records[count - 1]?.ts ?? 0,
    rehearse: async () => totalOf(await playRun(records, quiet)),
    play: ({ models: decide }, played) => playRun(records, { ...common, watch, decide, played }),
  })
  trace?.close()
  return { ...setting, run, history, bill }
}

const asDrawn = ({ name, run, history, config }: Lived) => ({
  name,
  summary: (run.bots[0] as Run['bots'][number]).summary,
  history,
  settingsOf: (group: string) => settingsFor(config, group),
})

const writtenBy = ({ trace, report }: ReplayOptions) => [
  ...(trace === undefined ? [] : [{ option: '--trace', path: trace }]),
  ...(report === undefined ? [] : [{ option: '--report', path: report }]),
]

function print(file: string, lives: readonly Lived[], records: readonly TalkRecord[], { json }: ReplayOptions): void {
  const [a, b] = lives
  if (!a) return
  const bots = a.run.bots.map(({ bot, summary }) => ({ name: bot.name, summary }))
  const [only] = bots
  if (b) {
    const object = { ...compare(asDrawn(a), asDrawn(b), records), ...(a.bill && { models: { a: a.bill, b: b.bill } }) }
    write(json ? object : tellComparison(file, only?.name ?? '', object, [a.bill, b.bill]))
  } else if (only && bots.length === 1) {
    const object = { ...only.summary, ...(a.bill && { model: a.bill }) }
    write(json ? object : tellSummary(file, only.name, only.summary, a.bill))
  } else {
    const total = totalOf(a.run)
    const each = Object.fromEntries(bots.map(({ name, summary }) => [name, summary]))
    write(json ? { bots: each, total, ...(a.bill && { model: a.bill }) } : tellSeveral(file, bots, total, a.bill))
  }
}

const write = (what: object | string): void =>
  void process.stdout.write(typeof what === 'string' ? fitted(what) : `${JSON.stringify(what)}\n`)
