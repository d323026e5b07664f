// A process of its own that holds the line of a bot and acts all the time while it does: `URL BOT TICK LEASE STALE`.
import { pino } from 'pino'
import { openPostgres } from '../../../src/store/postgres/open-postgres.ts'

const [url = '', bot = '', tickMs, leaseMs, staleMs] = process.argv.slice(2)
const times = { tickMs: Number(tickMs), leaseMs: Number(leaseMs), staleMs: Number(staleMs) }
const postgres = openPostgres(url, { now: Date.now, log: pino({ level: 'silent' }), times })
const say = (...words: unknown[]): void => void process.stdout.write(`${words.join(' ')}\n`)

for (;;) {
  // oxlint-disable-next-line no-await-in-loop -- it takes the line again and again
  const line = await postgres.lockLine(bot)
  say('held', line.token)
  // What it did last before it was halted is not told from what it does first after that but by the time.
  const acting = setInterval(() => {
    if (line.isHeld()) say('act', line.token, Date.now())
  }, 5)
  // oxlint-disable-next-line no-await-in-loop -- as above
  await new Promise((resolve) => line.lost.addEventListener('abort', resolve))
  clearInterval(acting)
  say('lost', line.token)
}
