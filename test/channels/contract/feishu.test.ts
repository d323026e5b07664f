// The Feishu channel through the official SDK, on the hostile fake of the platform.
import { makeFeishuChannel } from '../../../src/channels/feishu/feishu-channel.ts'
import type { FeishuApp } from '../../../src/channels/feishu/app.ts'
import { makeWebhooks } from '../../../src/channels/feishu/webhooks.ts'
import { listen } from '../../../src/http/serve.ts'
import { openApp } from '../../../src/channels/feishu/sdk.ts'
import { realClock } from '../../../src/host/local/real-clock.ts'
import { fakeFeishu } from '../../fakes/feishu/fake-feishu.ts'
import { channelContract } from './contract.ts'
import { bots } from './online.ts'
import type { Traits, World } from './world.ts'

const tooFast = 99991400
const busy = 230049
const notInChat = 230002

/** A port for the apps' webhooks; how many of them listen now. */
async function webhooked(fake: Awaited<ReturnType<typeof fakeFeishu>>, apps: ReadonlyMap<string, FeishuApp>) {
  const keys = { encryptKey: 'key' }
  const own = new Map(Array.from(apps, ([bot, app]) => [bot, { app, keys }]))
  const { routes, listeners } = makeWebhooks({ apps: own, now: Date.now, refused: () => {} })
  const server = await listen(routes, { host: '127.0.0.1', port: 0 })
  for (const bot of apps.keys()) fake.postTo(bot, { url: `${server.url}/feishu/${bot}/events`, ...keys })
  let open = 0
  const counted = Array.from(listeners, ([bot, hear]): [string, FeishuApp['listen']] => [
    bot,
    (hooks) => {
      open += 1
      const { stop } = hear(hooks)
      return {
        stop() {
          open -= 1
          stop()
        },
      }
    },
  ])
  return { listeners: new Map(counted), open: () => open, stop: server.stop }
}

async function feishuWorld(byWebhook: boolean): Promise<World> {
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
  const servers: Awaited<ReturnType<typeof webhooked>>[] = []
  return {
    group: `feishu:${lab}`,
    async open(corrected) {
      const apps = new Map(bots.map(({ id }) => [id, openApp({ ...fake.app(id), domain: fake.url, log })]))
      const server = byWebhook ? await webhooked(fake, apps) : undefined
      if (server) servers.push(server)
      return makeFeishuChannel({
        apps,
        ...(server && { listeners: server.listeners }),
        historyLimit: 20,
        typingIndicator: true,
        timers: realClock(),
        seed: 1,
        talk: { authorOf: () => 'somebody', saidWithin: () => [] },
        ignored: () => {},
        scopeless: () => {},
        corrected,
      })
    },
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
    isIdle: () => bots.every(({ id }) => fake.connections(id) === 0) && servers.every(({ open }) => open() === 0),
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
    async stop() {
      await fake.stop()
      await Promise.all(servers.map((server) => server.stop()))
    },
  }
}

const traits: Traits = {
  capabilities: ['mentions', 'replies', 'reactions', 'threads', 'edits', 'changes', 'typing', 'history', 'oneToOne'],
  people: 'members',
  troubles: ['redeliver', 'loseAnswer', 'refuse', 'hang'],
  gaps: ['findsExpired', 'reactsOnce'],
}

channelContract('feishu', () => feishuWorld(false), traits)
channelContract('feishu by webhook', () => feishuWorld(true), traits)
