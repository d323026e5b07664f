// `--domain`: every Feishu app is looked for there, whatever the configuration and the environment say.
import type { Config } from '../config/config.ts'
import { addressOf } from '../channels/feishu/config.ts'
import { InputError } from '../terminal/failure.ts'

/** `feishu`, `lark`, or where the platform is. */
export function atDomain(config: Config, domain: string | undefined): Config {
  if (domain === undefined) return config
  const { feishu } = config.channels
  if (!feishu) throw new InputError('--domain is for Feishu, and no bot is there: set FEISHU_APP_ID, FEISHU_APP_SECRET')
  const accounts = feishu.accounts.map((account) => ({ ...account, domain: addressOf(domain) }))
  return { ...config, channels: { ...config.channels, feishu: { ...feishu, accounts } } }
}
