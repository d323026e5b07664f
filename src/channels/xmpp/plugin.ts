// XMPP: every bot is an account, and its groups are rooms.
import type { OwnPlugin } from '../plugin.ts'
import { passwordVariables, resolveXmpp, type XmppConfig, xmppSchema } from './config.ts'

export const xmpp: OwnPlugin<XmppConfig> = {
  name: 'xmpp',
  schema: xmppSchema,
  environment: { [`${passwordVariables}*`]: 'passwords' },
  resolve: resolveXmpp,
  lines: 'oneWorker',
  botsOf: ({ accounts }) => accounts.map(({ bot }) => bot),
  secretsOf: ({ accounts }) => accounts.map(({ password }) => password),
  open: async (settings, context) => (await import('./open.ts')).openXmpp(settings, context),
  doctor: async (settings) => (await import('./doctor.ts')).checkXmpp(settings),
}
