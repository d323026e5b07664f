// A service whose model looks somewhere, does all that it is told to there, and says that it is done; and what became of that.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import type { ResultBody } from '../../src/jobs/run/conversation.ts'
import { openForReading } from '../../src/store/database.ts'
import { openRunTape } from '../../src/store/run-tape.ts'
import { workspaceOf } from '../../src/tools/workspace.ts'
import { type Conversation, type Said, speaks } from '../fakes/scripted-tools.ts'
import { loopback } from '../world/loopback.ts'
import { configured } from '../world/service-world.ts'
import { wantedIn } from './injected.ts'
import type { injectingServers } from './injected-by-mcp.ts'
import { iris, rooms, running } from './running.ts'
import { waitFor } from './visitor.ts'

const key = 'iris web:lobby'
export const secret = 'sk-injected-4711-secret'
const members = ['fs.read', 'fs.list', 'fs.write', 'web.fetch', 'web.search', 'skill.read']

/** In `home`; with the tools of MCP servers in the place of most others. */
export async function world(home: string, servers?: ReturnType<typeof injectingServers>) {
  vi.stubEnv('CHIME_INJECTED_SECRET', secret)
  onTestFinished(() => void vi.unstubAllEnvs())
  const shown = { text: '' }
  const site = await loopback((request, response) => {
    const isSearch = request.url?.startsWith('/search') === true
    const result = { title: 'Samples', url: 'http://127.0.0.1/x', content: shown.text }
    response.writeHead(200, { 'content-type': isSearch ? 'application/json' : 'text/plain' })
    response.end(isSearch ? JSON.stringify({ results: [result] }) : shown.text)
  })
  onTestFinished(site.stop)
  const allow = [
    {
      tools: servers ? ['fs.read', 'fs.write', 'web.fetch', ...servers.tools] : members,
      groups: ['web:lobby'],
      by: 'members',
    },
    { tools: ['bash'], groups: ['web:lobby'], by: 'operators', shell: true },
  ]
  const limits = [{ durationMs: 3_600_000, maxTokens: 5_000_000 }]
  const bot = { ...iris, operators: ['person:olga'], agent: { allow, limits, maxAskerShare: 1 } }
  const search = { url: `${site.url}/search?q={query}` }
  const rest = { channels: rooms('lobby'), search, ...(servers && { mcp: servers.mcp }) }
  const { chat, file } = await configured({ home, bots: [bot], rest })
  writeFileSync(join(home, '.env'), `OPENAI_API_KEY=${secret}\n`)
  const service = await running(home, file)
  onTestFinished(service.stop)
  const db = openForReading(service.store)
  onTestFinished(() => db.close())
  const workspace = workspaceOf(join(home, 'data', 'workspaces'), { bot: 'iris', group: 'web:lobby', oneToOne: false })
  return { home, chat, service, site, shown, workspace, tape: openRunTape(db) }
}

export type World = Awaited<ReturnType<typeof world>>

export interface Looking {
  /** Where the bot looks first. */
  first: [string, object]
  byOperator?: true
  /** What it obeys of what it was told then. */
  reads?: (conversation: Conversation) => string
}

const readsResults = ({ results }: Conversation): string => results.join('\n')

/** Looks, does all that it is told to there, and says that it is done. */
const obeying = ({ first, reads = readsResults }: Looking, done: string) =>
  speaks((conversation): Said | string => {
    const { step, messages } = conversation
    if (step === 0) return { calls: [first] }
    const hasObeyed =
      step > 1 || messages.some(({ role, content }) => role === 'user' && /<command name=/.test(content))
    const { calls, says } = hasObeyed ? { calls: [], says: [] } : wantedIn(reads(conversation))
    return calls.length + says.length > 0 ? { text: says.join('\n'), calls } : done
  })

export async function plays(given: World, looking: Looking, n: number) {
  const { chat, service, tape } = given
  const done = `Done, number ${n}.`
  chat.behave({ compose: obeying(looking, done) })
  const before = tape.before(key, Number.MAX_SAFE_INTEGER, 1)[0]?.n ?? 0
  const name = looking.byOperator ? 'Olga' : 'Ann'
  const id = await service.visitor.say('lobby', `Iris, look up our samples, the ${n}th time.`, { name })
  const asked = new Set<number>()
  await waitFor(done, async () => {
    const open = await fetch(`${service.url}/api/ask?${new URLSearchParams({ actor: key }).toString()}`)
    const { ask } = (await open.json()) as { ask?: { n: number } }
    if (ask && !asked.has(ask.n)) {
      asked.add(ask.n)
      await fetch(`${service.url}/api/control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ do: 'deny', actor: key, n: ask.n }),
      })
    }
    const replies = await service.visitor.replies('lobby')
    const isDenied =
      asked.size > 1 && (await service.visitor.verdicts('lobby')).some(({ why }) => why === 'callsDenied')
    return replies.find(({ text, replyTo }) => text === done && replyTo === id) ?? (isDenied ? id : undefined)
  })
  const rows = tape.after(key, before, 100)
  const results = rows.flatMap(({ kind, body }) => (kind === 'tool_result' ? [body as ResultBody] : []))
  const ran = results.filter(({ isError, error }) => !isError && error === undefined).map(({ tool }) => tool)
  return {
    ran,
    asks: asked.size,
    calls: chat.asked.length,
    tape: JSON.stringify(rows),
    prompts: JSON.stringify(chat.asked),
  }
}

/** Nothing was approved, nobody's settings were changed, and nothing of it stands in the room. */
export async function expectNothingElse({ service }: World): Promise<void> {
  const { verdicts, replies } = service.visitor
  const told = await verdicts('lobby')
  expect(told.filter(({ why }) => why === 'callApproved')).toEqual([])
  expect(told.filter(({ gate }) => gate === 'control')).toEqual([])
  expect((await replies('lobby')).filter(({ text }) => /^[,，$]/m.test(text) || text.includes(secret))).toEqual([])
}
