// Two people and two bots in one channel of Discord: the service as it is configured, the fake platform, a scripted model.
import { onTestFinished } from 'vitest'
import { type FakeDiscord, fakeDiscord, type FakeOptions } from '../fakes/discord/fake-discord.ts'
import { onPlatform, type PlatformOptions } from '../world/service-world.ts'
import { online } from './online.ts'
import { tempFolders } from './running.ts'

const bots = ['iris', 'rex'] as const

interface Options extends PlatformOptions {
  platform?: Partial<FakeOptions>
}

/** Call at the top of a test file. What it returns makes a channel that ends with its test, and no service yet. */
export function discordRooms() {
  const folder = tempFolders()
  return async ({ platform, social, reply }: Options = {}) => {
    const fake = await fakeDiscord({
      bots: [
        { handle: 'iris', name: 'Iris' },
        { handle: 'rex', name: 'Rex' },
      ],
      ...platform,
    })
    onTestFinished(fake.stop)
    const lab = fake.channel('lab')
    const accounts = bots.map((bot) => ({ bot, token: fake.token(bot) }))
    const world = await onPlatform(
      folder(),
      { discord: { apiRoot: fake.apiRoot, cdn: fake.cdn, accounts } },
      { social, reply, hasCompany: true },
    )
    return { ...world, fake, lab, start: () => online(world.home, world.file, bots) }
  }
}

/** What the bots have posted: who, and what it says. */
export const postedByBots = (fake: FakeDiscord, channel: string): string[] =>
  fake
    .messages(channel)
    .filter(({ author }) => author.token !== undefined)
    .map(({ author, content }) => `${author.handle}: ${content}`)
