// Two people and two bots in one Feishu group: the service as it is configured, the fake platform, a scripted model.
import { onTestFinished } from 'vitest'
import { type FakeFeishu, type FakeOptions, fakeFeishu } from '../fakes/feishu/fake-feishu.ts'
import { scriptedChat } from '../fakes/scripted-chat.ts'
import type { Answer } from '../llm/fake-provider.ts'
import { iris, quick, rex, running, tempFolders, withCompany } from './running.ts'
import { said, waitFor } from './visitor.ts'

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
type Verdict = Parameters<typeof said>[0][number] & { group: string }

interface Options {
  platform?: Partial<FakeOptions>
  social?: object
  reply?: Parameters<typeof scriptedChat>[0]
  /** Of the accounts, over what the platform gave them. */
  accounts?: Partial<Record<Bot, object>>
  /** Keys of channels.feishu. */
  feishu?: object
}

/** So that what one bot says does not set off the other one. */
const deafToBots = { loop: { maxBotTurns: 0 } }

/** Call at the top of a test file. What it returns makes a room that ends with its test, and no service yet. */
export function feishuRooms() {
  const folder = tempFolders()
  return async ({ platform, social, reply = (n) => `Take ${n} more samples.`, accounts, feishu }: Options = {}) => {
    const fake = await fakeFeishu({
      redeliverMs: [30, 60, 120, 240, 480, 960],
      reconnectMs: 20,
      reconnectNonceMs: 0,
      people,
      apps,
      ...platform,
    })
    onTestFinished(fake.stop)
    const chat = await scriptedChat(reply)
    onTestFinished(chat.stop)
    const lab = fake.group('lab', ['ann', 'bo', 'iris', 'rex'])
    const home = folder()
    withCompany(home)
    const file = {
      bots: [
        { ...iris, model: chat.model },
        { ...rex, model: chat.model },
      ],
      groupSocial: { ...quick, ...deafToBots, ...social },
      channels: {
        feishu: {
          domain: fake.url,
          accounts: bots.map((bot) => ({ bot, ...fake.app(bot), ...accounts?.[bot] })),
          ...feishu,
        },
      },
    }
    return { fake, chat, lab, home, file, start: (online: readonly Bot[] = bots) => started(home, file, online) }
  }
}

/** Resolves when these bots are online. */
async function started(home: string, file: object, online: readonly Bot[]) {
  const service = await running(home, file)
  onTestFinished(service.stop)
  const { lines } = service
  const timesLogged = (bot: Bot, msg: string) => lines.filter((line) => line['bot'] === bot && line.msg === msg).length
  const isOnline = (bot: Bot, times = 1) =>
    waitFor(`${bot} online`, () => timesLogged(bot, 'the bot is online') >= times || undefined)
  await Promise.all(online.map((bot) => isOnline(bot)))
  const verdicts = (bot: Bot, chat: string): Verdict[] =>
    lines.filter((line) => line['gate'] && line['bot'] === bot && line['group'] === `feishu:${chat}`) as never
  return {
    ...service,
    isOnline,
    verdicts,
    /** What the bot's gates said in the turn with this message, once the turn has ended. */
    outcome: (bot: Bot, chat: string, id: string): Promise<string[]> =>
      waitFor(`a turn of ${bot} with ${id}`, () => {
        const all = verdicts(bot, chat)
        const turn = all.find(({ gate, messages }) => gate === 'dispatch' && messages.includes(id))?.turn
        const own = all.filter((verdict) => turn !== undefined && verdict.turn === turn)
        return own.some(({ gate, outcome }) => gate === 'dispatch' && outcome === 'end') ? said(own) : undefined
      }),
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
