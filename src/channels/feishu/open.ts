// The Feishu channel with an app for each of its bots.
import type { ChannelContext, OwnContext } from '../plugin.ts'
import type { FeishuConfig } from './config.ts'
import { makeFeishuChannel } from './feishu-channel.ts'
import { openApp } from './sdk.ts'

type Context = Pick<ChannelContext & OwnContext, 'clock' | 'log' | 'corrected' | 'talk'>

export const openFeishu = (config: FeishuConfig, { clock, log, corrected, talk }: Context) =>
  makeFeishuChannel({
    apps: new Map(
      config.accounts.map(({ bot, ...app }) => [
        bot,
        openApp({ ...app, log: { debug: (fields, text) => log('debug', text, fields) } }),
      ]),
    ),
    historyLimit: config.historyLimit,
    typingIndicator: config.typingIndicator,
    timers: clock,
    seed: 1,
    talk,
    ignored: (bot, reason) => log('debug', 'a message was not taken', { bot, reason }),
    scopeless: (bot, reason) =>
      log(
        'warn',
        'the bot hears nothing but mentions: add the scope im:message.group_msg, or set its policy to mention',
        { bot, error: reason },
      ),
    corrected,
  })
