// Two people and two bots in one group of Telegram: the service as it is configured, the fake Bot API, a scripted model.
import { onTestFinished } from 'vitest'
import { fakeLab, type FakeTelegram } from '../fakes/telegram/fake-telegram.ts'
import { onPlatform, type PlatformOptions } from '../world/service-world.ts'
import { online } from './online.ts'
import { tempFolders } from './running.ts'
import { waitFor } from './visitor.ts'

const handles = ['iris', 'rex'] as const

interface Options extends PlatformOptions {
  /** Keys of channels.telegram. */
  telegram?: object
  type?: 'group' | 'supergroup'
  readsAll?: boolean
}

/** Call at the top of a test file. What it returns makes a room that ends with its test, and no service yet. */
export function telegramRooms() {
  const folder = tempFolders()
  return async ({ social, reply, telegram, type = 'supergroup', readsAll = true }: Options = {}) => {
    const fake = await fakeLab({
      bots: [
        { handle: 'iris', name: 'Iris', readsAll },
        { handle: 'rex', name: 'Rex', readsAll },
      ],
    })
    onTestFinished(fake.stop)
    const lab = fake.chat('lab', ['ann', 'bo', 'iris', 'rex'], type)
    const accounts = handles.map((bot) => ({ bot, token: fake.token(bot) }))
    const world = await onPlatform(
      folder(),
      { telegram: { apiRoot: fake.url, accounts, ...telegram } },
      { social, reply, hasCompany: true },
    )
    const { home, file } = world
    return { ...world, fake, group: `telegram:${lab}`, start: () => online(home, file, handles) }
  }
}

/** What the bots have posted: who, and what it says. */
export const postedByBots = (fake: FakeTelegram, chat = 'lab'): string[] =>
  fake.posted(chat).flatMap(({ by, text }) => (handles.some((bot) => bot === by) ? [`${by}: ${text}`] : []))

export const untilPosted = (fake: FakeTelegram, count: number, chat = 'lab'): Promise<string[]> =>
  waitFor(`${count} posts of bots`, () => {
    const all = postedByBots(fake, chat)
    return all.length >= count ? all : undefined
  })
