// The channels that Chime brings: a further one is a folder here and a line in the list.
import { type Config, type ConfigSource, readConfig } from '../config/config.ts'
import type { ChannelSettings } from '../config/section.ts'
import { bridge } from './bridge/plugin.ts'
import { discord } from './discord/plugin.ts'
import { feishu } from './feishu/plugin.ts'
import { moduleChannel, modules } from './modules/plugin.ts'
import type { ConfiguredChannel, OwnPlugin } from './plugin.ts'
import { telegram } from './telegram/plugin.ts'
import { terminalChannel } from './shell/plugin.ts'
import { web } from './web/plugin.ts'
import { xmpp } from './xmpp/plugin.ts'

export const plugins: readonly OwnPlugin[] = [web, feishu, telegram, discord, xmpp, bridge]

/** Throws a ConfigError that lists every problem. */
export const loadConfig = (source: ConfigSource, own = plugins): Config => readConfig(source, [...own, modules])

/** As `serve` reads it: with the environment over it. */
export const loadServed = (file?: string): Config =>
  loadConfig({ ...(file !== undefined && { file }), env: process.env, cwd: process.cwd() })

type Configured = Pick<Config, 'bots' | 'groups' | 'channels' | 'transcription' | 'mcp' | 'search'>

export const configuredChannels = (config: Configured, own = plugins): ConfiguredChannel[] => [
  ...own.flatMap((plugin) => ownChannel(plugin, config)),
  ...(config.channels.modules ?? []).map(moduleChannel),
  ...(config.channels.terminal ? [terminalChannel(config.channels.terminal)] : []),
]

function ownChannel(plugin: OwnPlugin, config: Configured): ConfiguredChannel[] {
  const { name } = plugin
  const settings: unknown = config.channels[name as keyof ChannelSettings]
  if (settings === undefined) return []
  return [
    {
      name,
      bots: plugin.botsOf(settings, config),
      secrets: plugin.secretsOf(settings),
      isForeign: false,
      ...(plugin.lines && { lines: plugin.lines }),
      listsGroups: plugin.groups !== undefined,
      open: async (context) => plugin.open(settings, context),
      doctor: async (context) =>
        ((await plugin.doctor?.(settings, context)) ?? []).map((finding) => ({ what: name, ...finding })),
    },
  ]
}

/** Everything in the configuration that nobody may read who does not know it. */
export function secretsOf(config: Configured): string[] {
  const models = config.bots.flatMap(({ model }) => [model, ...(model.fallbacks ?? [])])
  const keys = [...models, config.transcription].map((each) => each?.apiKey)
  const ofServers = (config.mcp ?? []).flatMap(({ secrets }) => secrets)
  const ofSearch = Object.values(config.search?.headers ?? {}).map((value) => value.replace(/^Bearer /, ''))
  const all = [...keys, ...ofServers, ...ofSearch, ...configuredChannels(config).flatMap(({ secrets }) => secrets)]
  return [...new Set(all.flatMap((secret) => (secret ? [secret] : [])))]
}
