// Kills the service while a bot works with tools: what may change something is not done twice, and every run comes to an end.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openForReading } from '../../src/store/database.ts'
import { workspaceOf } from '../../src/tools/workspace.ts'
import { scriptedChat } from '../fakes/scripted-chat.ts'
import { readConversation, speaks } from '../fakes/scripted-tools.ts'
import { mustSay } from '../world/posting.ts'
import { ampleLimits } from './crash-rounds.ts'
import { untilQuiet } from './quiet.ts'
import { seeded } from './seeded.ts'
import { startServiceProcess } from './service-process.ts'

interface Options {
  rounds: number
  seed: number
  progress?: (line: string) => void
}

export interface AgentRounds {
  /** What broke a promise, in words. */
  problems: string[]
  /** Kills while a run was under way, and runs that were told of a call that a crash had cut off. */
  hits: number
  interrupted: number
  /** Runs that answered, and lines that were written by all of them. */
  answered: number
  written: number
}

const room = 'den'
const quietMs = 25_000
const tokensOfAnswer = 42
/** An answer is booked within so long. */
const lateMs = 1_000

/** Each round one job: read, change a file, read again, answer. The kill comes at a moment by chance. */
export async function agentRounds({ rounds, seed, progress = () => undefined }: Options): Promise<AgentRounds> {
  const random = seeded(seed)
  const folder = mkdtempSync(join(tmpdir(), 'chime-agent-'))
  const path = join(folder, 'chime.sqlite')
  const config = join(folder, 'chime.yaml')
  const chat = await scriptedChat('')
  let served = 0
  /** Model calls of runs. */
  let steps = 0
  let unsure = 0
  const asked: { most: number; endedAt?: number }[] = []
  chat.behave({
    compose: (response, body) => {
      const call: (typeof asked)[number] = { most: chat.asked.at(-1)?.most ?? 0 }
      asked.push(call)
      if (readConversation(body).step > 0) steps += 1
      setTimeout(
        () => {
          if (response.destroyed) return
          served += tokensOfAnswer
          call.endedAt = performance.now()
          scripted(response, body)
        },
        random.between(5, 60),
      )
    },
  })
  /** What was asked and not answered by the kill, or answered so late that it may not have been booked. */
  const countUnsure = (): void => {
    const killedAt = performance.now()
    for (const { most, endedAt = killedAt } of asked.splice(0)) if (endedAt > killedAt - lateMs) unsure += most
  }
  writeFileSync(config, JSON.stringify(configFor(chat.model, join(folder, 'work'))))
  const workspace = workspaceOf(join(folder, 'work'), { bot: 'ada', group: `web:${room}`, oneToOne: false })
  mkdirSync(workspace, { recursive: true })
  writeFileSync(join(workspace, 'log.txt'), 'END\n')
  const start = () => startServiceProcess({ config, folder })
  let service = await start()
  const problems: string[] = []
  let hits = 0
  const ids: string[] = []

  const replies = async () => {
    const response = await fetch(`${service.url}/api/rooms/${room}/messages?limit=500`)
    const { messages } = (await response.json()) as { messages: { bot: boolean; text: string; replyTo?: string }[] }
    return messages.filter(({ bot }) => bot)
  }

  try {
    // oxlint-disable no-await-in-loop -- one crash after the other is the point
    for (let n = 1; n <= rounds; n += 1) {
      const id = `m${n}`
      await mustSay(service.url, room, { id, name: 'Mia', text: `Ada, do job ${n}, please.` })
      ids.push(id)
      // At any moment, or while a run is under way: a quick machine is done with it before long.
      const before = steps
      if (n % 2 === 0) await waitFor(() => steps > before)
      await wait(random.between(0, n % 2 === 0 ? 80 : 700))
      countUnsure()
      await service.kill()
      hits += isAtWork(path) ? 1 : 0
      service = await start()
      const unquiet = await untilQuiet(path, quietMs)
      if (unquiet.length > 0) problems.push(`round ${n}: still pending: ${unquiet.join()}`)
      progress(`round ${n}: ${hits} kills at work`)
    }
    // oxlint-enable no-await-in-loop
    const lines = existsSync(join(workspace, 'log.txt'))
      ? readFileSync(join(workspace, 'log.txt'), 'utf8').split('\n')
      : []
    const said = await replies()
    for (const [n, id] of ids.entries()) {
      const job = `job ${n + 1}`
      const times = lines.filter((line) => line === job).length
      if (times > 1) problems.push(`${job} was written ${times} times`)
      const answers = said.filter(({ replyTo }) => replyTo === id)
      if (answers.length > 1) problems.push(`${job} has ${answers.length} answers`)
      if (answers.length === 0 && !isExplained(path, id)) problems.push(`${job} has neither answer nor verdict`)
    }
    const booked = tokensIn(path)
    if (booked < served) problems.push(`${served} tokens were served, ${booked} are booked`)
    if (booked > served + unsure)
      problems.push(`${booked} tokens are booked, at most ${served + unsure} may have been served`)
    return { problems, hits, ...tapeFigures(path), written: lines.filter((line) => line.startsWith('job ')).length }
  } finally {
    await service.kill()
    await chat.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A job is named in the line that it is for; what a step calls depends on the step alone, whatever its results say. */
const scripted = speaks((conversation) => {
  const line = conversation.messages.find(({ role }) => role === 'user')?.content ?? ''
  const job = [...line.matchAll(/do job (\d+)/g)].at(-1)?.[1] ?? '0'
  const end = 'END'
  if (conversation.tools.length === 0 && conversation.step === 0) return 'I know.'
  if (conversation.step === 0) return { text: 'I look.', calls: [['fs.read', { path: 'log.txt' }]] }
  if (conversation.step === 1) return { calls: [['fs.edit', { path: 'log.txt', old: end, new: `job ${job}\n${end}` }]] }
  if (conversation.step === 2)
    return {
      calls: [
        ['fs.read', { path: 'log.txt' }],
        ['fs.list', {}],
      ],
    }
  return `Job ${job} is done.`
})

/** For a while at the most. */
async function waitFor(isThere: () => boolean): Promise<void> {
  const until = performance.now() + quietMs
  // oxlint-disable-next-line no-await-in-loop -- a bounded wait
  while (!isThere() && performance.now() < until) await wait(2)
}

function isAtWork(path: string): boolean {
  using db = openForReading(path)
  return (
    db.prepare("SELECT 1 FROM actor JOIN job ON job.actor = actor.id WHERE actor.key LIKE '#agent/%' LIMIT 1").get() !==
    undefined
  )
}

/** It was taken into a turn, and the turn has ended: what it came to stands on the record. */
function isExplained(path: string, id: string): boolean {
  using db = openForReading(path)
  return db.prepare("SELECT 1 FROM entry WHERE body LIKE '%' || ? || '%' LIMIT 1").get(`"${id}"`) !== undefined
}

function tokensIn(path: string): number {
  using db = openForReading(path)
  return Number(db.prepare('SELECT total(tokens) AS tokens FROM usage').get()?.['tokens'])
}

function tapeFigures(path: string): Pick<AgentRounds, 'answered' | 'interrupted'> {
  using db = openForReading(path)
  const count = (where: string): number =>
    Number(db.prepare(`SELECT count(DISTINCT run) AS runs FROM tape WHERE ${where}`).get()?.['runs'])
  return {
    answered: count("state = 1 AND kind = 'message'"),
    interrupted: count(`kind = 'tool_result' AND body LIKE '%"interrupted"%'`),
  }
}

const configFor = (model: object, workspace: string) => ({
  bots: [
    {
      id: 'ada',
      name: 'Ada',
      role: 'tester',
      problemWords: false,
      limits: { dailyTokens: 100_000_000, dailyMessages: 100_000 },
      model,
      agent: {
        workspace,
        allow: [{ tools: ['fs.*'], groups: [`web:${room}`], by: 'members' }],
        limits: [{ durationMs: 86_400_000, maxTokens: 100_000_000 }],
        maxAskerShare: 1,
      },
    },
  ],
  groupSocial: {
    batching: { intervalMs: 80 },
    dispatch: { cooldownMs: 200, backoffMs: 100, maxWaitMs: 1_000 },
    mentionMinIntervalMs: 100,
    limits: ampleLimits,
    delay: { fastMs: [50, 100], normalMs: [50, 100], slowMs: [50, 100] },
    delivery: { backoffMs: 100, timeoutMs: 2_000, expiryMs: 60_000 },
    style: { maxSimilarity: 1 },
  },
  channels: { web: { port: 0, rooms: [{ id: room, bots: ['ada'] }] } },
})
