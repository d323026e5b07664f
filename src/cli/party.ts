// `chime party`: bots and scripted people in groups for a while, in virtual time or on a real channel, and what came of it.
import { InputError } from '../terminal/failure.ts'
import { openTrace } from '../lab/replay/trace-file.ts'
import { castOf, mostBots, people as names } from '../lab/party/cast.ts'
import { companyOf } from '../lab/party/company.ts'
import { playLive, type Progress } from '../lab/party/live.ts'
import type { LivePartyOf, PartyOf } from '../lab/party/settings.ts'
import { type Played, playParty, type Trace } from '../lab/party/play.ts'
import { type Summary, summaryText } from '../lab/party/tell.ts'
import { clock } from '../lab/demo/layout.ts'
import { withProgress } from '../terminal/progress.ts'
import { endWith, playWithModel } from '../lab/virtual/play-with-model.ts'
import {
  asksModel,
  builtInConfig,
  interruptedCode,
  modelled,
  type ModelOptions,
  needsModel,
  untilInterrupt,
} from '../lab/virtual/with-model.ts'
import { fitted } from '../terminal/terminal-text.ts'

export interface PartyOptions extends Omit<PartyOf, 'pace'>, ModelOptions {
  pace?: PartyOf['pace']
  processes?: number
  speed?: number
  config?: string
  /** Of a server that runs already, and the file with the accounts there. */
  xmpp?: string
  accounts?: string
  /** A file for everything that was said and judged. */
  trace?: string
  json: boolean
}

type Asked = Omit<PartyOptions, 'json' | 'trace'>

const longestMinutes = 24 * 60
const mostRooms = 200
const highestSpeed = 100
/** About as many messages come in a minute in one room. */
const perMinute = 2 / 3

export async function party({ json, trace: out, ...options }: PartyOptions): Promise<void> {
  within('--bots', options.bots, 1, mostBots)
  within('--people', options.people, 1, names.length)
  within('--minutes', options.minutes, 1, longestMinutes)
  within('--rooms', options.rooms, 1, mostRooms)
  const trace = out === undefined ? () => {} : openTrace(out, 1).write
  needsModel(options)
  if (options.channel !== 'virtual' && asksModel(options))
    throw new InputError('--model needs --channel virtual: live bots ask the models of --config')
  const summary =
    options.channel === 'virtual' ? await virtual(options, trace) : await live(options, options.channel, trace)
  process.stdout.write(json ? `${JSON.stringify(summary)}\n` : fitted(summaryText(summary)))
}

async function virtual(options: Asked, trace: Trace): Promise<Summary> {
  const { bots, people, minutes, seed, pace = 'hint', rooms, ...others } = options
  for (const option of ['processes', 'speed', 'config', 'xmpp', 'accounts'] as const) {
    if (others[option] !== undefined && !(option === 'config' && asksModel(options)))
      throw new InputError(`--${option} needs --channel web or --channel xmpp`)
  }
  const of = { bots, people, minutes, seed, pace, rooms }
  const how = { time: 'virtual', speed: null, processes: 1 } as const
  const config = modelled(builtInConfig(), options, options.config)
  const total = Math.round(minutes * rooms * perMinute)
  if (asksModel(options)) {
    const { played, bill } = await playWithModel<Played>({
      bots: castOf(config, bots).bots,
      options,
      progress: 'party',
      total,
      rehearse: () => playParty(config, of),
      play: ({ models: decide }, passed) => playParty(config, of, { decide, passed, trace }),
    })
    endWith(bill)
    const interrupted = bill.cut?.by === 'Ctrl+C'
    return { channel: 'virtual', ...of, ...how, model: bill.models.join(', '), interrupted, ...played, bill }
  }
  const played = await withProgress('party', total, (passed) => playParty(config, of, { passed, trace }))
  return { channel: 'virtual', ...of, ...how, model: 'rehearsal', interrupted: false, ...played }
}

async function live(options: Asked, channel: LivePartyOf['channel'], trace: Trace): Promise<Summary> {
  const { processes = channel === 'xmpp' ? 2 : 1, speed = 1, xmpp: url, accounts } = options
  if (channel === 'web' && processes !== 1)
    throw new InputError('--processes needs --channel xmpp: a web room lives in one process')
  if ((url === undefined) !== (accounts === undefined)) throw new InputError('--xmpp and --accounts go together')
  if (channel === 'web' && url !== undefined) throw new InputError('--xmpp needs --channel xmpp')
  within('--speed', speed, 1, highestSpeed)
  const company = companyOf(options, options.config)
  within('--processes', processes, 1, company.bots.length)
  const { minutes, seed, rooms } = options
  const [bots, people, { pace }] = [company.bots.length, company.people.length, company.settings.delay]
  const of = { channel, bots, people, minutes, seed, pace, rooms, processes, speed }
  const server = url === undefined || accounts === undefined ? undefined : { url, accounts }
  return untilInterrupt(
    async (signal): Promise<Summary> => {
      try {
        const played = await playLive({ of, company, server, signal, progressed: showProgress, trace })
        const time = speed === 1 ? 'real' : 'accelerated'
        if (signal.aborted) process.exitCode = interruptedCode
        return { ...of, time, model: company.model, interrupted: signal.aborted, ...played }
      } finally {
        if (process.stderr.isTTY) process.stderr.write('\r\u001B[K')
      }
    },
    ['SIGINT', 'SIGTERM', 'SIGHUP'],
  )
}

function showProgress({ at, until, people, bots }: Progress): void {
  if (!process.stderr.isTTY) return
  const phase = at > until ? 'until they fall silent' : `of ${clock(until)}`
  process.stderr.write(`\r\u001B[Kparty ${clock(at)} ${phase} · ${people} messages by people, ${bots} by bots`)
}

function within(option: string, value: number, least: number, most: number): void {
  if (value < least || value > most) throw new InputError(`${option} must be from ${least} to ${most}`)
}
