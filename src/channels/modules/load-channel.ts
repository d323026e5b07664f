// Loads a channel that somebody else wrote: a module by its path, trusted with nothing but what the contract says.
import { existsSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { place, settingsBy } from '../../config/environment.ts'
import type { Channel } from '../channel.ts'
import { asOurs, asTheirs } from '../contained.ts'
import type { ChannelContext, ChannelPlugin } from '../plugin.ts'
import type { ModuleConfig } from './config.ts'
import { foreignChannel, optional, required } from './foreign-code.ts'
import { readCorrection } from './foreign-messages.ts'
import { guardedChannel, type Timeouts, textOf, usualTimeouts, within } from './guarded-channel.ts'

/** As the configuration has it; what it reads of the environment stands over its options. */
export type ChannelModule = Pick<ModuleConfig, 'name' | 'path' | 'options'> & Partial<Pick<ModuleConfig, 'variables'>>

interface Loading {
  timeouts?: Timeouts
  /** Hears what it throws when nobody waits. */
  failed?: (error: unknown) => void
  /** Gets what the environment says to it. */
  hide?: (secret: string) => void
}

/** Rejects with an error that names the module and the next step. */
export async function loadChannel(
  module: ChannelModule,
  context: ChannelContext,
  { timeouts = usualTimeouts, failed = () => {}, hide }: Loading = {},
): Promise<Channel> {
  const { plugin, options, complain, bounded } = await loadModule(module, { timeouts, failed, ...(hide && { hide }) })
  const made: unknown = await bounded('making it', 'its channel could not be made', () =>
    plugin.open(options, lent(context)),
  )
  const problem = flawOf(made, module.name)
  if (problem !== undefined) throw complain(`its channel ${problem}`)
  const channel = guardedChannel(foreignChannel(made as Channel, failed), {
    warn: (text) => context.log('warn', text),
    timeouts,
  })
  return {
    ...channel,
    start: (intake) =>
      channel.start(intake).catch((cause: unknown) => {
        throw complain(`its channel could not be started: ${textOf(cause)}`, cause)
      }),
  }
}

/** The module with its options as its schema reads them: a copy of its own. */
export async function loadModule(
  { name, path, options, variables = () => ({}) }: ChannelModule,
  { timeouts = usualTimeouts, failed = () => {}, hide = () => {} }: Loading = {},
) {
  const complain = (problem: string, cause?: unknown) =>
    new Error(`channels.modules: ${name}: ${path}: ${problem}`, { cause })
  const bounded = <T>(what: string, problem: string, work: () => T | Promise<T>): Promise<T> =>
    within(timeouts.startMs, what, () => asTheirs(failed, work)).catch((cause: unknown) => {
      throw complain(`${problem}: ${textOf(cause)}`, cause)
    })
  if (!existsSync(path)) throw complain('there is no such file: its path is seen from the folder of the configuration')
  // What has no end would be read for ever.
  if (!statSync(path).isFile()) throw complain('it is no file: name the module itself')
  const { default: given } = await bounded(
    'loading it',
    'it cannot be loaded',
    () => import(pathToFileURL(path).href) as Promise<{ default?: unknown }>,
  )
  const plugin = (typeof given === 'function' ? { open: given } : given) as ChannelPlugin<unknown> | undefined
  if (typeof plugin?.open !== 'function')
    throw complain('it has no default export that makes a channel: see docs/guide/channels')
  const copy = structuredClone(options)
  const named = await bounded('reading its environment', 'its environment cannot be read', () =>
    environmentShape.parse(plugin.environment ?? {}),
  )
  for (const { value, path: key } of settingsBy(named, variables())) {
    hide(String(value))
    place(copy, key, value)
  }
  const read = await bounded('reading its options', 'its options cannot be read', () => plugin.schema?.safeParse(copy))
  if (read?.success === false) {
    const problems = read.error.issues.map((issue) => [...issue.path, issue.message].map(textOf).join(': '))
    throw complain(`its options: ${problems.join('; ')}`)
  }
  return { plugin, options: read ? read.data : copy, complain, bounded }
}

/** What a module says to the service is read before it is believed. */
const lent = ({ name, bots, now, ...context }: ChannelContext): ChannelContext => ({
  name,
  bots,
  now,
  log: (level: unknown, text: unknown) =>
    asOurs(() => context.log(levels.find((each) => each === level) ?? 'info', textOf(text))),
  corrected: (given: unknown) =>
    asOurs(() => {
      const correction = readCorrection(given, name, (text) => context.log('warn', text))
      if (correction) context.corrected(correction)
    }),
})

/** Names that begin with CHIME_ are Chime's own: it would warn of one that it does not know. */
const environmentShape = z.record(
  z.string().regex(/^(?!CHIME_)[A-Z_][A-Z0-9_]*\*?$/, 'expected names such as ACP_TOKEN, without CHIME_ in front'),
  z.string().min(1),
)

const levels = ['debug', 'info', 'warn', 'error'] as const

function flawOf(made: unknown, name: string): string | undefined {
  if (typeof made !== 'object' || made === null) return 'is no object'
  const parts = made as Record<string, unknown>
  if (parts['name'] !== name) return `is called ${JSON.stringify(parts['name'])}: it must take context.name, "${name}"`
  const missing = required.filter((part) => typeof parts[part] !== 'function')
  if (missing.length > 0) return `lacks ${missing.map((part) => `${part}()`).join(', ')}`
  const odd = optional.find((part) => parts[part] !== undefined && typeof parts[part] !== 'function')
  if (odd !== undefined) return `has a ${odd} that is no function`
  return undefined
}
