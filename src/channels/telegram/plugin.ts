// Telegram: every bot is a bot of BotFather's, with a token of its own.
import type { OwnPlugin } from '../plugin.ts'
import { resolveTelegram, type TelegramConfig, telegramSchema, tokenVariables } from './config.ts'

export const telegram: OwnPlugin<TelegramConfig> = {
  name: 'telegram',
  schema: telegramSchema,
  environment: {
    TELEGRAM_BOT_TOKEN: 'token',
    TELEGRAM_API_ROOT: 'apiRoot',
    TELEGRAM_PROXY: 'proxy',
    [`${tokenVariables}*`]: 'tokenByBot',
  },
  resolve: resolveTelegram,
  lines: 'oneWorker',
  botsOf: ({ accounts }) => accounts.map(({ bot }) => bot),
  secretsOf: ({ accounts }) => accounts.flatMap(({ token, proxy }) => [token, token.split(':')[1], passwordOf(proxy)]),
  open: async (settings, context) => (await import('./open.ts')).openTelegram(settings, context),
  doctor: async (settings, context) => (await import('./doctor.ts')).checkTelegram(settings, context),
}

const passwordOf = (proxy = ''): string | undefined => URL.parse(proxy)?.password || undefined
