// Which bots are which accounts on XMPP, in which rooms, and with whose password.
import { z } from 'zod'
import { endsOfNobody, variableEnd } from '../bot-variables.ts'
import { checkOnce, type Findings, suggest } from '../../config/explain.ts'
import type { Surroundings } from '../../config/section.ts'
import { botId, list, mapping, text, whole } from '../../config/shapes.ts'

declare module '../../config/section.ts' {
  interface ChannelSettings {
    xmpp?: XmppConfig
  }
}

export interface XmppAccount {
  /** Id. */
  bot: string
  /** Bare, lower case. */
  jid: string
  password: string
  /** `xmpp://HOST:PORT` or `xmpps://HOST:PORT` */
  service: string
  /** Bare, lower case. */
  rooms: string[]
}

export interface XmppConfig {
  accounts: XmppAccount[]
  /** Bare addresses of bots that other processes run. */
  peers: string[]
  /** Messages read when a bot comes into a room; 0: none. */
  historyLimit: number
  /** Hosts whose files are read, with their ports where these are unusual: `upload.example.org`, `127.0.0.1:5280`. */
  filesFrom: string[]
}

const address = text(
  /^[^\s"&'/:<>@]{1,200}@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i,
  'an address such as iris@example.org, without a resource',
).transform((value) => value.toLowerCase())
const host = text(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i, 'a host such as upload.example.org').transform(
  (value) => value.toLowerCase(),
)
const url = text(/^xmpps?:\/\/[a-z0-9.[\]:-]+$/i, 'xmpp://HOST:PORT or xmpps://HOST:PORT')
const secret = z.string('a text').min(1, 'a text that is not empty').max(1_000, 'a text of at most 1000 characters')
const login = mapping({ password: secret, rooms: list(address) }).extend({ bot: botId, jid: address })

export const xmppSchema = mapping({
  service: url,
  accounts: list(login),
  rooms: list(address),
  peers: list(address),
  historyLimit: whole(0, 100, 'a whole number from 0 to 100'),
  filesFrom: list(host),
  passwords: z.record(z.string(), secret, 'a mapping of bots to passwords'),
})

export const passwordVariables = 'CHIME_XMPP_PASSWORD_'

/** What the environment calls a bot's password: of `code-rex`, CHIME_XMPP_PASSWORD_CODE_REX. */
export const passwordName = (bot: string): string => `${passwordVariables}${variableEnd(bot)}`

/** undefined: no bot is there. */
export function resolveXmpp(
  file: z.infer<typeof xmppSchema> | undefined,
  { bots }: Pick<Surroundings, 'bots'>,
  findings: Findings,
): XmppConfig | undefined {
  const {
    service,
    accounts = [],
    rooms: common = [],
    peers = [],
    historyLimit = 20,
    filesFrom = [],
    passwords = {},
  } = file ?? {}
  const path = ['channels', 'xmpp'] as const
  const resolved = accounts.map(({ bot, jid, password, rooms = common }, i): XmppAccount => {
    const at = [...path, 'accounts', i]
    if (!bots.includes(bot)) findings.problem([...at, 'bot'], `no such bot: ${suggest(bot, bots)}`)
    // The environment wins, as everywhere.
    const given = passwords[variableEnd(bot)] ?? password
    if (given === undefined) findings.problem([...at, 'password'], `missing: set it here, or ${passwordName(bot)}`)
    const [, domain = ''] = jid.split('@')
    return { bot, jid, password: given ?? '', service: service ?? `xmpp://${domain}:5222`, rooms: [...new Set(rooms)] }
  })
  checkOnce(resolved, ['bot', 'jid'], (what) =>
    findings.problem([...path, 'accounts'], `${what} is given twice: one account is one bot`),
  )
  const called = accounts.map(({ bot }) => bot)
  for (const end of endsOfNobody(passwords, called))
    findings.warn(`${passwordVariables}${end}: no bot in channels.xmpp.accounts is called so`)
  return resolved.length === 0 ? undefined : { accounts: resolved, peers, historyLimit, filesFrom }
}
