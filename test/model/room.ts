// A room of two bots with the model under test behind them: the real service in a process of its own, and people who talk.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stringify } from 'yaml'
import type { BotVerdict } from '../../src/channels/web/event-stream.ts'
import type { RoomMessage } from '../../src/channels/web/rooms.ts'
import { openForReading } from '../../src/store/database.ts'
import { startServiceProcess } from '../crash/service-process.ts'
import type { CountingProxy } from './counting-proxy.ts'
import type { Said } from './talk.ts'
import { mustSay } from '../world/posting.ts'

export interface Endpoint {
  baseUrl: string
  model: string
  provider: string
  apiKey?: string
}

export interface Timeouts {
  decisionMs: number
  replyMs: number
}

interface TalkOptions {
  talk: readonly Said[]
  timeouts: Timeouts
  /** Nothing new is said after that. */
  minutes: number
  tell: (line: string) => void
}

export interface RoomResult {
  messages: RoomMessage[]
  verdicts: BotVerdict[]
  /** Tokens of the usage table, all bots. */
  booked: number
  exitCode: number | null
}

const settleMs = 2_500
const looksEveryMs = 250

/** Says one thing after the other, each when the bots have dealt with the one before; ends when nothing is pending. */
export async function talkInRoom(
  proxy: CountingProxy,
  endpoint: Omit<Endpoint, 'baseUrl'>,
  { talk, timeouts, minutes, tell }: TalkOptions,
): Promise<RoomResult> {
  const folder = mkdtempSync(join(tmpdir(), 'chime-model-'))
  const config = join(folder, 'chime.yaml')
  writeFileSync(config, stringify(configOf({ ...endpoint, baseUrl: proxy.baseUrl }, timeouts)))
  chmodSync(config, 0o600)
  const service = await startServiceProcess({ config, folder })
  const killed = () => void process.kill(service.pid, 'SIGKILL')
  process.once('exit', killed)
  try {
    const get = async <T>(path: string): Promise<T> => (await fetch(service.url + path)).json() as Promise<T>
    const verdictsNow = async () =>
      (await get<{ verdicts: BotVerdict[] }>('/api/rooms/lobby/verdicts?limit=500')).verdicts
    const seen = new Map<string, BotVerdict>()
    const look = async (): Promise<void> => {
      for (const verdict of await verdictsNow()) seen.set(JSON.stringify(verdict), verdict)
    }
    const endsAt = performance.now() + minutes * 60_000
    for (const [n, said] of talk.entries()) {
      if (performance.now() > endsAt) break
      // oxlint-disable no-await-in-loop -- people wait for an answer
      await mustSay(service.url, 'lobby', said)
      await settled(proxy, look, () => seen.size)
      // oxlint-enable no-await-in-loop
      tell(`${n + 1} of ${talk.length} lines said · ${proxy.calls.length} model calls`)
    }
    const { messages } = await get<{ messages: RoomMessage[] }>('/api/rooms/lobby/messages?limit=500')
    const exitCode = await service.stop()
    return { messages, verdicts: [...seen.values()], booked: bookedIn(join(folder, 'chime.sqlite')), exitCode }
  } finally {
    process.off('exit', killed)
    await service.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Waits of fractions of a second, and budgets that do not stand in the way: what is tried is the model. */
const configOf = ({ baseUrl, model, provider, apiKey }: Endpoint, { decisionMs, replyMs }: Timeouts) => ({
  bots: [
    {
      name: 'Iris',
      aliases: ['小研'],
      role: 'research assistant',
      expertise: 'papers, statistics, data; 论文、统计、样本',
    },
    { name: 'Rex', aliases: ['小审'], role: 'code reviewer', expertise: 'code review, tests, TypeScript; 代码、测试' },
  ].map((bot) => ({ ...bot, limits: { dailyMessages: 10_000, dailyTokens: 10_000_000 } })),
  model: { provider, baseUrl, name: model, ...(apiKey && { apiKey }) },
  limits: { dailyMessages: 10_000, dailyTokens: 10_000_000 },
  groupSocial: {
    batching: { intervalMs: 200 },
    dispatch: { cooldownMs: 300, maxWaitMs: 300 },
    mentionMinIntervalMs: 200,
    decision: { modelTimeoutMs: decisionMs },
    reply: { modelTimeoutMs: replyMs },
    delay: { fastMs: [50, 150], normalMs: [50, 150], slowMs: [50, 150] },
    limits: Object.fromEntries(
      ['shortWindow', 'mediumWindow', 'longWindow'].map((name) => [name, { maxMessages: 5_000, maxTokens: 5_000_000 }]),
    ),
  },
  channels: { web: { port: 0, rooms: [{ id: 'lobby' }] } },
})

/** No call under way and nothing new in the ledger for a while. */
async function settled(proxy: CountingProxy, look: () => Promise<void>, count: () => number): Promise<void> {
  let known = -1
  let quietSince = performance.now()
  while (performance.now() - quietSince < settleMs) {
    // oxlint-disable no-await-in-loop -- a poll
    await wait(looksEveryMs)
    await look()
    // oxlint-enable no-await-in-loop
    if (proxy.underWay() === 0 && count() === known) continue
    known = count()
    quietSince = performance.now()
  }
}

function bookedIn(store: string): number {
  using db = openForReading(store)
  return Number(db.prepare('SELECT coalesce(sum(tokens), 0) AS tokens FROM usage').get()?.['tokens'])
}
