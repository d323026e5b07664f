// Channels that somebody else wrote: each is a module, named by its path.
import type { ChannelSection } from '../../config/section.ts'
import type { ConfiguredChannel } from '../plugin.ts'
import { type FileModules, type ModuleConfig, modulesSchema, resolveModules } from './config.ts'

export const modules: ChannelSection<FileModules, ModuleConfig[]> = {
  name: 'modules',
  schema: modulesSchema,
  resolve: resolveModules,
  channels: (file) => (file ?? []).map(({ name }) => name),
}

export const moduleChannel = (module: ModuleConfig): ConfiguredChannel => ({
  name: module.name,
  bots: module.bots,
  secrets: secretLike(module.options),
  isForeign: true,
  lines: 'oneWorker',
  listsGroups: true,
  open: async (context, failed) => (await import('./open.ts')).openModule(module, context, failed),
  doctor: async (context) => (await import('./doctor.ts')).checkModule(module, context),
})

/** Texts under names as `token`, `apiKey`, `password`. */
function secretLike(options: object): string[] {
  return Object.entries(options).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'string') return /key|token|secret|pass|auth/i.test(name) ? [value] : []
    return typeof value === 'object' && value !== null ? secretLike(value) : []
  })
}
