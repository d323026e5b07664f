// Which bots are which apps on Feishu or Lark.
import { defined } from '../../config/defined.ts'
import type { z } from 'zod'
import { checkOnce, type Findings, suggest } from '../../config/explain.ts'
import type { Surroundings } from '../../config/section.ts'
import type { WebhookKeys } from './webhook/push.ts'
import { botId, flag, isBaseUrl, list, mapping, oneOf, text, visible, whole } from '../../config/shapes.ts'

declare module '../../config/section.ts' {
  interface ChannelSettings {
    feishu?: FeishuConfig
  }
}

export interface FeishuAccount {
  /** Id. */
  bot: string
  appId: string
  appSecret: string
  /** Without a slash at the end. */
  domain: string
  /** Its events come by webhook. */
  webhook?: WebhookKeys
}

export interface FeishuConfig {
  accounts: FeishuAccount[]
  /** A reaction on the message while the reply is written: two more calls each. */
  typingIndicator: boolean
  /** Messages read when a bot comes into a chat, or comes back; 0: none. */
  historyLimit: number
}

const anAppId = text(/^cli_[0-9a-fA-F]{16}$/, 'an app id: cli_ and 16 digits of 0-9, a-f')
const aDomain = text({ test: isDomain }, 'feishu, lark, or an http or https URL')
const itsEvents = {
  connectionMode: oneOf(['websocket', 'webhook']),
  encryptKey: visible,
  verificationToken: visible,
}
const anAccount = mapping({ domain: aDomain, ...itsEvents }).extend({ bot: botId, appId: anAppId, appSecret: visible })

export const feishuSchema = mapping({
  appId: anAppId,
  appSecret: visible,
  domain: aDomain,
  ...itsEvents,
  accounts: list(anAccount),
  typingIndicator: flag,
  historyLimit: whole(0, 50, 'a whole number from 0 to 50'),
})

const domains: Readonly<Record<string, string>> = {
  feishu: 'https://open.feishu.cn',
  lark: 'https://open.larksuite.com',
}

/** Of `feishu`, `lark` or a URL; without a slash at the end. */
export const addressOf = (domain: string): string => (domains[domain] ?? domain).replace(/\/+$/, '')

export function isDomain(value: string): boolean {
  return Object.hasOwn(domains, value) || isBaseUrl(value)
}

/** `appId` beside `accounts` is the first bot's. undefined: no bot is there. */
export function resolveFeishu(
  file: z.infer<typeof feishuSchema> | undefined,
  { bots }: Pick<Surroundings, 'bots'>,
  findings: Findings,
): FeishuConfig | undefined {
  if (!file) return undefined
  const {
    appId,
    appSecret,
    domain = 'feishu',
    connectionMode = 'websocket',
    encryptKey,
    verificationToken,
    accounts: listed = [],
    typingIndicator = false,
    historyLimit = 20,
  } = file
  const path = ['channels', 'feishu'] as const
  if ((appId === undefined) !== (appSecret === undefined)) {
    const missing = appId === undefined ? 'appId' : 'appSecret'
    findings.problem(
      [...path, missing],
      'missing: appId and appSecret belong together (FEISHU_APP_ID, FEISHU_APP_SECRET)',
    )
  }
  const [first = ''] = bots
  const own =
    appId !== undefined && appSecret !== undefined
      ? [{ bot: first, appId, appSecret, domain, connectionMode, encryptKey, verificationToken }]
      : []
  const accounts = [...own, ...listed].map((account): FeishuAccount => {
    const { bot, appId: id, appSecret: secret, domain: at = domain, connectionMode: mode = connectionMode } = account
    const keys = defined({ encryptKey: account.encryptKey, verificationToken: account.verificationToken })
    if (mode === 'webhook' && Object.keys(keys).length === 0)
      findings.problem([...path, 'connectionMode'], keyless(bot))
    return { bot, appId: id, appSecret: secret, domain: addressOf(at), ...(mode === 'webhook' && { webhook: keys }) }
  })
  for (const [i, { bot }] of listed.entries()) {
    if (!bots.includes(bot)) findings.problem([...path, 'accounts', i, 'bot'], `no such bot: ${suggest(bot, bots)}`)
  }
  checkOnce(accounts, ['bot', 'appId'], (what) =>
    findings.problem([...path, 'accounts'], `${what} is given twice: one app is one bot`),
  )
  return accounts.length === 0 ? undefined : { accounts, typingIndicator, historyLimit }
}

/** Anybody could say then what people never said. */
const keyless = (bot: string): string =>
  `webhook: nothing proves that an event for ${bot} is Feishu’s: set its encryptKey (better) or verificationToken, from Events & Callbacks → Encryption Strategy (加密策略)`
