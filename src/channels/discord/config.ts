// Which bots are which bots on Discord, and with whose token.
import { z } from 'zod'
import { endsOfNobody, variableEnd } from '../bot-variables.ts'
import { checkOnce, type Findings, suggest } from '../../config/explain.ts'
import type { Surroundings } from '../../config/section.ts'
import { botId, flag, isBaseUrl, list, mapping, oneOf, text, visible, whole } from '../../config/shapes.ts'

declare module '../../config/section.ts' {
  interface ChannelSettings {
    discord?: DiscordConfig
  }
}

export interface DiscordAccount {
  /** Id. */
  bot: string
  token: string
}

/** Where the platform is; none ends in a slash. */
export interface Addresses {
  /** Of the HTTP API, without its version. */
  apiRoot: string
  /** `wss://…`, for a relay; absent: where the API says. */
  gateway?: string
  /** Files are read from here alone. */
  cdn: string
}

export interface DiscordConfig extends Addresses {
  accounts: DiscordAccount[]
  /** Shows that a bot writes. */
  typingIndicator: boolean
  /** Messages read before the first one that a bot hears in a channel; 0: none. */
  historyLimit: number
  /** What was said while nobody listened is heard, or is context alone. */
  pending: 'read' | 'drop'
}

const anAddress = text({ test: isBaseUrl }, 'an http or https URL')
const anAccount = mapping({ token: visible }).extend({ bot: botId })

export const discordSchema = mapping({
  token: visible,
  accounts: list(anAccount),
  tokens: z.record(z.string(), visible, 'a mapping of bots to tokens'),
  apiRoot: anAddress,
  gateway: text(/^wss?:\/\/[a-z0-9.[\]:-]+(?:\/[\w./-]*)?$/i, 'wss://HOST'),
  cdn: anAddress,
  typingIndicator: flag,
  historyLimit: whole(0, 100, 'a whole number from 0 to 100'),
  pending: oneOf(['read', 'drop']),
})

export const tokenVariables = 'CHIME_DISCORD_TOKEN_'

/** What the environment calls a bot's token: of `code-rex`, CHIME_DISCORD_TOKEN_CODE_REX. */
export const tokenName = (bot: string): string => `${tokenVariables}${variableEnd(bot)}`

export const usualAddresses: Addresses = { apiRoot: 'https://discord.com/api', cdn: 'https://cdn.discordapp.com' }

/** `token` beside `accounts` is the first bot's. undefined: no bot is there. */
export function resolveDiscord(
  file: z.infer<typeof discordSchema> | undefined,
  { bots }: Pick<Surroundings, 'bots'>,
  findings: Findings,
): DiscordConfig | undefined {
  if (!file) return undefined
  const {
    token,
    accounts: listed = [],
    tokens = {},
    typingIndicator = true,
    historyLimit = 20,
    pending = 'read',
  } = file
  const path = ['channels', 'discord'] as const
  const [first = ''] = bots
  const own = token === undefined ? [] : [{ bot: first, token }]
  const resolved = listed.map(({ bot, token: written }, i): DiscordAccount => {
    const at = [...path, 'accounts', i]
    if (!bots.includes(bot)) findings.problem([...at, 'bot'], `no such bot: ${suggest(bot, bots)}`)
    // The environment wins, as everywhere.
    const given = tokens[variableEnd(bot)] ?? written
    if (given === undefined) findings.problem([...at, 'token'], `missing: set it here, or ${tokenName(bot)}`)
    return { bot, token: given ?? '' }
  })
  const accounts = [...own, ...resolved]
  const twice = (what: string) =>
    findings.problem([...path, 'accounts'], `${what} is given twice: one bot on Discord is one bot here`)
  checkOnce(accounts, ['bot'], twice)
  // Without the token itself: what is wrong is shown.
  checkOnce(accounts, ['token'], () => twice('a token'))
  const called = listed.map(({ bot }) => bot)
  for (const end of endsOfNobody(tokens, called))
    findings.warn(`${tokenVariables}${end}: no bot in channels.discord.accounts is called so`)
  const bare = (url: string) => url.replace(/\/+$/, '')
  return accounts.length === 0
    ? undefined
    : {
        accounts,
        typingIndicator,
        historyLimit,
        pending,
        apiRoot: bare(file.apiRoot ?? usualAddresses.apiRoot),
        ...(file.gateway !== undefined && { gateway: bare(file.gateway) }),
        cdn: bare(file.cdn ?? usualAddresses.cdn),
      }
}
