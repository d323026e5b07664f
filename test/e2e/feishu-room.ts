// Two people and two bots in one Feishu group: the service as it is configured, the fake platform, a scripted model.
import { onTestFinished } from 'vitest'
import { type FakeFeishu, type FakeOptions, fakeFeishu } from '../fakes/feishu/fake-feishu.ts'
import type { Answer } from '../llm/fake-provider.ts'
import { online } from './online.ts'
import { tempFolders } from './running.ts'
import { onPlatform, type PlatformOptions } from '../world/service-world.ts'

export const people = [
  { handle: 'ann', name: 'Ann' },
  { handle: 'bo', name: 'Bo' },
]
export const apps = [
  { handle: 'iris', name: 'Iris' },
  { handle: 'rex', name: 'Rex' },
]
export const bots = ['iris', 'rex'] as const

type Bot = (typeof bots)[number]

interface Options extends PlatformOptions {
  platform?: Partial<FakeOptions>
  /** Of the accounts, over what the platform gave them. */
  accounts?: Partial<Record<Bot, object>>
  /** Keys of channels.feishu. */
  feishu?: object
}

/** Call at the top of a test file. What it returns makes a room that ends with its test, and no service yet. */
export function feishuRooms() {
  const folder = tempFolders()
  return async ({ platform, social, reply, accounts, feishu }: Options = {}) => {
    const fake = await fakeFeishu({
      redeliverMs: [30, 60, 120, 240, 480, 960],
      reconnectMs: 20,
      reconnectNonceMs: 0,
      people,
      apps,
      ...platform,
    })
    onTestFinished(fake.stop)
    const lab = fake.group('lab', ['ann', 'bo', 'iris', 'rex'])
    const own = bots.map((bot) => ({ bot, ...fake.app(bot), ...accounts?.[bot] }))
    const world = await onPlatform(
      folder(),
      { feishu: { domain: fake.url, accounts: own, ...feishu } },
      { social, reply, hasCompany: true },
    )
    const { home, file } = world
    return { ...world, fake, lab, start: (awaited: readonly Bot[] = bots) => started(home, file, awaited) }
  }
}

/** Resolves when these bots are online. */
async function started(home: string, file: object, awaited: readonly Bot[]) {
  const service = await online(home, file, awaited)
  const verdicts = (bot: Bot, chat: string) => service.verdicts(bot, { group: `feishu:${chat}` })
  return {
    ...service,
    verdicts,
    outcome: (bot: Bot, chat: string, id: string) => service.outcome(bot, id, { group: `feishu:${chat}` }),
    /** Messages that the inbox knew already. */
    duplicates: (bot: Bot, chat: string): string[] =>
      verdicts(bot, chat).flatMap(({ gate, messages }) => (gate === 'duplicate' ? messages : [])),
  }
}

/** What the bots have posted: who, and what it says. */
export const postedByBots = (fake: FakeFeishu, chat: string): string[] =>
  fake
    .posted(chat)
    .filter(({ by }) => bots.some((bot) => bot === by))
    .map(({ by, text }) => `${by}: ${text}`)

/** A turn that asked the model and sent; only what nobody asked of the bot is judged first. */
export const replied = (start: string) => [
  `dispatch start: ${start}`,
  ...(start === 'batchReady' ? ['decide reply: modelWants'] : []),
  'compose draft: written',
  'delay wait: typingDelay',
  'send sent: delivered',
  'dispatch end: replied',
]

/** The model answers each bot in its own way. */
export const byBot =
  (answers: Record<Bot, Answer>): Answer =>
  (response, body) => {
    const [system] = body['messages'] as { content: string }[]
    answers[system?.content.includes('You are Iris') ? 'iris' : 'rex'](response, body)
  }
