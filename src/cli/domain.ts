// `--domain`: every Feishu app is looked for there, whatever the configuration and the environment say.
import type { Config } from '../config/config.ts'
import { addressOf, domains } from '../config/feishu.ts'
import { InputError } from './failure.ts'

/** `feishu`, `lark`, or where the platform is. */
export function atDomain(config: Config, domain: string | undefined): Config {
  if (domain === undefined) return config
  const { feishu } = config.channels
  if (!feishu) throw new InputError('--domain is for Feishu, and no bot is there: set FEISHU_APP_ID, FEISHU_APP_SECRET')
  const accounts = feishu.accounts.map((account) => ({ ...account, domain: addressOf(domain) }))
  return { ...config, channels: { ...config.channels, feishu: { ...feishu, accounts } } }
}

export function isDomain(text: string): boolean {
  const url = URL.parse(text)
  const { protocol = '', username, password, search, hash } = url ?? {}
  return Object.hasOwn(domains, text) || (/^https?:$/.test(protocol) && !username && !password && !search && !hash)
}
