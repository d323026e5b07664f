// The Feishu channel with an app for each of its bots.
import type { ChannelContext, OwnContext } from '../plugin.ts'
import { settingsFor } from '../../config/config.ts'
import type { FeishuConfig } from './config.ts'
import { makeFeishuChannel } from './feishu-channel.ts'
import { openApp } from './sdk.ts'

type Context = Pick<ChannelContext & OwnContext, 'config' | 'clock' | 'log' | 'corrected'>

export const openFeishu = (settings: FeishuConfig, { config, clock, log, corrected }: Context) =>
  makeFeishuChannel({
    apps: new Map(
      settings.accounts.map(({ bot, ...app }) => [
        bot,
        openApp({ ...app, log: { debug: (fields, text) => log('debug', text, fields) } }),
      ]),
    ),
    historyLimit: settings.historyLimit,
    typingIndicator: settings.typingIndicator,
    isMarkdown: (group) => settingsFor(config, group).style.markdown !== false,
    timers: clock,
    seed: 1,
    ignored: (bot, reason) => log('debug', 'a message was not taken', { bot, reason }),
    scopeless: (bot, reason) =>
      log(
        'warn',
        'the bot hears nothing but mentions: add the scope im:message.group_msg, or set its policy to mention',
        { bot, error: reason },
      ),
    corrected,
  })
