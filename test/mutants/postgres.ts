// Mutants of a cluster's memory: what is there once, in order, found by an index, and whose line it is.
import { type MutantArea, mutantsIn } from './mutant.ts'

const postgres = mutantsIn('src/store/postgres/')
const take = postgres('take-rows')
const lines = postgres('lines')
const commits = postgres('commits')
const writer = postgres('writer')
const connection = postgres('connection')
const migrate = postgres('migrate')
const prune = postgres('prune-rows')

export const postgresMutants: MutantArea = {
  tests: ['test/store/postgres'],
  mutants: [
    take('commits are numbered without a lock', '  PERFORM pg_advisory_xact_lock(${orderLock});\n', ''),
    take('an earlier correction undoes a later one', ' AND (corrected IS NULL OR corrected < row.seq)', ''),
    take('what is handed over again is spent again', 'SELECT bot, minute, sum(messages)::BIGINT, sum(tokens)::BIGINT FROM fresh', 'SELECT bot, at / 60000, sum(messages)::BIGINT, sum(tokens)::BIGINT FROM book'), // prettier-ignore
    lines('a halted holder believes that it holds', ' && since(line.renewed) < times.leaseMs', ''),
    lines('whoever gives no sign keeps the line', '> times.staleMs) stale.add', '> Infinity) stale.add'),
    lines('two in one process have the line', '.filter((bot) => !held.has(bot))\n    if (bots.length === 0) return\n    const started', '\n    if (bots.length === 0) return\n    const started'), // prettier-ignore
    commits('what waits has no bound', 'if (isFull)', 'if (isFull && rowCount < 0)'),
    commits('what waits is taken up twice', '.filter(([key]) => !waiting.has(key))', ''),
    writer(
      'one room that is refused holds up all',
      'if (batch.length > 1) mostCommits',
      'if (batch.length > 1e9) mostCommits',
    ),
    writer('a correction forgets what the line carries', 'toldText(row.text, parts)', 'row.text'),
    connection('a connection that does not answer is waited for', '      renew(on)\n', ''),
    connection(
      'a server that closes at once is asked without a pause',
      'const leastBetweenMs = 50',
      'const leastBetweenMs = 0',
    ),
    prune(
      'nothing is pruned while workers are in the house',
      'const pruneLock = 4_717_003',
      'const pruneLock = 4_717_002',
    ),
    migrate('workers make the tables side by side', '      PERFORM pg_advisory_xact_lock(${migrationLock});\n', ''),
  ],
}
