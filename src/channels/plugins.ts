// The channels that Chime brings beside its own rooms and its bridge: a further one is a folder here and a line in the list.
import { type Config, type ConfigSource, readConfig } from '../config/config.ts'
import type { ChannelSettings } from '../config/section.ts'
import { feishu } from './feishu/plugin.ts'
import { moduleChannel, modules } from './modules/plugin.ts'
import type { ConfiguredChannel, OwnPlugin } from './plugin.ts'
import { xmpp } from './xmpp/plugin.ts'

export const plugins: readonly OwnPlugin[] = [feishu, xmpp]

/** Throws a ConfigError that lists every problem. */
export const loadConfig = (source: ConfigSource, own = plugins): Config => readConfig(source, [...own, modules])

export function configuredChannels({ channels }: Pick<Config, 'channels'>, own = plugins): ConfiguredChannel[] {
  return [
    ...own.flatMap((plugin) => ownChannel(plugin, channels[plugin.name as keyof ChannelSettings])),
    ...(channels.modules ?? []).map(moduleChannel),
  ]
}

function ownChannel(plugin: OwnPlugin, settings: unknown): ConfiguredChannel[] {
  if (settings === undefined) return []
  const { name } = plugin
  return [
    {
      name,
      bots: plugin.botsOf(settings),
      secrets: plugin.secretsOf(settings),
      isForeign: false,
      open: async (context) => ({ channel: await plugin.open(settings, context) }),
      doctor: async (context) =>
        ((await plugin.doctor?.(settings, context)) ?? []).map((finding) => ({ what: name, ...finding })),
    },
  ]
}

/** Everything in the configuration that nobody may read who does not know it. */
export function secretsOf({ bots, channels, bridge }: Pick<Config, 'bots' | 'channels' | 'bridge'>): string[] {
  const all = [
    channels.web.token,
    ...bots.flatMap(({ model }) => [model, ...(model.fallbacks ?? [])].map(({ apiKey }) => apiKey)),
    ...configuredChannels({ channels }).flatMap(({ secrets }) => secrets),
    ...(bridge?.peers ?? []).flatMap(({ keys }) => [...keys.in, ...keys.out]),
  ]
  return [...new Set(all.flatMap((secret) => (secret ? [secret] : [])))]
}
