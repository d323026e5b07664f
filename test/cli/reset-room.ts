// A room whose only bot is about to be reset: its service, and what is in its store.
import type { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import type { GroupContext } from '../../machines/group/context.ts'
import type { MessageRef } from '../../machines/group/types.ts'
import { openDatabase } from '../../src/store/database.ts'
import { servedIn } from '../e2e/running.ts'
import { postJson } from '../world/posting.ts'

export const key = 'iris web:lobby'

// Only a mention leaves the buffer: what was said besides is in the snapshot alone.
export const slowConfig = `
bots: [{ id: iris, name: Iris, role: research assistant, expertise: 'statistics, data' }]
channels: { web: { port: 0 } }
groupSocial:
  batching: { intervalMs: 600000 }
  mentionMinIntervalMs: 10
  delay: { fastMs: [10, 20], normalMs: [10, 20], slowMs: [10, 20] }
`

interface Row {
  body: string
  value: { control: string }
  context: GroupContext
}

export const idsOf = (refs: readonly MessageRef[]): string[] => refs.map(({ id }) => id)

export async function room(cwd: string) {
  const { url, stop, visitor } = await servedIn(cwd)
  return {
    stop,
    async say(id: string, text: string): Promise<void> {
      expect((await visitor.post('lobby', text, { id })).status).toBe(201)
    },
    /** Answers how many groups were told. */
    async order(order: object): Promise<number> {
      const answer = await postJson(`${url}/api/control`, order)
      return ((await answer.json()) as { told: number }).told
    },
    talk: async () => (await visitor.messages('lobby')).map(({ name }) => name),
  }
}

export function inStore<T>(cwd: string, work: (db: DatabaseSync) => T): T {
  using db = openDatabase(`${cwd}/data/chime.sqlite`)
  return work(db)
}

export const snapshotIn = (cwd: string): Row =>
  inStore(cwd, (db) => {
    const body = String(db.prepare('SELECT body FROM actor WHERE key = ?').get(key)?.['body'])
    return { body, ...(JSON.parse(body) as Omit<Row, 'body'>) }
  })

export const tear = (cwd: string): void =>
  inStore(cwd, (db) => void db.prepare('UPDATE actor SET body = \'{"value"\' WHERE key = ?').run(key))
