// The Discord channel through discord.js, on the hostile fake of its HTTP API and gateway.
import { fakeDiscord } from '../../fakes/discord/fake-discord.ts'
import { channelOn } from '../discord/one-bot.ts'
import { channelContract } from './contract.ts'
import { bots } from './online.ts'
import type { World } from './world.ts'

const typingMs = 200
const refusals = {
  unavailable: { status: 503 },
  permanent: { status: 403, code: 50013 },
  rateLimited: { status: 429, retryAfter: 1 },
}

async function discordWorld(): Promise<World> {
  const fake = await fakeDiscord({ bots: bots.map(({ id: handle, name }) => ({ handle, name })) })
  const lab = fake.channel('lab')
  return {
    group: `discord:${lab}`,
    open: (corrected) => channelOn(fake, ['iris', 'rex'], { corrected }),
    says: (who, text, { mentions, replyTo, ts } = {}) =>
      fake.say(who, lab, text, {
        ...(mentions && { mentions }),
        ...(replyTo !== undefined && { replyTo }),
        ...(ts !== undefined && { at: ts }),
      }),
    posted: () =>
      fake.messages(lab).map(({ id, author, content, reference, reactions }) => ({
        id,
        by: author.handle,
        text: content,
        ...(reference !== undefined && { replyTo: reference }),
        reactions: reactions.map(({ by, emoji }) => `${by} ${emoji}`),
      })),
    isIdle: fake.isIdle,
    redeliver: fake.redeliver,
    loseAnswer: () => fake.trouble('post', 'cut'),
    refuse: (kind) => fake.trouble('post', refusals[kind]),
    hang: () => fake.trouble('post', 'silent'),
    isHanging: fake.isHanging,
    edit: fake.edit,
    takeBack: fake.remove,
    whispers: (who, bot, text) => fake.say(who, fake.direct(who, bot), text),
    isTyping: (bot) => Date.now() - fake.typingIn(bot, lab) < typingMs,
    stop: fake.stop,
  }
}

channelContract('discord', discordWorld, {
  capabilities: ['mentions', 'replies', 'reactions', 'threads', 'edits', 'changes', 'typing', 'history', 'oneToOne'],
  troubles: ['redeliver', 'loseAnswer', 'refuse', 'hang'],
  gaps: ['acknowledges'],
})
