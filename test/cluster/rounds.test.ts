// A few minutes of what `npm run crash -- --cluster` does for hours: one node, two workers, and everything is killed once.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPostgres, missingPostgres } from '../../src/cluster/postgres-server.ts'
import { folder } from '../world/folders.ts'
import { clusterRounds } from './cluster-rounds.ts'

const isLeftOut = process.env['CHIME_SKIP_RESTATE'] === '1' || process.env['CHIME_SKIP_POSTGRES'] === '1'
const isMissing = !isLeftOut && !findPostgres()
if (isMissing) process.stderr.write(`\nchime: ${missingPostgres}: THE ROUNDS OF A CLUSTER ARE LEFT OUT\n\n`)

test.skipIf(isLeftOut || isMissing)(
  'a worker is killed, one halted, Postgres killed, while people talk and a bot works: nothing lost, nothing twice (S5, R10, A5)',
  { timeout: 180_000 },
  async () => {
    const { problems, messages, replies, agents } = await clusterRounds({
      folder: join(folder(), 'cluster'),
      rounds: 1,
      seed: 5,
      nodes: 1,
      workers: 2,
      rooms: 4,
      bots: 3,
      agents: 2,
      messages: 100,
      rate: 8,
      haltMs: 3_000,
      tell: () => undefined,
    })
    expect(problems).toEqual([])
    expect({
      messages: messages > 100,
      replies: replies > 0,
      worked: agents && agents.done.edit > 0 && agents.done.send > 0 && agents.done.schedule > 0,
    }).toEqual({ messages: true, replies: true, worked: true })
  },
)
