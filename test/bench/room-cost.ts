// What a message costs a room with five bots, for each of them, beside a room that has one: it is read and stored once.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transitionIds } from '../../machines/graph.ts'
import { slack } from '../../machines/group/delays.ts'
import { groupMachine } from '../../machines/group/group.ts'
import type { GroupSettings } from '../../machines/group/settings.ts'
import { seedOf } from '../../machines/rules/random.ts'
import type { Config } from '../../src/config/config.ts'
import { defaultSettings } from '../../src/config/default-settings.ts'
import { makeLocalHost } from '../../src/host/local/local-host.ts'
import { makeHearing } from '../../src/room/hearing.ts'
import { partsOf } from '../../src/room/key.ts'
import { makeMember } from '../../src/room/members.ts'
import { talkRow } from '../../src/room/stored-message.ts'
import { kinds } from '../../src/room/kinds.ts'
import { openDatabase } from '../../src/store/database.ts'
import { openTalk } from '../../src/store/talk.ts'
import { handClock } from '../host/hand-clock.ts'
import { median, report } from './figures.ts'
import { type Line, livelyTalk } from './lively-talk.ts'

const quick = process.argv.includes('--quick')
const rounds = quick ? 1 : 5
const folder = mkdtempSync(join(tmpdir(), 'chime-bench-'))
const lines = livelyTalk({ groups: 20, messages: quick ? 300 : 2_000, seed: 11 })
/** Turns end at the policy gate: the room is measured, not a model. */
const settings: GroupSettings = {
  ...defaultSettings,
  policy: 'mention',
  memory: { ...defaultSettings.memory, noteTokens: 0 },
}
const cast = ['Vera', 'Rex', 'Max', 'Nova', 'Kim'].map((name) => ({
  id: name.toLowerCase(),
  name,
  aliases: [],
  role: 'code reviewer',
  expertise: 'tests, types',
}))
let files = 0

try {
  const costs = Array.from({ length: rounds }, () => ({
    five: cost(cast, false),
    copies: cost(cast, true),
    one: cost(cast.slice(0, 1), false),
  }))
  const baseline = median(costs.map(({ one }) => one))
  const against = 'a message to a room of one bot'
  report([
    {
      name: 'roomOfFiveCpuUsPerMessageAndBot',
      value: median(costs.map(({ five }) => five)) / cast.length,
      baseline,
      against,
      aim: { of: 'ratio', atMost: 0.8 },
    },
    {
      name: 'roomOfFiveCopiesCpuUsPerMessageAndBot',
      value: median(costs.map(({ copies }) => copies)) / cast.length,
      baseline,
      against: `${against}; each bot is handed a copy of its own`,
    },
  ])
} finally {
  rmSync(folder, { recursive: true })
}

/** CPU µs a message, with all that follows from it. */
function cost(bots: typeof cast, isCopied: boolean): number {
  files += 1
  using db = openDatabase(join(folder, `${files}.sqlite`))
  const say = room(db, bots, isCopied)
  const cpu = process.cpuUsage()
  lines.forEach(say)
  const { user, system } = process.cpuUsage(cpu)
  return (user + system) / lines.length
}

function room(db: ReturnType<typeof openDatabase>, bots: typeof cast, isCopied: boolean): (line: Line) => void {
  const clock = handClock((lines[0]?.ts ?? 0) - 1)
  const talk = openTalk(db)
  const members = new Map(bots.map((bot) => [bot.id, makeMember(bot, bot.id)]))
  const ids = bots.map(({ id }) => id)
  const groups = Object.fromEntries(
    [...new Set(lines.map(({ group }) => group))].map((group) => [group, { bots: ids, settings }]),
  )
  const fail = (error: Error): never => {
    throw error
  }
  const host = makeLocalHost({
    db,
    clock,
    gatherMs: 40,
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
        talk,
        now: clock.now,
      }),
    },
    record: () => undefined,
    keep: (message) => talk.put(message.group, talkRow(message, clock.now())),
    halted: (_, error) => fail(error),
    storeFailed: fail,
  })
  host.start()
  return ({ id, ts, group, sender, text, bot }) => {
    clock.advance(ts)
    const message = { id, group, ts, sender: { id: sender, name: sender, bot }, text }
    if (!isCopied) {
      host.commit([{ message }])
      return
    }
    for (const each of ids) host.commit([{ message: { ...message, bots: [each] } }])
  }
}
