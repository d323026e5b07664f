// Kills the service while what one person asked for is with the provider, and reads that person's day after each restart.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openForReading } from '../../src/store/database.ts'
import { openTape } from '../../src/store/tape.ts'
import { ampleLimits } from './crash-rounds.ts'
import { evidenceAfterKill } from './evidence.ts'
import { startProvider } from './provider.ts'
import { untilQuiet } from './quiet.ts'
import { seeded } from './seeded.ts'
import { startServiceProcess } from './service-process.ts'
import { mustSay } from '../world/posting.ts'

/** Of the person, as the store has it. */
interface Day {
  messages: number
  tokens: number
}

interface Round {
  /** Calls under way at the kill. */
  calls: number
  /** After the restart, when nothing is pending any more. */
  day: Day
  /** Tokens that the provider served by then, and the most beyond them that may be booked. */
  served: number
  unsure: number
  /** Of each message so far: how often it is in the room, and how many replies it has. */
  stands: [times: number, replies: number][]
}

export interface PersonRounds {
  rounds: Round[]
  /** One request more than the limit allows: what became of it, and what it cost. */
  over: { refusedAt: string[]; calls: number; replies: number; day: Day }
}

const quietMs = 15_000
const inFlightMs = 10_000
const room = 'den'
const latencyMs = [400, 500] as const

/** `rounds` is the limit of messages, too: the next request is over it. */
export async function personRounds({ rounds, seed }: { rounds: number; seed: number }): Promise<PersonRounds> {
  const random = seeded(seed)
  const folder = mkdtempSync(join(tmpdir(), 'chime-person-'))
  const path = join(folder, 'chime.sqlite')
  const config = join(folder, 'chime.yaml')
  const provider = await startProvider({ seed, latencyMs })
  writeFileSync(config, JSON.stringify(configFor(provider.baseUrl, rounds)))
  const start = () => startServiceProcess({ config, folder })
  let service = await start()
  let held = 0
  const ids: string[] = []

  async function ask(): Promise<void> {
    const id = `m${ids.length + 1}`
    await mustSay(service.url, room, { id, name: 'Mia', text: `Ada, what about number ${ids.length + 1}?` })
    ids.push(id)
  }

  async function inFlight(before: number): Promise<void> {
    const giveUpAt = performance.now() + inFlightMs
    // oxlint-disable-next-line no-await-in-loop -- a bounded wait
    while (provider.figures().calls === before && performance.now() < giveUpAt) await wait(2)
  }

  async function settled(): Promise<void> {
    const unquiet = await untilQuiet(path, quietMs)
    if (unquiet.length > 0) throw new Error(`still pending: ${unquiet.join()}`)
  }

  async function standing(id: string): Promise<[number, number]> {
    const response = await fetch(`${service.url}/api/rooms/${room}/messages?limit=500`)
    const { messages } = (await response.json()) as { messages: { id: string; bot: boolean; replyTo?: string }[] }
    const replies = messages.filter((each) => each.bot && each.replyTo === id && !each.id.includes(' '))
    return [messages.filter((each) => each.id === id).length, replies.length]
  }

  try {
    const all: Round[] = []
    for (let n = 0; n < rounds; n += 1) {
      // oxlint-disable no-await-in-loop -- one crash after the other is the point
      const { calls } = provider.figures()
      await ask()
      await inFlight(calls)
      // As the call begins, or as its answer comes and is booked.
      if (n % 2 === 1) await wait(random.between(latencyMs[0], latencyMs[1] + 30))
      await service.kill()
      const found = evidenceAfterKill(path)
      held += found.held
      service = await start()
      await settled()
      const { served, unsure } = provider.figures()
      const stands = await Promise.all(ids.map(standing))
      // oxlint-enable no-await-in-loop
      all.push({ calls: found.calls, day: dayOf(path), served, unsure: unsure + held, stands })
    }
    const { calls } = provider.figures()
    await ask()
    await settled()
    const [, replies] = await standing(ids.at(-1) ?? '')
    const refusedAt = refusalsOf(path, ids.at(-1) ?? '')
    return { rounds: all, over: { refusedAt, calls: provider.figures().calls - calls, replies, day: dayOf(path) } }
  } finally {
    await service.kill()
    await provider.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function dayOf(path: string): Day {
  using db = openForReading(path)
  const found = db.prepare('SELECT total(messages) AS messages, total(tokens) AS tokens FROM person_usage').get()
  return { messages: Number(found?.['messages']), tokens: Number(found?.['tokens']) }
}

/** The gates at which the person's limit was met. */
function refusalsOf(path: string, id: string): string[] {
  using db = openForReading(path)
  const actors = db.prepare('SELECT id FROM actor').all()
  const verdicts = actors.flatMap((actor) => openTape(db).since(Number(actor['id']), 0))
  return verdicts.flatMap(({ messages, gate, why }) => (messages.includes(id) && why === 'personLimit' ? [gate] : []))
}

const configFor = (baseUrl: string, messagesPerDay: number) => ({
  bots: [
    {
      name: 'Ada',
      role: 'tester',
      problemWords: false,
      limits: { perPerson: { messagesPerDay, tokensPerDay: 1_000_000 } },
    },
  ],
  model: { provider: 'openai', baseUrl, apiKey: 'dummy', name: 'slow' },
  groupSocial: {
    batching: { intervalMs: 80 },
    dispatch: { cooldownMs: 200, backoffMs: 100, maxWaitMs: 1_000 },
    mentionMinIntervalMs: 100,
    // Whoever is slow, a busy machine among them, is waited for.
    decision: { modelTimeoutMs: 20_000 },
    reply: { modelTimeoutMs: 20_000 },
    // The person's limits alone are met.
    limits: ampleLimits,
    delay: { fastMs: [50, 100], normalMs: [50, 100], slowMs: [50, 100] },
    delivery: { backoffMs: 100, timeoutMs: 2_000, expiryMs: 15_000 },
    style: { maxSimilarity: 1 },
  },
  channels: { web: { port: 0, rooms: [{ id: room, bots: ['ada'] }] } },
})
