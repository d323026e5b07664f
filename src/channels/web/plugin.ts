// The rooms of the page: they stand in the service's own store, and are served at its own address.
import type { OwnPlugin } from '../plugin.ts'
import { groupsOfWeb, resolveWeb, type WebConfig, webSchema } from './config.ts'

export const web: OwnPlugin<WebConfig> = {
  name: 'web',
  schema: webSchema,
  // The later one stands over the earlier one.
  environment: { PORT: 'port', CHIME_PORT: 'port', CHIME_HOST: 'host', CHIME_TOKEN: 'token' },
  resolve: resolveWeb,
  groups: groupsOfWeb,
  unlisted: 'no such room',
  botsOf: (_, { bots }) => bots.map(({ id }) => id),
  secretsOf: ({ token }) => [token],
  open: async (settings, context) => (await import('./open.ts')).openWeb(settings, context),
  doctor: (_, { bots }) =>
    bots.map(({ id, name }) => ({ sign: 'ok', what: 'bot', found: `${name} is ${id} on web` }) as const),
}
