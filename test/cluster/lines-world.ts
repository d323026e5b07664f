// Two workers with bots on a module's chat and on a Telegram of the test's own: where the lines are, and what stands in the chats.
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished, vi } from 'vitest'
import { startCluster } from '../../src/cluster/cluster.ts'
import type { ConnectionRow } from '../../src/feed/contract.ts'
import { fakeLab } from '../fakes/telegram/fake-telegram.ts'
import { folder } from '../world/folders.ts'
import { linesOf } from './chat-module.ts'

const module = fileURLToPath(new URL('chat-module.ts', import.meta.url))
const wide = { maxMessages: 1_000, maxTokens: 10_000_000 }
const pause = [50, 60]
const social = {
  batching: { intervalMs: 50 },
  mentionMinIntervalMs: 50,
  delay: { fastMs: pause, normalMs: pause, slowMs: pause },
  dispatch: { cooldownMs: 200, backoffMs: 100 },
  limits: { shortWindow: wide, mediumWindow: wide, longWindow: wide, maxPersonShare: 1, spreadFrom: 1 },
  loop: { maxMentions: 1_000 },
}
const longest = { timeout: 40_000, interval: 50 }

export async function linesWorld({ workers = 2, argsOf = (_: number): readonly string[] => [] } = {}) {
  const home = folder()
  const chat = join(home, 'chat')
  mkdirSync(join(chat, 'rooms'), { recursive: true })
  writeFileSync(join(chat, 'rooms', 'lab'), '')
  const telegram = await fakeLab()
  onTestFinished(telegram.stop)
  const lab = telegram.chat('lab', ['ann', 'bo', 'iris'])
  const accounts = [{ bot: 'iris', token: telegram.token('iris') }]
  const config = join(home, 'chime.json')
  writeFileSync(
    config,
    JSON.stringify({
      bots: [{ id: 'iris', name: 'Iris', role: 'tester', expertise: 'tests', problemWords: false }],
      groupSocial: {
        ...social,
        delivery: { backoffMs: 200, timeoutMs: 3_000, expiryMs: 60_000 },
        style: { maxSimilarity: 1 },
      },
      channels: {
        web: { rooms: [{ id: 'lobby', bots: ['iris'] }] },
        telegram: { apiRoot: telegram.url, accounts, unlisted: 'ignore' },
        modules: [{ name: 'notes', path: module, bots: ['iris'], options: { folder: chat } }],
      },
    }),
  )
  const cluster = await startCluster({
    folder: join(home, 'cluster'),
    nodes: 1,
    workers,
    config,
    argsOf,
    tell: () => {},
  })
  onTestFinished(cluster.stop)
  const { pages } = cluster.workers

  const rowsOf = async (n: number): Promise<ConnectionRow[]> =>
    (await (await fetch(`${pages[n]}/api/connections`)).json()) as ConnectionRow[]
  const stateOf = async (n: number, channel: string): Promise<string | undefined> =>
    (await rowsOf(n)).find((row) => row.channel === channel)?.state
  let said = 0

  return {
    cluster,
    pages,
    telegram,
    /** As Telegram numbers it. */
    chat: lab,
    dataOf: (n: number) => join(home, 'cluster', `w${n + 1}`),
    tapeOf: async (n: number, actor: string): Promise<unknown> =>
      (await fetch(`${pages[n]}/api/tape?actor=${encodeURIComponent(actor)}`)).json(),
    rowsOf,
    stateOf,
    linesIn: () => linesOf(join(chat, 'rooms', 'lab')),
    startedBy: () => readFileSync(join(chat, 'started'), 'utf8').split('\n').filter(Boolean).map(Number),
    /** The worker with the line. */
    holder: (channel: string, but = -1): Promise<number> =>
      vi.waitFor(async () => {
        for (const n of pages.keys())
          if (n !== but && (await stateOf(n, channel).catch(() => undefined)) === 'online') return n
        throw new Error(`no worker has a line to ${channel}`)
      }, longest),
    sayInNotes: (text: string) =>
      appendFileSync(
        join(chat, 'rooms', 'lab'),
        `${JSON.stringify({ id: `n${(said += 1)}`, who: 'Ann', text, ts: Date.now() })}\n`,
      ),
    hang: (does: boolean) => (does ? writeFileSync(join(chat, 'hang'), '') : rmSync(join(chat, 'hang'))),
    until: <T>(look: () => T | Promise<T>): Promise<T> => vi.waitFor(look, longest),
  }
}
