// A bot with tools, its own jobs and a scripted model, on a host that a test leads: what every host has to agree on.
import { join } from 'node:path'
import { pino } from 'pino'
import { openCeilings } from '../../../src/app/ceilings.ts'
import { commandParts } from '../../../src/app/commands.ts'
import { recording } from '../../../src/app/recording.ts'
import { openRuns } from '../../../src/app/runs.ts'
import { openSchedules } from '../../../src/app/schedules.ts'
import { openTapes } from '../../../src/app/tapes.ts'
import { loadConfig } from '../../../src/channels/plugins.ts'
import { settingsFor } from '../../../src/config/config.ts'
import { makeCalls } from '../../../src/feed/calls.ts'
import type { Host, Hosted } from '../../../src/host/host.ts'
import { hostedGroup } from '../../../src/jobs/hosted-group.ts'
import { promptTalk } from '../../../src/jobs/stored-talk.ts'
import { openGroupMemory } from '../../../src/memory/group-memory.ts'
import { makeAdmission } from '../../../src/room/admission.ts'
import { makeHearing } from '../../../src/room/hearing.ts'
import { makeMember } from '../../../src/room/members.ts'
import type { InboundMessage } from '../../../src/room/message.ts'
import type { Step } from '../../../src/room/steps.ts'
import { talkRow } from '../../../src/room/stored-message.ts'
import { openLedger } from '../../../src/store/ledger.ts'
import { openTalk } from '../../../src/store/talk.ts'
import { openTape } from '../../../src/store/tape.ts'
import { iris, writeConfig } from '../../e2e/running.ts'
import { folder } from '../../world/folders.ts'
import { inMemory } from '../stores.ts'
import { isRequest, type Line, operator, startAt } from './work-script.ts'
import { shown, type WorkTrace } from './work-trace.ts'
import { workingModel } from './working-model.ts'

const group = 'web:lobby'
export const key = `iris ${group}`
const ownId = 'iris'

/** What a job takes of the host's time, ms: numbers at which nothing else happens to be due. */
const took: Record<string, number> = {
  decide: 313,
  compose: 727,
  think: 911,
  act: 173,
  ask: 41,
  answer: 31,
  command: 23,
  lookAtClock: 7,
  deliver: 109,
  sign: 53,
  renewNote: 401,
}
/** Of calls that are made side by side each takes longer than the one before. */
export function tookOf(src: string, input?: unknown): number {
  const { call } = (input ?? {}) as { call?: { id: string } }
  return (took[src] ?? 1) + 17 * Number(call?.id.split('.')[1] ?? 0)
}
/** Until a post is heard by its bot. */
const echoMs = 61

/** A host at its work. */
export interface Led {
  host: Pick<Host, 'order' | 'room' | 'subscribe'> & { snapshot(key: string): unknown }
  now(): number
  /** Time passes, and what is asked meanwhile is answered. */
  until(at: number): Promise<void>
  later(at: number, work: () => void): void
  hear(message: InboundMessage): void
}

export interface Made {
  db: ReturnType<typeof inMemory>
  hosted: Hosted
  /** In the transaction of a step, or with it. */
  record(step: Step): void
}

export interface Play {
  seed: number
  lines: readonly Line[]
  /** What the bot writes is posted nowhere: it has a tool for that. */
  sendsItself?: boolean
}

