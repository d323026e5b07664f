// A room with three own bots for the tests of its judgement: what was said, their charts, and a model that waits to be answered.
import type { DecideInput, Decision } from '../../../machines/group/children.ts'
import { firstContext } from '../../../machines/group/changes.ts'
import type { GroupContext } from '../../../machines/group/context.ts'
import type { MessageRef } from '../../../machines/group/types.ts'
import { defaultSettings } from '../../../src/config/default-settings.ts'
import type { JobContext, JobDeps } from '../../../src/jobs/prompt-talk.ts'
import { makeRoomJudgements } from '../../../src/jobs/room/judgement.ts'
import type { BotCandidate } from '../../../src/jobs/room/candidates.ts'
import type { ChatAnswer, ChatRequest } from '../../../src/llm/model.ts'
import type { BotProfile } from '../../../src/prompt/identity.ts'
import type { PromptMessage } from '../../../src/prompt/talk.ts'
import { said } from '../../prompt/iris.ts'
import { toDecide } from '../jobs.ts'

export const bots: BotProfile[] = [
  { id: 'iris', name: 'Iris', aliases: ['小研'], role: 'research assistant', expertise: 'papers, statistics' },
  { id: 'rex', name: 'Rex', aliases: [], role: 'code reviewer', expertise: 'bugs, TypeScript' },
  { id: 'dora', name: 'Dora', aliases: [], role: 'operator', expertise: 'servers, backups' },
]

interface Asked {
  request: ChatRequest
  answer: (text: string, over?: Partial<ChatAnswer>) => void
  fail: (error: unknown) => void
}

/** How a bot's chart stands. */
interface Standing {
  pending?: MessageRef[]
  lastSpokeAt?: number
  turn?: GroupContext['turn']
  policy?: GroupContext['self']['policy']
  budget?: GroupContext['budget']
}

/** `talk`: all of it; each line is new to every bot unless its chart says otherwise. */
export function roomOf(talk: PromptMessage[], charts: Record<string, Standing> = {}) {
  const asked: Asked[] = []
  const own: string[] = []
  const took: [bot: string, turn: number, bots: number][] = []
  const lines = [...talk]
  const refs = (): MessageRef[] => lines.filter(({ own: mine }) => !mine).map(refOf)
  const chartOf = (bot: string): GroupContext => {
    const input = {
      bot,
      group: 'web:lobby',
      oneToOne: false,
      seed: 1,
      settings: defaultSettings,
      overhead: { decide: 300, compose: 300 },
    }
    const first = firstContext(input)
    const { pending = refs(), lastSpokeAt, turn, policy, budget = first.budget } = charts[bot] ?? {}
    return {
      ...first,
      queue: { ...first.queue, pending },
      self: { ...first.self, ...(lastSpokeAt !== undefined && { lastSpokeAt }), ...(policy && { policy }) },
      budget,
      ...(turn && { turn }),
    }
  }
  const candidates = (): BotCandidate[] =>
    bots.map((profile) => ({
      bot: profile.id,
      ownId: `id-${profile.id}`,
      profile,
      chart: chartOf(profile.id),
      isMuted: muted.has(profile.id),
    }))
  const model = {
    name: 'scripted',
    rehearsal: false,
    ask: (request: ChatRequest): Promise<ChatAnswer> =>
      new Promise((answer, fail) => {
        request.mayCost?.(600)
        request.signal.addEventListener('abort', () => fail(request.signal.reason), { once: true })
        asked.push({
          request,
          fail,
          answer: (text, over = {}) => answer({ text, finish: 'stop', model: 'scripted-1', tokens: 300, ...over }),
        })
      }),
  }
  const deps: JobDeps = {
    model,
    profile: () => bots[0] as BotProfile,
    roster: () => bots.map((bot) => ({ ...bot, bot: true })),
    prompt: () => ({ style: 'compact', timeZone: 'UTC' }),
    talk: (_, batch) => {
      const places = batch.map((id) => lines.findIndex((line) => line.id === id))
      const [first, last] = [Math.min(...places), Math.max(...places)]
      return { before: lines.slice(0, first), batch: lines.slice(first, last + 1), after: lines.slice(last + 1) }
    },
    recentReplies: () => ({ own: [], peers: [] }),
    mode: 'json',
  }
  const others = new Set<string>()
  const muted = new Set<string>()
  const rooms = makeRoomJudgements({
    candidates: () => ({
      sharing: candidates().filter(({ bot }) => !others.has(bot)),
      others: candidates().filter(({ bot }) => others.has(bot)),
    }),
    gather: () => Promise.resolve(),
    watch: (watched) => ({ model: watched, took: ({ bot }, turn, all) => void took.push([bot, turn, all]) }),
  })
  return {
    asked,
    deps,
    own,
    took,
    lines,
    charts,
    others,
    muted,
    rooms,
    /** A bot's chart comes to judge these lines. */
    decide(
      bot: string,
      batch: string[],
      over: Partial<DecideInput> = {},
      context: Partial<JobContext> = {},
    ): Promise<Decision> {
      const input = { ...toDecide, batch, maxTokens: 1_900, ...over }
      const alone = async (rest: DecideInput): Promise<Decision> => {
        own.push(bot)
        return {
          want: false,
          reason: 'alone',
          type: 'short',
          hint: 'normal',
          tokens: rest.maxTokens < 1_000 ? 90 : 100,
        }
      }
      const place = { signal: new AbortController().signal, bot, group: 'web:lobby', ...context }
      return rooms.decide({ input, context: place, deps }, alone)
    },
  }
}

export const refOf = ({ id, ts, sender, replyTo }: PromptMessage): MessageRef => ({
  id,
  ts,
  kind: sender.startsWith('id-') ? 'peer' : 'person',
  sender,
  mentioned: false,
  tokens: 20,
  ...(replyTo !== undefined && { replyTo }),
})

export const question = said(5, 'Bob', 'which test fits two groups of 12?')
export const chosen = (bot: string, line: number): string =>
  JSON.stringify({ speak: [{ bot, line, relevance: 1, type: 'short', hint: 'fast' }], reason: 'its field' })
export const nobody = '{"speak":[],"reason":"small talk"}'

/** Everything that is due by now has happened. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
