// A bot in two groups under limits per person: the chart, the ears, the ceilings and the ledger of the service, in virtual time.
import { pino } from 'pino'
import type { ComposeInput, DeliverInput } from '../../machines/group/children.ts'
import { groupMachine } from '../../machines/group/group.ts'
import { personKey } from '../../machines/rules/person-key.ts'
import { openCeilings } from '../../src/app/ceilings.ts'
import type { PersonLimits } from '../../src/config/bots.ts'
import { layerSettings } from '../../src/config/groups.ts'
import type { JobContext } from '../../src/host/host.ts'
import { failureOf } from '../../src/host/running-jobs.ts'
import { recordInLedger, spendingOf } from '../../src/host/spending.ts'
import { makeVirtualHost, type Rehearsed } from '../../src/host/virtual/virtual-host.ts'
import { callOf } from '../../src/jobs/call-cost.ts'
import { groupInputs } from '../../src/jobs/group-inputs.ts'
import { makeAdmission } from '../../src/room/admission.ts'
import { makeHearing } from '../../src/room/hearing.ts'
import { makeMember } from '../../src/room/members.ts'
import { verdictsOf } from '../../src/room/steps.ts'
import { openDatabase } from '../../src/store/database.ts'
import { openLedger } from '../../src/store/ledger.ts'
import { demoConfig } from '../config/demo-config.ts'
import { seeded } from '../crash/seeded.ts'

const plenty = { maxMessages: 100_000, maxTokens: 1_000_000_000 }
const hour = 3_600_000
const groupSocial = layerSettings([
  {
    limits: {
      shortWindow: { durationMs: hour, ...plenty },
      mediumWindow: { durationMs: 2 * hour, ...plenty },
      longWindow: { durationMs: 24 * hour, ...plenty },
      maxPersonShare: 1,
      spreadFrom: 1,
    },
    loop: { maxMentions: 1_000_000 },
    memory: { noteTokens: 0 },
  },
])

export interface Spent {
  person: string
  at: number
  messages: number
  tokens: number
}

export function personStorm(perPerson: PersonLimits, seed: number) {
  const random = seeded(seed)
  const [iris] = demoConfig.bots
  if (!iris) throw new Error('no bot')
  const bots = [{ ...iris, perPerson }]
  const config = { ...demoConfig, bots, groupSocial, groups: {} }
  const db = openDatabase(':memory:')
  const ledger = openLedger(db)
  let ceilings: ReturnType<typeof openCeilings> | undefined
  const now = (): number => host.now()
  const open = () => (ceilings ??= openCeilings(config, ledger, pino({ level: 'silent' }), now))
  const member = makeMember(iris, iris.id)
  const spent: Spent[] = []
  const verdicts: (ReturnType<typeof verdictsOf>[number] & { group: string })[] = []
  const signed: string[] = []
  const releases = new Map<string, (() => void)[]>()

  const place = (key: string, id: string) =>
    ({
      bot: 'iris',
      mayCost: () => {},
      onSettled: (release: () => void) =>
        void releases.set(`${key} ${id}`, [...(releases.get(`${key} ${id}`) ?? []), release]),
    }) satisfies { bot: string } & Pick<JobContext, 'mayCost' | 'onSettled'>

  const settled = async (work: () => Promise<object>, afterMs: number): Promise<Rehearsed> => {
    try {
      return { outcome: { output: await work() }, afterMs }
    } catch (error) {
      return { outcome: { error: failureOf(error) }, afterMs: 1 }
    }
  }
  const host = makeVirtualHost({
    hosted: {
      machine: groupMachine,
      inputOf: (key) => ({ ...groupInputs(config, () => [])(key), canReact: true }),
      room: makeHearing({
        config: { bots, groups: {} },
        roster: () => bots,
        memberIn: () => member,
        admission: makeAdmission({
          config,
          isOwn: (_, id) => id === 'iris',
          limitOf: (bot, person) => open().refusalOf(bot, person),
        }),
        now,
      }),
    },
    jobs: {
      decide: () => ({
        outcome: { output: { want: false, reason: '', type: 'short', hint: 'fast', verdict: 'send', tokens: 0 } },
        afterMs: 1,
      }),
      compose: ({ askers, maxTokens }: ComposeInput, { key }) =>
        settled(
          () =>
            callOf(open(), { ...place(key, 'compose'), askers }, 1, async ({ mayCost }) => {
              mayCost(maxTokens)
              const tokens = random.between(1, maxTokens)
              return { text: 'Ask again.', type: 'short', similarity: 0, model: 'x', rehearsal: true, tokens }
            }),
          random.between(100, 5_000),
        ),
      deliver: ({ askers }: DeliverInput, { key }) =>
        settled(
          async () => {
            const release = open().reserve('iris', { messages: 1, tokens: 0 }, undefined, askers)
            place(key, 'deliver').onSettled(release)
            return { id: `reply-${random.number()}` }
          },
          random.between(10, 2_000),
        ),
      sign({ messages }: { messages: string[] }) {
        signed.push(...messages)
        return { outcome: { output: {} }, afterMs: 10 }
      },
    },
    startAt: Date.UTC(2026, 0, 5),
  })
  host.subscribe((step) => {
    recordInLedger(ledger, step)
    const group = step.key.split(' ').at(-1) ?? ''
    for (const verdict of verdictsOf(step)) {
      verdicts.push({ ...verdict, group })
      const { messages, tokens } = spendingOf(verdict)
      open().book('iris', verdict.at, { messages, tokens }, verdict.askers)
      for (const person of verdict.askers ?? []) spent.push({ person, at: verdict.at, messages, tokens })
    }
    const { actorId } = step.event as { actorId?: string }
    const children = (step.snapshot as { children: object }).children
    for (const [job, all] of releases) {
      const [key, id] = [job.slice(0, job.lastIndexOf(' ')), job.slice(job.lastIndexOf(' ') + 1)]
      if (key !== step.key || (id !== actorId && Object.hasOwn(children, id))) continue
      releases.delete(job)
      for (const release of all) release()
    }
  })
  let said = 0
  return {
    spent: spent as readonly Spent[],
    verdicts: verdicts as readonly (typeof verdicts)[number][],
    signed: signed as readonly string[],
    now,
    random,
    /** Ids are the sender and a number. */
    async ask(who: string, group: string, afterMs: number, text = 'Iris, and now?'): Promise<string> {
      const at = host.now() + afterMs
      await host.passUntil(at)
      const id = `${who}-${(said += 1)}`
      const message = {
        id,
        group,
        ts: at,
        sender: { id: who, name: who, bot: false },
        text,
        mentions: [{ id: 'iris', name: 'Iris' }],
      }
      await host.receive([{ ...message, bots: ['iris'] }])
      return id
    },
    async settle(): Promise<void> {
      await host.passOut()
    },
    /** As after a kill -9 between two turns: nothing is known but what the store has. */
    restart(): void {
      ceilings = undefined
      releases.clear()
    },
    isQuiet: (): boolean => host.figures().jobs === 0,
    keyOf: (who: string): string => personKey('web:a', who),
  }
}
