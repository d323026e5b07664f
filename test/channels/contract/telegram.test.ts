// The Telegram channel through grammY, on the hostile fake of the Bot API.
import { DatabaseSync } from 'node:sqlite'
import { fakeLab } from '../../fakes/telegram/fake-telegram.ts'
import { channelOn } from '../telegram/world.ts'
import { channelContract } from './contract.ts'
import type { World } from './world.ts'

const refusals = {
  unavailable: { code: 503, says: 'Service Unavailable' },
  rateLimited: { code: 429, says: 'Too Many Requests: retry after 1', parameters: { retry_after: 1 } },
  permanent: { code: 403, says: 'Forbidden: bot was kicked from the supergroup chat' },
}

async function telegramWorld(): Promise<World> {
  const fake = await fakeLab({ typingMs: 200 })
  const lab = fake.chat('lab', ['ann', 'bo', 'iris', 'rex'])
  const db = new DatabaseSync(':memory:')
  return {
    group: `telegram:${lab}`,
    open: (corrected) => channelOn(fake, db, { corrected, apartMs: 5 }),
    says: (who, text, { mentions, replyTo, ts } = {}) =>
      fake.say(who, 'lab', text, {
        ...(mentions && { mentions }),
        ...(replyTo !== undefined && { replyTo }),
        ...(ts !== undefined && { at: ts }),
      }),
    isAcknowledged: (id, bot) => !fake.isWaiting(bot, id),
    posted: () =>
      fake.posted('lab').map(({ id, by, text, replyTo, reactions }) => ({
        id,
        by,
        text,
        ...(replyTo && { replyTo: fake.idOf('lab', replyTo) }),
        reactions: [...reactions].map(([who, emoji]) => `${who} ${emoji}`),
      })),
    isIdle: () => fake.open() === 0,
    redeliver: (id) => fake.redeliver('lab', id),
    loseAnswer: () => fake.failSends('cut'),
    refuse: (kind) => fake.failSends(refusals[kind]),
    hang: () => fake.failSends('silent'),
    isHanging: fake.isHanging,
    edit: (id, text) => fake.edit('lab', id, text),
    whispers: (who, bot, text) => fake.say(who, fake.alone(who, bot), text),
    isTyping: (bot) => fake.isTyping(bot, 'lab'),
    async stop() {
      await fake.stop()
      db.close()
    },
  }
}

channelContract('telegram', telegramWorld, {
  capabilities: ['mentions', 'replies', 'reactions', 'threads', 'edits', 'changes', 'typing', 'history', 'oneToOne'],
  troubles: ['redeliver', 'loseAnswer', 'refuse', 'hang'],
  gaps: ['tellsRecalls', 'knowsLost'],
})