/** `lead`: makes the host of these parts. */
export async function workLife(play: Play, lead: (made: Made) => Led): Promise<WorkTrace> {
  const { seed, lines, sendsItself = false } = play
  const home = folder()
  writeConfig(home, {
    bots: [
      {
        ...iris,
        operators: [operator],
        model: { provider: 'ollama', name: 'scripted' },
        agent: {
          workspace: join(home, 'work'),
          allow: [{ tools: ['fs.*', 'schedule.*', 'tape.search', 'fact.remember'], groups: [group], by: 'members' }],
          inlineMs: 4_000,
          progressMs: 9_000,
          ...(sendsItself && { proactiveResponse: 'off' }),
        },
      },
    ],
    groupSocial: {
      limits: {
        shortWindow: { maxMessages: 200, maxTokens: 200_000 },
        mediumWindow: { maxMessages: 400, maxTokens: 400_000 },
        longWindow: { maxMessages: 800, maxTokens: 800_000 },
      },
    },
    channels: { web: { rooms: [{ id: 'lobby' }] } },
  })
  const config = loadConfig({ env: {}, cwd: home })
  const log = pino({ level: 'silent' })
  const db = inMemory()
  let led: Led | undefined
  const now = (): number => led?.now() ?? startAt
  const hostOf = (): Led => {
    if (!led) throw new Error('there is no host yet')
    return led
  }
  const order: Host['order'] = (...given) => hostOf().host.order(...given)
  const clock = { now, wall: now, ahead: () => 0, note: () => undefined }
  const [ledger, tape, talk] = [openLedger(db), openTape(db), openTalk(db)]
  const [bot] = config.bots
  const member = bot && makeMember(bot, ownId)
  const memberIn = () => member
  const tapes = openTapes({ db, config, secrets: [], now, log })
  const schedules = openSchedules({
    db,
    config,
    talk,
    clock,
    log,
    host: { order, room: (of) => hostOf().host.room(of) },
  })
  const memory = openGroupMemory({ db, config, talk, memberIn, ...clock, tape: tapes })
  const runs = await openRuns({
    config,
    log,
    db,
    tape: tapes,
    wall: now,
    schedule: schedules.schedule,
    failures: { note: () => undefined },
    onStop: () => undefined,
  })
  const said = promptTalk(talk, memberIn, now)
  const model = workingModel(seed)
  const ceilings = openCeilings(config, ledger, log, now)
  const trace: WorkTrace = { steps: [], tape: [], sends: [], signs: [], booked: 0 }
  let posts = 0

  function hear(message: InboundMessage): void {
    talk.put(message.group, talkRow(message, now()))
    hostOf().hear(message)
  }

  const hosted = hostedGroup({
    config,
    runs,
    commands: commandParts({ config, tape, tapes, talk, schedule: schedules.schedule }),
    ceilings,
    calls: makeCalls({ now, secrets: [] }),
    models: { decision: () => model, reply: () => model, stop: () => Promise.resolve() },
    roster: () => [],
    profile: (of) => of,
    isPaused: () => false,
    talk: (of) => memory.withoutForgotten(of, said.talk(of)),
    recentReplies: (of) => said.recentReplies(of),
    memberIn,
    look: (of) => hostOf().host.snapshot(of) as never,
    memory: memory.of,
    noteSource: memory.noteSource,
    now,
    ahead: () => 0,
    canReact: () => true,
    writesMarkdown: () => false,
    room: makeHearing({
      config,
      roster: () => config.bots,
      isBot: (id) => id === ownId,
      memberIn,
      talk,
      followUpMs: (of) => settingsFor(config, of).decision.followUpMs,
      admission: makeAdmission({ config, isOwn: (_, id) => id === ownId }),
      now,
    }),
    react: (_, { messages, emoji }) => Promise.resolve(trace.signs.push(`${now()} ${emoji} ${messages.join()}`)),
    unreact: (_, { messages, emoji }) => Promise.resolve(trace.signs.push(`${now()} no ${emoji} ${messages.join()}`)),
    send(_, { text, replyTo }) {
      const [id, at] = [`p${(posts += 1)}`, now()]
      trace.sends.push(`${at} ${text} → ${replyTo}`)
      const sender = { id: ownId, name: 'Iris', bot: true }
      hostOf().later(at + tookOf('deliver') + echoMs, () =>
        hear({ id, group, ts: at, sender, text, ...(replyTo !== '' && { replyTo }) }),
      )
      return Promise.resolve({ id })
    },
  })
  // Timers that may wait for other work of their host go off at their times.
  const { slack: _, ...punctual } = hosted
  led = lead({
    db,
    hosted: punctual,
    record: recording({ clock, channels: { record: () => undefined }, ledger, written: [memory, tapes, schedules] }),
  })
  led.host.subscribe((step) => void trace.steps.push(shown(step)))

  for (const [n, { at, sender, text, recalls }] of lines.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- time passes in order
    await led.until(at)
    const last = lines.slice(0, n).findLastIndex(isRequest)
    const number = trace.sends.map((line) => /,approve (\d+)/.exec(line)?.[1]).findLast((each) => each !== undefined)
    if (recalls) {
      // oxlint-disable-next-line no-await-in-loop
      if (last >= 0) await order([{ key, event: { type: 'message.recalled', message: `m${last}` } }])
    } else
      hear({
        id: `m${n}`,
        group,
        ts: at,
        sender: { id: sender, name: sender[0]?.toUpperCase() + sender.slice(1), bot: false },
        text: text.replace(/N$/, number ?? '1'),
      })
  }
  await led.until((lines.at(-1)?.at ?? 0) + 7_200_000)
  trace.tape = db.prepare('SELECT run, id, kind, at, body, tokens, state FROM tape ORDER BY n').all()
  trace.booked = Number(db.prepare('SELECT total(tokens) AS n FROM usage').get()?.['n'])
  return trace
}
