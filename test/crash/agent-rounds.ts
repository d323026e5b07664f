// Kills the service while bots work with tools: nothing is done twice that has a key, nothing again unasked, every run comes to an end.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openForReading } from '../../src/store/database.ts'
import { giveAway, workspaceOf } from '../../src/tools/workspace.ts'
import { whyNoBox } from '../../src/tools/bash/find-box.ts'
import { mustSay } from '../world/posting.ts'
import {
  type Change,
  changes,
  type Effects,
  effectsOf,
  type EffectPlaces,
  isChange,
  isDone,
  isKeyed,
  runsOf,
} from './agent-effects.ts'
import { configFor, emptyList, list, scriptedJobs, sendRoom, workRoom } from './agent-jobs.ts'
import { fallenIn, type Middle, type Moment, strikeIn } from './agent-moments.ts'
import { meteredChat } from './metered-chat.ts'
import { moneyProblems, moneyText } from './money.ts'
import { untilQuiet } from './quiet.ts'
import { seeded } from './seeded.ts'
import { startServiceProcess } from './service-process.ts'

interface Options {
  /** Kills that fall into a run. */
  rounds: number
  seed: number
  progress?: (line: string) => void
}

export interface AgentRounds extends Omit<Effects, 'problems'> {
  problems: string[]
  kills: number
  /** Kills while a run was under way, by what they fell into the middle of. */
  hits: number
  during: Partial<Record<Middle | 'between', number>>
  /** Of those, where the change had been made already and the store did not know. */
  madeBefore: Partial<Record<Change, number>>
  runs: { answered: number; failed: number }
  money: string
}

/** In turns. */
const moments: readonly Moment[] = [
  'posted',
  'scheduled',
  'mcp',
  'edit',
  'send',
  'write',
  'bash',
  'schedule',
  'read',
  'posted',
  'any',
  'edit',
]
/** So often a service that has just come back is killed again before it is quiet. */
const againShare = 0.2
const quietMs = 25_000

export async function agentRounds({ rounds, seed, progress = () => undefined }: Options): Promise<AgentRounds> {
  const random = seeded(seed)
  const hasBash = process.env['CHIME_SKIP_BASH'] !== '1' && (await whyNoBox()) === undefined
  const folder = mkdtempSync(join(tmpdir(), 'chime-agent-'))
  const [path, config, root] = [join(folder, 'chime.sqlite'), join(folder, 'chime.yaml'), join(folder, 'work')]
  const workspace = workspaceOf(root, { bot: 'ada', group: `web:${workRoom}`, oneToOne: false })
  const places: EffectPlaces = { path, workspace, appended: join(folder, 'appended.txt') }
  const chat = await meteredChat(scriptedJobs(hasBash), random)
  writeFileSync(config, JSON.stringify(configFor({ model: chat.model, workspace: root, appended: places.appended })))
  mkdirSync(workspace, { recursive: true })
  // As a tool makes it: who runs commands may write there.
  await giveAway(workspace)
  writeFileSync(join(workspace, list), emptyList)
  const start = () => startServiceProcess({ config, folder })
  let service = await start()
  const found = { kills: 0, hits: 0, during: {} as AgentRounds['during'], madeBefore: {} as AgentRounds['madeBefore'] }
  const problems: string[] = []

  async function kill(job: number): Promise<void> {
    chat.cut()
    await service.kill()
    found.kills += 1
    const fallen = fallenIn(path)
    if (fallen.length > 0) found.hits += 1
    for (const each of fallen) {
      found.during[each] = (found.during[each] ?? 0) + 1
      if (isChange(each) && isDone(places, each, job)) found.madeBefore[each] = (found.madeBefore[each] ?? 0) + 1
    }
    service = await start()
  }

  try {
    await untilListed(service.url)
    // oxlint-disable no-await-in-loop -- one crash after the other is the point
    for (let job = 1; found.hits < rounds && job <= 2 * rounds; job += 1) {
      const next = moments[(job - 1) % moments.length] as Moment
      const moment = next === 'bash' && !hasBash ? 'mcp' : next
      const [room, text] =
        moment === 'send' || moment === 'posted'
          ? [sendRoom, `Bea, send job ${job}, please.`]
          : [workRoom, `Ada, do job ${job}, please.`]
      await mustSay(service.url, room, { id: `m${job}`, name: 'Mia', text })
      const { pid } = service
      await strikeIn(moment, { path, random, strike: () => void process.kill(pid, 'SIGKILL') })
      await kill(job)
      if (random.chance(againShare)) {
        await wait(random.between(0, 500))
        await kill(job)
      }
      const unquiet = await untilQuiet(path, quietMs)
      if (unquiet.length > 0) problems.push(`job ${job}: still pending: ${unquiet.join()}`)
      problems.push(...unanswered(path, job))
      progress(`job ${job}: ${found.hits} of ${found.kills} kills fell into a run, aimed at ${moment}`)
    }
    // oxlint-enable no-await-in-loop
    const { problems: broken, ...effects } = effectsOf(places)
    const { open, ...runs } = runsOf(path)
    if (open > 0) problems.push(`${open} runs have not ended`)
    const cut = changes.reduce((sum, each) => sum + (isKeyed(each) ? 0 : (found.during[each] ?? 0)), 0)
    if (effects.cutOff !== cut) problems.push(`${cut} kills cut a call off, ${effects.cutOff} calls were told so`)
    const spending = { booked: tokensIn(path), provider: chat.figures(), reservedAtKills: 0 }
    problems.push(...broken, ...moneyProblems(spending))
    return { ...found, ...effects, runs, money: moneyText(spending), problems }
  } finally {
    await service.kill()
    await chat.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The tools of the MCP server are known. */
async function untilListed(url: string): Promise<void> {
  const until = performance.now() + quietMs
  while (performance.now() < until) {
    // oxlint-disable-next-line no-await-in-loop -- a bounded wait
    const rows = (await (await fetch(`${url}/api/connections`)).json()) as { kind: string; state: string }[]
    if (rows.some(({ kind, state }) => kind === 'mcp' && state === 'online')) return
    // oxlint-disable-next-line no-await-in-loop
    await wait(50)
  }
  throw new Error('the MCP server is not online')
}

/** A job has one answer, or its run stands on the tape with its end. */
function unanswered(path: string, job: number): string[] {
  using db = openForReading(path)
  const answers = Number(
    db.prepare('SELECT count(*) AS n FROM room_message WHERE bot = 1 AND text = ?').get(`Job ${job} is done.`)?.['n'],
  )
  const runs = Number(
    db
      .prepare(
        "SELECT count(*) AS n FROM tape WHERE id = '0' AND kind = 'message' AND state > 0 AND EXISTS (SELECT 1 FROM json_each(body, '$.messages') WHERE value = ?)",
      )
      .get(`m${job}`)?.['n'],
  )
  if (answers > 1) return [`job ${job} has ${answers} answers`]
  return answers === 0 && runs === 0 ? [`job ${job} has neither an answer nor a run that ended`] : []
}

function tokensIn(path: string): number {
  using db = openForReading(path)
  return Number(db.prepare('SELECT total(tokens) AS tokens FROM usage').get()?.['tokens'])
}
