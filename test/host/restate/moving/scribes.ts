// Rooms with a past and something under way in each: in the store of one machine, or in a cluster.
import type { DatabaseSync } from 'node:sqlite'
import { pino } from 'pino'
import { assign, setup } from 'xstate'
import { type Engine, openHost, type ServiceHost } from '../../../../src/app/host.ts'
import type { Hosted, JobContext } from '../../../../src/host/host.ts'
import { realClock } from '../../../../src/host/local/real-clock.ts'
import { recordInLedger } from '../../../../src/host/spending.ts'
import { isOfBot } from '../../../../src/room/key.ts'
import type { InboundMessage } from '../../../../src/room/message.ts'
import { talkRow } from '../../../../src/room/stored-message.ts'
import { stepsOf, verdictsOf } from '../../../../src/room/steps.ts'
import { readClock } from '../../../../src/store/clock.ts'
import { openLedger } from '../../../../src/store/ledger.ts'
import { openTalk } from '../../../../src/store/talk.ts'
import { openTape } from '../../../../src/store/tape.ts'
import { given, hearAll, isCursed } from '../../contract/machines.ts'

export interface Work {
  effect: 'read' | 'once'
  of: string
}

type ScribeEvent =
  | { type: 'message.received'; at: number; message: { id: string } }
  | { type: 'nap'; at: number; ms: number }
  | { type: 'work'; at: number; work: Work }
  | { type: 'curse'; at: number }

const workIn = (event: ScribeEvent): Work => (event.type === 'work' ? event.work : { effect: 'read', of: '' })
const whyOf = (error: unknown): string => (error as { kind: string }).kind

/** Notes what it hears, naps as long as it is told to, and has work done. */
const scribe = setup({
  types: { context: {} as { heard: string[]; said: string[]; ms: number; work: Work }, events: {} as ScribeEvent },
  actors: { work: given<string, Work>() },
  delays: { nap: ({ context }) => context.ms },
  guards: { isCursed },
  actions: {
    hear: assign({
      heard: ({ context, event }) => [...context.heard, event.type === 'message.received' ? event.message.id : ''],
    }),
    recordVerdict: (_, _verdict: object) => {},
    say: assign({ said: ({ context }, what: string) => [...context.said, what] }),
    lie: assign({ ms: ({ event }) => (event.type === 'nap' ? event.ms : 0) }),
    take: assign({ work: ({ event }) => workIn(event) }),
  },
}).createMachine({
  id: 'scribe',
  context: { heard: [], said: [], ms: 0, work: { effect: 'read', of: '' } },
  initial: 'idle',
  on: {
    'message.received': {
      actions: [
        'hear',
        {
          type: 'recordVerdict',
          params: ({ context }) => ({
            turn: context.heard.length,
            gate: 'decide',
            outcome: 'no',
            why: 'notNeeded',
            messages: context.heard.slice(-1),
            tokens: 7,
            askers: ['web:ann'],
            numbers: { heard: context.heard.length },
          }),
        },
      ],
    },
    curse: { guard: 'isCursed', target: '.idle' },
    nap: { target: '.napping', actions: 'lie' },
    work: { target: '.working', actions: 'take' },
  },
  states: {
    idle: {},
    napping: { after: { nap: { target: 'idle', actions: { type: 'say', params: 'woke' } } } },
    working: {
      invoke: {
        id: 'work',
        src: 'work',
        input: ({ context }) => context.work,
        onDone: { target: 'idle', actions: { type: 'say', params: ({ event }) => event.output } },
        onError: { target: 'idle', actions: { type: 'say', params: ({ event }) => whyOf(event.error) } },
      },
    },
  },
})

export const message = (group: string, id: string): InboundMessage => ({
  id,
  group,
  ts: Date.now(),
  sender: { id: 'web:ann', name: 'Ann', bot: false },
  text: `the words of ${id} in ${group}`,
  bots: ['iris', 'rex'],
})

export const hostedScribe = (work: (input: Work, signal: AbortSignal) => Promise<string>): Hosted => ({
  machine: scribe,
  version: '1',
  migrations: {},
  inputOf: () => ({}),
  room: { hear: hearAll },
  jobs: {
    work: {
      run: (input: never, { signal }: JobContext) => work(input, signal),
      afterCrash: ({ effect }: Work) => (effect === 'read' ? 'rerun' : 'interrupt'),
    },
  },
})

/** `work`: what a job comes to. The host of a service, on this store or in this cluster. */
export async function openScribes(
  db: DatabaseSync,
  work: (input: Work, signal: AbortSignal) => Promise<string>,
  engine?: Engine,
  more: Partial<Pick<Parameters<typeof openHost>[0], 'refusalOf' | 'listed' | 'isFollowed' | 'unkept'>> = {},
): Promise<ServiceHost> {
  const [talk, tape, ledger] = [openTalk(db), openTape(db), openLedger(db)]
  return openHost(
    {
      db,
      config: { store: { path: '', retainDays: 30, maxMegabytes: 1_000 } },
      spentSince: ledger.spentSince,
      refusalOf: () => undefined,
      heard: () => {},
      noted: () => {},
      isFollowed: () => true,
      clock: realClock(readClock(db)),
      hosted: hostedScribe(work),
      log: pino({ level: 'silent' }),
      tape: {
        row: (step, base) =>
          tape.row(step.event, step.seq, { took: step.took, verdicts: verdictsOf(step), standing: undefined }, base),
        undone: tape.undone,
      },
      record: stepsOf(isOfBot, (step) => recordInLedger(ledger, step)),
      keep: (each) => talk.put(each.group, talkRow(each, Date.now())),
      ...more,
    },
    engine,
  )
}

export const never = (_: Work, signal: AbortSignal): Promise<string> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))

export const roomNamed = (n: number): string => `web:room-${String(n).padStart(5, '0')}`

/** What is under way in a room, by its number. */
export const underWay = [
  'a long nap',
  'a short nap',
  'work that may be done again',
  'work that may not',
  'a stopped chart',
] as const
export const underWayIn = (n: number): (typeof underWay)[number] => underWay[n % underWay.length] ?? 'a long nap'

/** Fills an empty store, and leaves it as a service does that was killed. */
export async function fillStore(
  db: DatabaseSync,
  rooms: number,
  shortNapMs: number,
  whatIn: (n: number) => string = underWayIn,
): Promise<void> {
  const host = await openScribes(db, never)
  await host.start()
  for (let n = 0; n < rooms; n += 1) {
    const room = roomNamed(n)
    const iris = `iris ${room}`
    const what = whatIn(n)
    // oxlint-disable no-await-in-loop -- in this order
    await host.receive([message(room, 'a'), message(room, 'b'), message(room, `c${n}`)])
    if (what === 'a long nap') await host.order([{ key: iris, event: { type: 'nap', ms: 3_600_000 } }])
    if (what === 'a short nap') await host.order([{ key: iris, event: { type: 'nap', ms: shortNapMs } }])
    const effect = what === 'work that may not' ? 'once' : 'read'
    if (what.startsWith('work')) await host.order([{ key: iris, event: { type: 'work', work: { effect, of: room } } }])
    if (what === 'a stopped chart') {
      await host.order([{ key: iris, event: { type: 'curse' } }])
      await host.receive([message(room, 'd')])
    }
    // oxlint-enable no-await-in-loop
  }
  await host.stop()
}
