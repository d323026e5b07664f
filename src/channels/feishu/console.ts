// Where to click in the developer console of Feishu or Lark, by what the platform refused.
import { FeishuError } from './errors.ts'
import type { FeishuAccount } from './config.ts'

/** The menus as the console names them in English and in Chinese. */
export const menu = {
  credentials: 'Credentials & Basic Info (凭证与基础信息)',
  bot: 'Add Features → Bot (添加应用能力 → 机器人)',
  scopes: 'Permissions & Scopes (权限管理)',
  events:
    'Events & Callbacks (事件与回调) → Receive events through persistent connection (使用长连接接收事件), event im.message.receive_v1',
  requests:
    "Events & Callbacks (事件与回调) → Send notifications to developer's server (将事件发送至开发者服务器), event im.message.receive_v1",
  release: 'Version Management & Release (版本管理与发布)',
  addresses: 'Security Settings → IP Whitelist (安全设置 → IP 白名单)',
} as const

export const scopeStep = (scopes: string): string => `${menu.scopes}: add ${scopes}; then a version: ${menu.release}`

export const consoleOf = ({ domain, appId }: Pick<FeishuAccount, 'domain' | 'appId'>): string =>
  `${domain}/app/${appId}`

/** What to do about a refusal of the platform. */
export function stepFor(error: unknown, account: FeishuAccount): string {
  const console = consoleOf(account)
  const { code, kind } = error instanceof FeishuError ? error : { code: undefined, kind: undefined }
  const step = code === undefined ? undefined : steps.get(code)
  if (step !== undefined) return `${console}: ${step}`
  if (error instanceof FeishuError && error.isMissingScope) return `${console}: ${scopeStep('what the answer names')}`
  if (kind === 'unavailable') return `check the network, HTTPS_PROXY and the domain ${account.domain}`
  if (kind === 'rateLimited') return 'try again in a minute'
  return `look at the app: ${console}`
}

const credentials = `copy App ID and App Secret anew from ${menu.credentials}; an app of Lark needs domain: lark`
const bot = `${menu.bot}; then a version: ${menu.release}`
const tooMany = 'stop other programs that use this app: it may hold 50 connections'

const steps: ReadonlyMap<number, string> = new Map([
  [10003, credentials],
  [10014, credentials],
  [514, credentials],
  [1000040344, credentials],
  [11205, bot],
  [230006, bot],
  [99991401, `${menu.addresses}: allow this machine`],
  [
    99991403,
    'the calls of this month are used up: wait for the next, or raise the plan in the admin console (管理后台)',
  ],
  [1000040345, menu.events],
  [1000040350, tooMany],
])
