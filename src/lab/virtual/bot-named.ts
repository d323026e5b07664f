// Who is played: the configured bot of a name, and whom a talk means by its names.
import type { BotConfig } from '../../config/bots.ts'
import type { Config } from '../../config/config.ts'
import { InputError } from '../../terminal/failure.ts'

/** The configured bot of that name with the aliases added, else one of that name that knows nothing in particular. */
export function botNamed({ bots }: Config, name: string, alias: readonly string[]): BotConfig {
  const [first] = bots
  if (!first) throw new InputError('the configuration has no bot')
  // The first part of an id with dots would be a name of its own (M1).
  const unknown = { ...first, id: name.replaceAll(/[\s.@]+/g, '_'), name, aliases: [], role: '', expertise: '' }
  const base = bots.find((bot) => isCalled(bot, name)) ?? unknown
  return { ...base, aliases: [...new Set([...base.aliases, ...alias])] }
}

export const isCalled = ({ id, name, aliases }: BotConfig, asked: string): boolean =>
  [id, name, ...aliases].includes(asked)

/** Whether a recorded name is one of these, without regard to case (M2). */
export function nameIn(names: Iterable<string>): (name: string) => boolean {
  const folded = new Set([...names].map(fold))
  return (name) => folded.has(fold(name))
}

const fold = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/^@/, '')
