// The Feishu channel through the official SDK, on the hostile fake of the platform.
import { makeFeishuChannel } from '../../../src/channels/feishu/feishu-channel.ts'
import { openApp } from '../../../src/channels/feishu/sdk.ts'
import { realClock } from '../../../src/host/local/real-clock.ts'
import { fakeFeishu } from '../../fakes/feishu/fake-feishu.ts'
import { channelContract } from './contract.ts'
import { bots } from './online.ts'
import type { World } from './world.ts'

const tooFast = 99991400
const busy = 230049
const notInChat = 230002

async function feishuWorld(): Promise<World> {
  const fake = await fakeFeishu({
    redeliverMs: [30, 60, 120, 240, 480, 960],
    reconnectMs: 20,
    reconnectNonceMs: 0,
    people: [
      { handle: 'ann', name: 'Ann' },
      { handle: 'bo', name: 'Bo' },
    ],
    apps: bots.map(({ id: handle, name }) => ({ handle, name })),
  })
  const lab = fake.group('lab', ['ann', 'bo', 'iris', 'rex'])
  const log = { debug: () => {} }
  return {
    group: `feishu:${lab}`,
    open: (corrected) =>
      makeFeishuChannel({
        apps: new Map(bots.map(({ id }) => [id, openApp({ ...fake.app(id), domain: fake.url, log })])),
        historyLimit: 20,
        typingIndicator: true,
        timers: realClock(),
        seed: 1,
        talk: { authorOf: () => 'somebody', saidWithin: () => [] },
        ignored: () => {},
        scopeless: () => {},
        corrected,
      }),
    says: (who, text, { mentions, replyTo, ts } = {}) =>
      fake.say(who, lab, text, {
        ...(mentions && { mentions }),
        ...(replyTo !== undefined && { replyTo }),
        ...(ts !== undefined && { at: ts }),
      }),
    isAcknowledged: (id, bot) =>
      fake.pushes.some(({ app, message, outcome }) => app === bot && message === id && outcome === 'acked'),
    posted: () =>
      fake.posted(lab).map(({ id, by, text, replyTo, reactions }) => ({
        id,
        by,
        text,
        ...(replyTo !== undefined && { replyTo }),
        ...(reactions && { reactions: reactions.map(({ by: who, emoji }) => `${who} ${emoji}`) }),
      })),
    isIdle: () => bots.every(({ id }) => fake.connections(id) === 0),
    redeliver: fake.redeliver,
    loseAnswer: () => fake.failSends({ done: 'cut' }),
    refuse: (kind) =>
      fake.failSends({ http: 400, code: { unavailable: busy, rateLimited: tooFast, permanent: notInChat }[kind] }),
    hang: () => fake.failSends({ done: 'silent' }),
    isHanging: () => fake.calls.some(({ name, http }) => (name === 'send' || name === 'reply') && http === 0),
    edit: fake.edit,
    takeBack: fake.recall,
    whispers: (who, bot, text) => fake.say(who, fake.p2p(who, bot), text),
    isTyping: (bot, id) =>
      fake.posted(lab).some((posted) => posted.id === id && posted.reactions?.some(({ by }) => by === bot) === true),
    stop: fake.stop,
  }
}

channelContract('feishu', feishuWorld, {
  capabilities: ['mentions', 'replies', 'reactions', 'threads', 'edits', 'typing', 'history', 'oneToOne'],
  people: 'members',
  troubles: ['redeliver', 'loseAnswer', 'refuse', 'hang'],
  gaps: ['findsExpired', 'reactsOnce'],
})
