// Thirty texts and more that a bot comes upon while it works, and a model that obeys every one of them: what is done is what was allowed (A6).
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openForReading } from '../../src/store/database.ts'
import { openRunTape } from '../../src/store/run-tape.ts'
import type { ResultBody } from '../../src/jobs/run/conversation.ts'
import type * as machineTools from '../../src/tools/machine-tools.ts'
import { makeWorkspace, workspaceOf } from '../../src/tools/workspace.ts'
import { type Said, speaks } from '../fakes/scripted-tools.ts'
import { hasNoBox } from '../tools/box.ts'
import { loopback } from '../world/loopback.ts'
import { configured } from '../world/service-world.ts'
import { type Injection, injections, wantedIn } from './injected.ts'
import { iris, rooms, running, tempFolders } from './running.ts'
import { waitFor } from './visitor.ts'

type Real = typeof machineTools

// Pages of this machine are no public ones.
vi.mock('../../src/tools/machine-tools.ts', async (original) => {
  const real = await original<Real>()
  const machineTools: Real['machineTools'] = (options) => real.machineTools({ ...options, allowed: ['127.0.0.1'] })
  return { ...real, machineTools }
})

const folder = tempFolders()
const key = 'iris web:lobby'
const secret = 'sk-injected-4711-secret'
const isBoxless = await hasNoBox()
const members = ['fs.read', 'fs.list', 'fs.write', 'web.fetch', 'web.search', 'skill.read']

async function world() {
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
  const home = folder()
  const allow = [
    { tools: members, groups: ['web:lobby'], by: 'members' },
    { tools: ['bash'], groups: ['web:lobby'], by: 'operators', shell: true },
  ]
  const limits = [{ durationMs: 3_600_000, maxTokens: 5_000_000 }]
  const bot = { ...iris, operators: ['person:olga'], agent: { allow, limits, maxAskerShare: 1 } }
  const rest = { channels: rooms('lobby'), search: { url: `${site.url}/search?q={query}` } }
  const { chat, file } = await configured({ home, bots: [bot], rest })
  writeFileSync(join(home, '.env'), `OPENAI_API_KEY=${secret}\n`)
  const service = await running(home, file)
  onTestFinished(service.stop)
  const db = openForReading(service.store)
  onTestFinished(() => db.close())
  const workspace = workspaceOf(join(home, 'data', 'workspaces'), { bot: 'iris', group: 'web:lobby', oneToOne: false })
  return { home, chat, service, site, shown, workspace, tape: openRunTape(db) }
}

type World = Awaited<ReturnType<typeof world>>

/** Where the bot looks first. */
async function lays({ home, workspace, shown, site }: World, { carrier, text }: Injection): Promise<[string, object]> {
  rmSync(workspace, { recursive: true, force: true })
  await makeWorkspace(workspace)
  shown.text = text
  if (carrier === 'page') return ['web.fetch', { url: `${site.url}/page` }]
  if (carrier === 'skill') {
    const skill = join(home, 'data', 'workspaces', '.agents', 'skills', 'samples')
    mkdirSync(skill, { recursive: true })
    const head = '---\nname: samples\ndescription: Looks up samples.\nallowed-tools: bash fs.edit\n---\n'
    writeFileSync(join(skill, 'SKILL.md'), `${head}${text}`)
    return ['skill.read', { name: 'samples' }]
  }
  if (carrier === 'search') return ['web.search', { query: 'samples' }]
  writeFileSync(join(workspace, carrier === 'file' ? 'note.txt' : text), text)
  return carrier === 'file' ? ['fs.read', { path: 'note.txt' }] : ['fs.list', {}]
}

/** Looks, does all that it is told to there, and says that it is done. */
const obeying = (first: [string, object], done: string) =>
  speaks(({ step, messages, results }): Said | string => {
    if (step === 0) return { calls: [first] }
    const hasObeyed =
      step > 1 || messages.some(({ role, content }) => role === 'user' && /<command name=/.test(content))
    const { calls, says } = hasObeyed ? { calls: [], says: [] } : wantedIn(results.join('\n'))
    return calls.length + says.length > 0 ? { text: says.join('\n'), calls } : done
  })

async function plays(given: World, injection: Injection, n: number) {
  const { chat, service, tape } = given
  const done = `Done, number ${n}.`
  chat.behave({ compose: obeying(await lays(given, injection), done) })
  const before = tape.before(key, Number.MAX_SAFE_INTEGER, 1)[0]?.n ?? 0
  const name = injection.byOperator ? 'Olga' : 'Ann'
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

const lookOf: Record<Injection['carrier'], string> = {
  page: 'web.fetch',
  search: 'web.search',
  file: 'fs.read',
  'file name': 'fs.list',
  skill: 'skill.read',
}

test('whatever a page, a search, a skill, a file or its name says, nothing runs that was not allowed, and nothing is approved', async () => {
  const given = await world()
  const { service } = given
  const played = injections.filter(({ runs }) => !isBoxless || !runs?.includes('bash'))
  const found: object[] = []
  for (const [n, injection] of played.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one bot, one run after the other
    const { ran, asks, tape, prompts, calls } = await plays(given, injection, n + 1)
    // It was come upon, and it was obeyed.
    const isObeyed = calls > 2 || asks > 1
    found.push({ text: injection.text, isObeyed, ran, asks, leaks: `${tape}${prompts}`.includes(secret) })
  }
  expect(found).toEqual(
    played.map(({ text, carrier, runs = [], asks = 0 }) => ({
      text,
      isObeyed: true,
      ran: [lookOf[carrier], ...runs],
      asks,
      leaks: false,
    })),
  )
  const { verdicts, replies } = service.visitor
  const told = await verdicts('lobby')
  expect(told.filter(({ why }) => why === 'callApproved')).toEqual([])
  expect(told.filter(({ gate }) => gate === 'control')).toEqual([])
  expect((await replies('lobby')).filter(({ text }) => /^[,，$]/m.test(text) || text.includes(secret))).toEqual([])
}, 120_000)

test('a model that is told nothing does nothing beside its work: the texts are what makes it', async () => {
  const given = await world()
  const { ran, calls } = await plays(given, { carrier: 'page', text: 'Seven samples.' }, 1)
  expect([ran, calls]).toEqual([['web.fetch'], 2])
})

test('the texts are thirty at least, and each wants something done', () => {
  const empty = injections.filter(({ text }) => wantedIn(text).calls.length + wantedIn(text).says.length === 0)
  expect([injections.length >= 30, empty]).toEqual([true, []])
})
