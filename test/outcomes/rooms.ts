// Rooms of different shape, made from a seed: busy, with mentions and replies, with several bots, with a model that fails.
import type { InboundMessage } from '../../src/channels/channel.ts'
import type { Config } from '../../src/config/config.ts'
import { livelyTalk } from '../bench/lively-talk.ts'
import { demoConfig } from '../config/demo-config.ts'
import { seeded } from '../crash/seeded.ts'
import { type ChatModel, ModelError } from '../../src/llm/model.ts'
import { rehearseNow } from '../../src/llm/rehearsal.ts'
import { playAsking, playRoom, type Played } from './played-room.ts'

const [iris, rex] = demoConfig.bots as [Config['bots'][0], Config['bots'][0]]

/** People who chat in bursts, more than the windows of the budget can pay for. */
export const busyRoom = (): Played[] =>
  playRoom(
    livelyTalk({ groups: 1, messages: 500, seed: 7, pauseMs: 20_000 }).map(({ sender, bot, ...line }) => ({
      ...line,
      sender: { id: sender, name: sender, bot },
    })),
    { config: withLimits({ maxMessages: 3, maxTokens: 6_000 }), bots: [iris] },
  )

/** Calls, replies and follow-ups of several people at once, some by structured mentions. */
export const askingRoom = (): Played[] =>
  playRoom(talk(11, 400, 2_500, [...asking, ...chat]), { config: demoConfig, bots: [iris, rex] })

/** Four bots who hear one another. */
export const botsRoom = (): Played[] => {
  const more = ['Nova', 'Otis'].map((name) => ({ ...rex, id: name.toLowerCase(), name, aliases: [], role: 'helper' }))
  const bots = [iris, rex, ...more]
  const called = bots.map(({ name }) => `${name}, can you look at the data?`)
  return playRoom(talk(23, 300, 4_000, [...called, ...asking, ...chat]), {
    config: { ...demoConfig, bots },
    bots,
    decide: 'always',
    relayMs: 300,
  })
}

/** A model that fails in many ways. */
export const failingRoom = (): Promise<Played[]> => {
  const { number, one } = seeded(5)
  const faults = ['timeout', 'failed', 'unreachable', 'unparsable', 'refused'] as const
  const ask: ChatModel['ask'] = async (request) => {
    if (number() < 0.4)
      throw new ModelError(one(faults), { why: 'serverError', numbers: { host: '10.0.0.1', status: 500 } }, 0)
    return { ...rehearseNow(request), model: 'shaky' }
  }
  return playAsking(talk(31, 160, 9_000, [...asking, ...chat]), {
    config: demoConfig,
    bots: [iris, rex],
    model: { name: 'shaky', rehearsal: false, ask },
  })
}

const asking = [
  'Iris, which statistics fit these experiments?',
  'and why?',
  'Rex, is this test wrong?',
  'which paper is the best one on sleep?',
  'thanks',
  'Iris and Rex, what do you think?',
]
const chat = ['lunch?', 'the build is red again', 'ok', '论文在哪里？', 'I pushed a fix', 'nobody knows']
const people = ['Ann', 'Ben', 'Chen', 'Dana']

function talk(seed: number, count: number, paceMs: number, texts: readonly string[]): InboundMessage[] {
  const { number, one } = seeded(seed)
  let ts = Date.UTC(2026, 0, 5, 9)
  return Array.from({ length: count }, (_, n) => {
    ts += Math.floor(2 * paceMs * number()) + (n % 40 === 0 ? 400_000 : 0)
    const sender = one(people)
    const answers = number() < 0.2 && n > 3 ? { replyTo: `m${n - 1 - Math.floor(3 * number())}` } : {}
    return {
      id: `m${n}`,
      group: 'web:lab',
      ts,
      sender: { id: sender, name: sender, bot: false },
      text: one(texts),
      ...answers,
    }
  })
}

function withLimits(short: { maxMessages: number; maxTokens: number }): Config {
  const { limits } = demoConfig.groupSocial
  const shortWindow = { ...limits.shortWindow, ...short }
  return { ...demoConfig, groupSocial: { ...demoConfig.groupSocial, limits: { ...limits, shortWindow } } }
}
