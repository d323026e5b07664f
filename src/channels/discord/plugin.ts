// Discord: every bot is a bot of Discord's own, and its groups are channels and threads.
import type { OwnPlugin } from '../plugin.ts'
import { type DiscordConfig, discordSchema, resolveDiscord, tokenVariables } from './config.ts'

export const discord: OwnPlugin<DiscordConfig> = {
  name: 'discord',
  schema: discordSchema,
  environment: { DISCORD_BOT_TOKEN: 'token', [`${tokenVariables}*`]: 'tokens' },
  resolve: resolveDiscord,
  lines: 'oneWorker',
  botsOf: ({ accounts }) => accounts.map(({ bot }) => bot),
  secretsOf: ({ accounts }) => accounts.map(({ token }) => token),
  // The library is loaded only where a bot is configured.
  open: async (settings, context) => (await import('./open.ts')).openDiscord(settings, context),
  doctor: async (settings, context) => (await import('./doctor.ts')).checkDiscord(settings, context),
}
