// The Feishu channel with an app for each of its bots.
import type { Correction } from '../channels/channel.ts'
import { makeFeishuChannel } from '../channels/feishu/feishu-channel.ts'
import { openApp } from '../channels/feishu/sdk.ts'
import type { FeishuConfig } from '../config/feishu.ts'
import type { Log } from '../feed/log.ts'
import type { Clock } from '../host/host.ts'

interface Options {
  config: FeishuConfig
  clock: Clock
  log: Log
  corrected: (correction: Correction) => void
}

export const openFeishu = ({ config, clock, log, corrected }: Options) =>
  makeFeishuChannel({
    apps: new Map(config.accounts.map(({ bot, ...app }) => [bot, openApp({ ...app, log })])),
    historyLimit: config.historyLimit,
    typingIndicator: config.typingIndicator,
    timers: clock,
    seed: 1,
    ignored: (bot, reason) => log.debug({ bot, channel: 'feishu', reason }, 'a message was not taken'),
    scopeless: (bot, reason) =>
      log.warn(
        { bot, channel: 'feishu', error: reason },
        'the bot hears nothing but mentions: add the scope im:message.group_msg, or set its policy to mention',
      ),
    corrected,
  })
