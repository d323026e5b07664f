// The Feishu channel with an app for each of its bots.
import { settingsFor } from '../../config/config.ts'
import { countedLog } from '../../feed/counted-log.ts'
import type { ChannelContext, OwnChannel, OwnContext } from '../plugin.ts'
import type { FeishuConfig } from './config.ts'
import { makeFeishuChannel } from './feishu-channel.ts'
import { openApp } from './sdk.ts'
import { type RefusedPush, webhookPath } from './webhook/routes.ts'
import { makeWebhooks } from './webhooks.ts'

type Context = Pick<ChannelContext & OwnContext, 'config' | 'clock' | 'log' | 'corrected' | 'talk' | 'topics'>

export function openFeishu(
  settings: FeishuConfig,
  { config, clock, log, corrected, talk, topics }: Context,
): OwnChannel {
  const opened = settings.accounts.map(({ bot, webhook, ...app }) => ({
    bot,
    keys: webhook,
    app: openApp({ ...app, log: { debug: (fields, text) => log('debug', text, fields) } }),
  }))
  const byWebhook = opened.flatMap(({ bot, app, keys }) => (keys ? [[bot, { app, keys }] as const] : []))
  // Strangers may send as many as they like.
  const refusals = countedLog(
    ({ bot, status }: RefusedPush) => `${status} ${bot}`,
    ({ bot, status, reason }, more) =>
      log('warn', 'an event of the webhook was not taken', { bot, status, error: reason, ...(more > 0 && { more }) }),
  )
  for (const [bot] of byWebhook) log('info', 'events are taken by webhook', { bot, path: webhookPath(bot) })
  const { listeners, routes } = makeWebhooks({ apps: new Map(byWebhook), now: clock.wall, refused: refusals.tell })
  const channel = makeFeishuChannel({
    apps: new Map(opened.map(({ bot, app }) => [bot, app])),
    listeners,
    historyLimit: settings.historyLimit,
    typingIndicator: settings.typingIndicator,
    isMarkdown: (group) => settingsFor(config, group).style.markdown !== false,
    timers: clock,
    seed: 1,
    talk,
    topics,
    ignored: (bot, reason) => log('debug', 'a message was not taken', { bot, reason }),
    scopeless: (bot, reason) =>
      log(
        'warn',
        'the bot hears nothing but mentions: add the scope im:message.group_msg, or set its policy to mention',
        { bot, error: reason },
      ),
    corrected,
  })
  return {
    ...channel,
    ...(byWebhook.length > 0 && { signedRoutes: routes }),
    async stop() {
      await channel.stop()
      refusals.stop()
    },
  }
}
