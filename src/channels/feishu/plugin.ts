// Feishu and Lark: every bot is an app.
import type { OwnPlugin } from '../plugin.ts'
import { type FeishuConfig, feishuSchema, resolveFeishu } from './config.ts'

export const feishu: OwnPlugin<FeishuConfig> = {
  name: 'feishu',
  schema: feishuSchema,
  environment: {
    FEISHU_APP_ID: 'appId',
    FEISHU_APP_SECRET: 'appSecret',
    FEISHU_DOMAIN: 'domain',
    FEISHU_ENCRYPT_KEY: 'encryptKey',
    FEISHU_VERIFICATION_TOKEN: 'verificationToken',
  },
  resolve: resolveFeishu,
  botsOf: ({ accounts }) => accounts.map(({ bot }) => bot),
  secretsOf: ({ accounts }) =>
    accounts.flatMap(({ appSecret, webhook }) => [appSecret, webhook?.encryptKey, webhook?.verificationToken]),
  // The SDK is large.
  open: async (settings, context) => (await import('./open.ts')).openFeishu(settings, context),
  doctor: async (settings, context) => (await import('./doctor.ts')).checkFeishu(settings, context),
}
