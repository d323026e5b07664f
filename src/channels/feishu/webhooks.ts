// Apps whose events come by webhook: their lines to the channel, and the routes that the platform posts to.
import type { FeishuApp, ListenHooks } from './app.ts'
import type { WebhookKeys } from './webhook/push.ts'
import { makeWebhookRoutes, type RefusedPush, type WebhookApp } from './webhook/routes.ts'

interface Options {
  /** By the bot's id. */
  apps: ReadonlyMap<string, { app: Pick<FeishuApp, 'appId' | 'dispatcher'>; keys: WebhookKeys }>
  /** The wall clock, ms. */
  now: () => number
  refused: (refusal: RefusedPush) => void
}

export function makeWebhooks({ apps, now, refused }: Options) {
  const listening = new Map<string, (event: object) => Promise<void>>()

  const listenerOf =
    (bot: string, app: Pick<FeishuApp, 'dispatcher'>) =>
    ({ onEvent, onReady }: ListenHooks): { stop(): void } => {
      const take = app.dispatcher(onEvent)
      listening.set(bot, take)
      // Whether the platform finds the address, only its first push tells.
      const ready = setImmediate(onReady)
      return {
        stop() {
          clearImmediate(ready)
          if (listening.get(bot) === take) listening.delete(bot)
        },
      }
    }

  const receivers = Array.from(apps, ([bot, { app, keys }]): [string, WebhookApp] => [
    bot,
    { appId: app.appId, keys, take: () => listening.get(bot) },
  ])
  return {
    /** By the bot's id. */
    listeners: new Map(Array.from(apps, ([bot, { app }]) => [bot, listenerOf(bot, app)])),
    routes: makeWebhookRoutes({ apps: new Map(receivers), now, refused }),
  }
}
