// `chime party`: bots and scripted people in one group for a while of virtual time, and what came of it.
import { styleText } from 'node:util'
import { loadConfig } from '../config/config.ts'
import { mostBots, people as names } from './party/cast.ts'
import { InputError } from './failure.ts'
import type { Figures } from './party/figures.ts'
import { type PartyOf, playParty } from './party/play.ts'
import { makeProgress } from './progress.ts'

export interface PartyOptions extends PartyOf {
  json: boolean
}

const longestMinutes = 24 * 60
/** About as many messages come in a minute. */
const perMinute = 2 / 3

/** The built-in settings, whatever the environment says: the same on every machine. */
export function party({ json, ...of }: PartyOptions): void {
  within('--bots', of.bots, 1, mostBots)
  within('--people', of.people, 1, names.length)
  within('--minutes', of.minutes, 1, longestMinutes)
  const config = loadConfig({ env: {}, cwd: import.meta.dirname })
  const progress = makeProgress('party', Math.round(of.minutes * perMinute))
  const figures = playParty(config, of, progress.to)
  progress.end()
  process.stdout.write(json ? `${JSON.stringify({ ...of, ...figures })}\n` : told(of, figures))
}

function within(option: string, value: number, least: number, most: number): void {
  if (value < least || value > most) throw new InputError(`${option} must be from ${least} to ${most}`)
}

function told({ bots, people, minutes, seed }: PartyOf, f: Figures): string {
  const seconds = (ms: number | null): string => (ms === null ? '–' : `${(ms / 1000).toFixed(1)} s`)
  const each = Object.entries(f.said).map(([bot, count]) => `${bot} ${count}`)
  const silent = Object.entries(f.silent).map(([gate, turns]) => `${gate} ${turns}`)
  const { open, answered, called, calledAnswered } = f.questions
  const rows = [
    ['messages', `${f.messages.people} by people, ${f.messages.bots} by bots: ${each.join(', ')}`],
    ['open questions', `${open}, answered ${answered}`],
    ['overlaps', `${f.overlaps.questions} answered by two bots (${(100 * f.overlaps.rate).toFixed(1)} %)`],
    ['duplicates', `${f.duplicates} messages that say what another bot said`],
    ['questions to one', `${called}, answered ${calledAnswered}`],
    ['waits', `median ${seconds(f.waits.median)}, longest ${seconds(f.waits.longest)}`],
    ['second thoughts', `${f.rejudgements.kept} drafts kept, ${f.rejudgements.dropped} dropped`],
    ['silent at', silent.join(', ') || 'none'],
    ['model', `${f.decisions} decisions, ${f.tokens} tokens`],
    ['longest chain', `${f.longestChain} messages of bots in a row`],
  ]
  const head = `${bots} bots and ${people} people, ${minutes} minutes, seed ${seed}`
  const lines = rows.map(([name = '', value]) => `  ${styleText('dim', name.padEnd(16))}  ${value}`)
  return `${[styleText('bold', head), ...lines].join('\n')}\n`
}
