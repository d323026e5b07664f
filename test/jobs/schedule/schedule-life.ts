// A bot with a schedule on the local host: the test moves its clock, and what is due is posted.
import type { DeliverInput } from '../../../machines/group/children.ts'
import type { LookInput } from '../../../machines/schedule/rows.ts'
import type { BotConfig } from '../../../src/config/bots.ts'
import type { Job } from '../../../src/host/host.ts'
import { askedLines } from '../../../src/jobs/schedule/asked-lines.ts'
import { lookAtClock, type LookDeps } from '../../../src/jobs/schedule/look-at-clock.ts'
import { makeSchedule, ScheduleError, type ScheduleRequest } from '../../../src/jobs/schedule/schedule.ts'
import { partsOf } from '../../../src/room/key.ts'
import { kinds } from '../../../src/room/kinds.ts'
import type { TalkRow } from '../../../src/store/talk.ts'
import { handClock } from '../../host/hand-clock.ts'
import { localLife, settled } from '../../host/local-life.ts'
import { inMemory } from '../../host/stores.ts'

export const place = { bot: 'iris', group: 'web:lobby', oneToOne: false }
export const minute = 60_000
type Rights = Pick<BotConfig, 'id' | 'operators' | 'agent'>
export const bot: Rights = {
  id: 'iris',
  operators: ['olga'],
  agent: { allow: [{ tools: ['schedule.*'], groups: ['web:lobby'], by: 'members' }] } as BotConfig['agent'] & object,
}

export interface Given {
  db?: ReturnType<typeof inMemory>
  clock?: ReturnType<typeof handClock>
  bots?: readonly Rights[]
  denied?: readonly string[]
}

export function living({ db = inMemory(), clock = handClock(), bots = [bot], denied = [] }: Given = {}) {
  const posts: string[] = []
  const posted = new Set<string>()
  const lines: TalkRow[] = []
  const admission: LookDeps['admission'] = {
    refusalOf: ({ sender }) => (denied.includes(sender.id) ? { why: 'senderDenied', isKept: true } : undefined),
  }
  const config = { bots: bots as readonly BotConfig[] as BotConfig[] }
  const job = (run: Job['run']): Job => ({ afterCrash: 'rerun', run })
  const life = localLife({
    db,
    clock,
    hosted: {
      kinds,
      jobs: {
        lookAtClock: job(async (input: LookInput, { key }) =>
          lookAtClock({ config, admission, now: clock.now, ahead: () => 0 }, input, partsOf(key)),
        ),
        // A channel knows what it has posted by its key.
        deliver: job(async ({ key, text }: DeliverInput) => {
          if (!posted.has(key)) posts.push(`${Math.floor(clock.now() / minute)} ${text}`)
          posted.add(key)
          return { id: 'sent' }
        }),
        compose: job(async () => ({
          text: 'Looked.',
          type: 'short',
          similarity: 0,
          model: 'm',
          rehearsal: true,
          tokens: 9,
        })),
      },
    },
    host: { record: (step) => void lines.push(...askedLines(step, (id) => id.toUpperCase())) },
  })
  const schedule = makeSchedule({ host: life.host, zoneOf: () => 'UTC', wall: clock.now })
  let keys = 0
  return {
    ...life,
    db,
    clock,
    posts,
    lines,
    schedule,
    /** Time passes minute by minute, and what is asked meanwhile is answered. */
    async passes(minutes: number): Promise<void> {
      for (let n = 0; n < minutes; n += 1) {
        clock.advance(clock.now() + minute)
        // oxlint-disable-next-line no-await-in-loop -- look, post, end
        for (let times = 0; times < 4; times += 1) await settled()
      }
    },
    add: (over: Partial<ScheduleRequest> = {}) =>
      schedule.add(place, {
        when: 'in 2m',
        text: 'Tea!',
        kind: 'reminder',
        by: 'olga',
        origin: 'command',
        key: `key ${(keys += 1)}`,
        ...over,
      }),
  }
}

export const problemOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof ScheduleError ? error.problem : error),
  )
