// What a message costs a room in a cluster, beside a bare get and set of a virtual object on the same server.
import { setTimeout as wait } from 'node:timers/promises'
import { transitionIds } from '../../machines/graph.ts'
import { slack } from '../../machines/group/delays.ts'
import { groupMachine } from '../../machines/group/group.ts'
import type { GroupSettings } from '../../machines/group/settings.ts'
import { seedOf } from '../../machines/rules/random.ts'
import type { Config } from '../../src/config/config.ts'
import { defaultSettings } from '../../src/config/default-settings.ts'
import { openEndpoint } from '../../src/host/restate/endpoint.ts'
import { makeRestateHost } from '../../src/host/restate/restate-host.ts'
import { connect, object, type ObjectContext } from '../../src/host/restate/sdk.ts'
import { makeHearing } from '../../src/room/hearing.ts'
import { partsOf } from '../../src/room/key.ts'
import { kinds } from '../../src/room/kinds.ts'
import { makeMember } from '../../src/room/members.ts'
import { startRestate } from '../host/restate/start-restate.ts'
import { memoryLog } from '../host/restate/memory-log.ts'
import { median, report } from './figures.ts'

const quick = process.argv.includes('--quick')
const [rounds, messages] = quick ? [1, 500] : [5, 2_000]
const [rooms, atOnce] = [1_000, 64]
/** Turns end at the policy gate: the room is measured, not a model. */
const settings: GroupSettings = {
  ...defaultSettings,
  policy: 'mention',
  memory: { ...defaultSettings.memory, noteTokens: 0 },
}
const cast = ['vera', 'otto', 'ida', 'kim', 'sol'].map((id) => ({
  id,
  name: `${id[0]?.toUpperCase() ?? ''}${id.slice(1)}`,
  aliases: [],
  role: 'reviewer',
  expertise: 'tests',
}))

const server = await startRestate()
try {
  const raw = await openRaw()
  const one = await openRooms('one', cast.slice(0, 1))
  const five = await openRooms('five', cast)
  const figures: Record<'raw' | 'one' | 'five', number[]> = { raw: [], one: [], five: [] }
  for (let round = 0; round <= rounds; round += 1) {
    // oxlint-disable no-await-in-loop -- one load after the other
    const found = {
      raw: await rate((n) => raw.bump(n)),
      one: await rate((n) => one.say(n)),
      five: await rate((n) => five.say(n)),
    }
    // The first one is for code to get warm and for rooms to begin.
    if (round > 0) for (const name of ['raw', 'one', 'five'] as const) figures[name].push(found[name])
    await wait(200)
    // oxlint-enable no-await-in-loop
  }
  const baseline = median(figures.raw)
  const against = 'a get and a set of a virtual object, a second'
  report([
    {
      name: 'restateRoomMessagesPerSecond',
      value: median(figures.one),
      baseline,
      against,
      aim: { of: 'ratio', atLeast: 0.6 },
    },
    { name: 'restateRoomOfFiveMessagesPerSecond', value: median(figures.five), baseline, against },
    {
      name: 'restateCallsPerMessage',
      value: five.calls() / five.said(),
      baseline: 1,
      against: 'one call a message, to a room of five bots',
    },
  ])
  await Promise.all([raw.stop(), one.stop(), five.stop()])
} finally {
  await server.stop()
}

/** A second. */
async function rate(work: (n: number) => Promise<unknown>): Promise<number> {
  const started = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < messages) {
        next += 1
        // oxlint-disable-next-line no-await-in-loop -- one after the other, in so many lines
        await work(next)
      }
    }),
  )
  return messages / ((performance.now() - started) / 1_000)
}

async function openRaw() {
  const bare = object({
    name: 'bare',
    handlers: {
      bump: async (ctx: ObjectContext) => {
        const n = (await ctx.get<number>('n')) ?? 0
        ctx.set('n', n + 1)
        return n + 1
      },
    },
  })
  const { stop } = await openEndpoint({ services: [bare], port: 0, admin: server.admin })
  const client = connect({ url: server.ingress })
  return {
    bump: async (n: number) => client.objectClient(bare, `k${n % rooms}`).bump(),
    stop,
  }
}

async function openRooms(name: string, bots: typeof cast) {
  const members = new Map(bots.map((bot) => [bot.id, makeMember(bot, bot.id)]))
  const ids = bots.map(({ id }) => id)
  const groups = Object.fromEntries(Array.from({ length: rooms }, (_, n) => [`web:g${n}`, { bots: ids, settings }]))
  let [taken, said] = [0, 0]
  const host = makeRestateHost({
    name,
    clock: { now: () => Date.now(), at: () => () => {} },
    ingress: [server.ingress],
    endpoint: { port: 0, admin: server.admin },
    log: memoryLog(),
    around: (work) => ({ ...work, plan: (...given) => ((taken += 1), work.plan(...given)) }),
    hosted: {
      machine: groupMachine,
      version: groupMachine.version ?? '',
      migrations: {},
      inputOf(key) {
        const { bot, group, oneToOne } = partsOf(key)
        return { bot, group, oneToOne, seed: seedOf(key), settings, overhead: { decide: 300, compose: 300 } }
      },
      transitions: transitionIds(groupMachine),
      slack,
      jobs: {},
      kinds,
      room: makeHearing({
        config: { bots, groups } as unknown as Config,
        roster: () => bots,
        memberIn: (_, bot) => members.get(bot),
        now: () => Date.now(),
      }),
    },
  })
  await host.start()
  return {
    say(n: number) {
      said += 1
      const sender = { id: 'ann', name: 'Ann', bot: false }
      return host.receive([
        { id: `${name} ${said}`, group: `web:g${n % rooms}`, ts: Date.now(), sender, text: `The numbers of run ${n}.` },
      ])
    },
    calls: () => taken,
    said: () => said,
    stop: () => host.stop(),
  }
}
