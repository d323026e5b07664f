// The load of the soak: how the service is configured and what people say to it.
import type { Random } from '../crash/seeded.ts'

export type Policy = 'mention' | 'judged'

export interface LoadOptions {
  rooms: number
  /** In every room. */
  bots: number
  policy: Policy
  /** Of the lines, those that call a bot by its name; 0.08 when absent. */
  calledShare?: number
  /** A post may take so long, ms; 2 s when absent. A cluster that loses a part stands still for longer. */
  deliveryMs?: number
}

export const botNames = ['Ada', 'Lin', 'Kay', 'Sol', 'Uma', 'Ron'] as const
const roles = ['statistics, data, experiments', 'code, tests, reviews', 'law', 'design', 'gardens', 'music']
const wide = { maxMessages: 1_000_000, maxTokens: 1_000_000_000 }
const ceiling = { dailyMessages: 10_000_000, dailyTokens: 10_000_000_000 }

/** Far longer than any answer takes: what times out was left unanswered, however busy the machine. */
const modelTimeoutMs = 10_000

export const roomIds = (rooms: number): string[] => Array.from({ length: rooms }, (_, n) => `room-${n + 1}`)
export const botIds = (bots: number): string[] => botNames.slice(0, bots).map((name) => name.toLowerCase())

/** Pauses are short, so that much happens; `judged`: each line nobody addressed is worth a look of its own. */
export function soakConfig(
  { rooms, bots, policy, retainDays, deliveryMs = 2_000 }: LoadOptions & { retainDays: number },
  baseUrl: string,
): object {
  const ids = botIds(bots)
  return {
    bots: botNames
      .slice(0, bots)
      .map((name, n) => ({ name, role: 'tester', expertise: roles[n], problemWords: false, limits: ceiling })),
    model: { provider: 'openai', baseUrl, apiKey: 'dummy', name: 'soak' },
    limits: ceiling,
    groupSocial: {
      policy: policy === 'judged' ? 'auto' : 'mention',
      batching: { intervalMs: 300 },
      dispatch: { cooldownMs: 4_500, backoffMs: 100, maxWaitMs: 1_000 },
      mentionMinIntervalMs: 300,
      decision: { modelTimeoutMs, lullMs: 0, pileUp: 1, skipElsewhere: false },
      reply: { modelTimeoutMs },
      limits: { shortWindow: wide, mediumWindow: wide, longWindow: wide, maxPersonShare: 1, spreadFrom: 1 },
      delay: { fastMs: [100, 400], normalMs: [300, 1_500], slowMs: [1_000, 3_000] },
      delivery: { backoffMs: 200, timeoutMs: deliveryMs, expiryMs: 15_000 },
      loop: { maxMentions: 1_000 },
      style: { maxSimilarity: 1 },
      memory: { backoffMs: 1_000, modelTimeoutMs },
    },
    channels: { web: { port: 0, rooms: roomIds(rooms).map((id) => ({ id, bots: ids })) } },
    store: { retainDays },
  }
}

export interface Said {
  id: string
  room: string
  name: string
  text: string
  /** Id of the bot that is called by its name. */
  called?: string
}

const people = ['Mia', 'Jon', 'Zoe', 'Eli', 'Ida']
const usualCalledShare = 0.08
const lines = [
  'The numbers of last week look odd to me.',
  'I pushed a fix; the review can wait until tomorrow.',
  'Has anybody seen the second experiment?',
  '这篇论文的统计方法我没看懂。',
  'Lunch in ten minutes?',
  'We need more data before we write the section about results.',
  'That only shows with more than one worker, so the figures of Monday are worthless.',
  'No idea, it was like that when I came.',
]

/** The next thing that somebody says. */
export function nextLine(
  n: number,
  { rooms, bots, calledShare = usualCalledShare }: LoadOptions,
  random: Random,
): Said {
  const bot = random.chance(calledShare) ? random.one(botNames.slice(0, bots)) : undefined
  return {
    id: `p${n}`,
    room: `room-${random.between(1, rooms)}`,
    name: random.one(people),
    text: bot ? `${bot}, what about number ${n}?` : `${random.one(lines)} (${n})`,
    ...(bot && { called: bot.toLowerCase() }),
  }
}
