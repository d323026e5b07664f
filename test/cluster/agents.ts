// Bots with tools at work in some rooms of a cluster: what has a key is done once, nothing is done again unasked, every run ends.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { giveAway, workspaceOf } from '../../src/tools/workspace.ts'
import { changes, type Change, effectsOf, runsOf } from '../crash/agent-effects.ts'
import { configFor, emptyList, list, postsOf, scriptedJobs } from '../crash/agent-jobs.ts'
import { meteredChat } from '../crash/metered-chat.ts'
import type { Random } from '../crash/seeded.ts'

interface Options {
  /** Of their own, beside the cluster's. */
  folder: string
  /** In every other of them a bot works, in the others one sends by its own tool. */
  rooms: number
  random: Random
}

export interface AgentFigures {
  jobs: number
  done: Record<Change, number>
  cutOff: number
  answered: number
  failed: number
}

/** A job has ended by then, whatever was killed meanwhile. */
const longestJobMs = 40_000

/** A cluster that loses a part stands still for longer than a machine that starts again. */
const deliveryMs = 15_000

export async function startAgents({ folder, rooms, random }: Options) {
  const ids = Array.from({ length: rooms }, (_, n) => `work-${n + 1}`)
  const isSending = (n: number): boolean => n % 2 === 1
  const [root, appended] = [join(folder, 'work'), join(folder, 'appended.txt')]
  // Its own ids: the other bots of the cluster have names like these.
  const chat = await meteredChat(scriptedJobs(false), random)
  const config = JSON.parse(
    JSON.stringify(
      configFor({
        model: chat.model,
        workspace: root,
        appended,
        workRooms: ids.filter((_, n) => !isSending(n)),
        sendRooms: ids.filter((_, n) => isSending(n)),
        deliveryMs,
      }),
    )
      .replaceAll(/"ada"/g, '"wim"')
      .replaceAll(/"Ada"/g, '"Wim"'),
  ) as { bots: object[]; mcp: object; channels: { web: { rooms: object[] } } }
  const workspaceIn = (room: string): string => workspaceOf(root, { bot: 'wim', group: `web:${room}`, oneToOne: false })
  for (const [n, room] of ids.entries()) {
    if (isSending(n)) continue
    mkdirSync(workspaceIn(room), { recursive: true })
    // As a tool makes it: who runs commands may write there.
    // oxlint-disable-next-line no-await-in-loop -- one room after the other
    await giveAway(workspaceIn(room))
    writeFileSync(join(workspaceIn(room), list), emptyList)
  }
  const jobs = new Map<number, string>()

  return {
    config,
    rooms: ids,
    chat,
    /** One job after the other in every room, until `isOver`; `post` resolves once it is taken. */
    async work(
      post: (room: string, id: string, text: string) => Promise<void>,
      linesOf: (room: string) => Promise<string[]>,
      isOver: () => boolean,
    ): Promise<void> {
      const inRoom = async (room: string, n: number): Promise<void> => {
        while (!isOver()) {
          const job = jobs.size + 1
          jobs.set(job, room)
          const text = isSending(n) ? `Bea, send job ${job}, please.` : `Wim, do job ${job}, please.`
          // oxlint-disable no-await-in-loop -- one job after the other
          await post(room, `m${job}`, text)
          const end = performance.now() + longestJobMs
          while (performance.now() < end) {
            if ((await linesOf(room)).includes(isSending(n) ? lastPostOf(job) : answerOf(job))) break
            await wait(500)
          }
          // oxlint-enable no-await-in-loop
        }
      }
      await Promise.all(ids.map(inRoom))
    },
    /** `path`: the store of a worker, which has read what all of them did. */
    found(path: string): { problems: string[]; figures: AgentFigures } {
      const figures: AgentFigures = {
        jobs: jobs.size,
        done: Object.fromEntries(changes.map((change) => [change, 0])) as Record<Change, number>,
        cutOff: 0,
        answered: 0,
        failed: 0,
      }
      const problems: string[] = []
      for (const room of ids) {
        const isMeant = (job: number): boolean => jobs.get(job) === room
        const effects = effectsOf({ path, workspace: workspaceIn(room), appended, isMeant })
        problems.push(...effects.problems.map((problem) => `${room}: ${problem}`))
        for (const change of changes) figures.done[change] += effects.done[change]
        figures.cutOff += effects.cutOff
      }
      const { open, ...runs } = runsOf(path)
      if (open > 0) problems.push(`${open} runs have not ended`)
      if (runs.answered === 0) problems.push('no run has answered')
      return { problems, figures: { ...figures, ...runs } }
    },
  }
}

const answerOf = (job: number): string => `Job ${job} is done.`
const lastPostOf = (job: number): string => postsOf(job).at(-1) ?? ''
