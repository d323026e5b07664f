// Which bots are which bots on Telegram, and how its server is reached.
import { defined } from '../../config/defined.ts'
import { z } from 'zod'
import { endsOfNobody, variableEnd } from '../bot-variables.ts'
import { checkOnce, type Findings, suggest } from '../../config/explain.ts'
import type { Surroundings } from '../../config/section.ts'
import { botId, isBaseUrl, list, mapping, oneOf, text } from '../../config/shapes.ts'

declare module '../../config/section.ts' {
  interface ChannelSettings {
    telegram?: TelegramConfig
  }
}

export interface TelegramAccount {
  /** Id. */
  bot: string
  /** As BotFather gives it: the bot's number, a colon and its secret. */
  token: string
  /** Without a slash at the end. */
  apiRoot: string
  /** `http://HOST:PORT`; undefined: as the environment says. */
  proxy?: string
}

export interface TelegramConfig {
  accounts: TelegramAccount[]
  /** What was said while Chime was stopped: read, or dropped at the start. */
  pending: 'read' | 'drop'
  /** `on`: the bots are meant to hear commands, mentions and replies alone in groups, and nobody is warned of that. */
  privacy: 'on' | 'off'
}

const aToken = text(/^\d{1,20}:[\w-]{20,200}$/, 'a token as BotFather gives it: 123456789:AA…')
const aRoot = text({ test: isBaseUrl }, 'an http or https URL')
const aProxy = text({ test: isProxy }, 'an http or https URL of a proxy')
const anAccount = mapping({ token: aToken, apiRoot: aRoot, proxy: aProxy }).extend({ bot: botId })

export const telegramSchema = mapping({
  token: aToken,
  apiRoot: aRoot,
  proxy: aProxy,
  accounts: list(anAccount),
  pending: oneOf(['read', 'drop']),
  privacy: oneOf(['on', 'off']),
  tokenByBot: z.record(z.string(), aToken, 'a mapping of bots to tokens'),
})

export const tokenVariables = 'CHIME_TELEGRAM_TOKEN_'
const usualRoot = 'https://api.telegram.org'

/** What the environment calls a bot's token: of `code-rex`, CHIME_TELEGRAM_TOKEN_CODE_REX. */
export const tokenName = (bot: string): string => `${tokenVariables}${variableEnd(bot)}`

/** A proxy's address may bear a name and a password. */
function isProxy(value: string): boolean {
  const parsed = URL.parse(value)
  return parsed !== null && ['http:', 'https:'].includes(parsed.protocol) && parsed.hostname !== ''
}

/** `token` beside `accounts` is the first bot's. undefined: no bot is there. */
export function resolveTelegram(
  file: z.infer<typeof telegramSchema> | undefined,
  { bots }: Pick<Surroundings, 'bots'>,
  findings: Findings,
): TelegramConfig | undefined {
  if (!file) return undefined
  const { token: first, apiRoot = usualRoot, proxy, accounts: listed = [], tokenByBot = {} } = file
  const path = ['channels', 'telegram'] as const
  const account = (bot: string, token: string, own: { apiRoot?: string; proxy?: string }): TelegramAccount => {
    const through = own.proxy ?? proxy
    const root = (own.apiRoot ?? apiRoot).replace(/\/+$/, '')
    return { bot, token, apiRoot: root, ...(through !== undefined && { proxy: through }) }
  }
  const accounts = listed.map(({ bot, token, ...own }, i) => {
    if (!bots.includes(bot)) findings.problem([...path, 'accounts', i, 'bot'], `no such bot: ${suggest(bot, bots)}`)
    // The environment wins, as everywhere.
    const given = tokenByBot[variableEnd(bot)] ?? token
    if (given === undefined)
      findings.problem([...path, 'accounts', i, 'token'], `missing: set it here, or ${tokenName(bot)}`)
    return account(bot, given ?? '', defined(own))
  })
  const byItself = bots.filter((bot) => tokenByBot[variableEnd(bot)] && !listed.some((each) => each.bot === bot))
  const all = [
    ...(first === undefined ? [] : [account(bots[0] ?? '', first, {})]),
    ...byItself.map((bot) => account(bot, tokenByBot[variableEnd(bot)] ?? '', {})),
    ...accounts,
  ]
  checkOnce(
    all.filter(({ token }) => token !== ''),
    ['bot', 'token'],
    (what) =>
      // Which token it is nobody is told.
      findings.problem(
        [...path, 'accounts'],
        `${what.replace(/^token .*/, 'one token')} is given twice: one token is one bot`,
      ),
  )
  for (const end of endsOfNobody(tokenByBot, bots)) findings.warn(`${tokenVariables}${end}: no bot is called so`)
  if (all.length === 0) return undefined
  return { accounts: all, pending: file.pending ?? 'read', privacy: file.privacy ?? 'off' }
}
