// The channels that somebody else wrote: modules by their paths.
import { resolve } from 'node:path'
import { z } from 'zod'
import type { Findings } from '../../config/explain.ts'
import type { Surroundings, Variables } from '../../config/section.ts'
import { botId, id, list, mapping, path as pathShape } from '../../config/shapes.ts'

declare module '../../config/section.ts' {
  interface ChannelSettings {
    modules?: ModuleConfig[]
  }
}

export interface ModuleConfig {
  /** The first part of its groups: `acp` of `acp:lab`. */
  name: string
  /** Absolute. */
  path: string
  /** Ids of the bots that are on it. */
  bots: string[]
  /** For the module alone. */
  options: Record<string, unknown>
  /** The environment, `.env` included: a module names the variables that stand for its options. */
  variables: () => Variables
}

export const modulesSchema = list(
  mapping({
    bots: list(botId),
    options: z.record(z.string(), z.unknown(), 'a mapping of the module’s own keys'),
  }).extend({ name: id, path: pathShape }),
)

export type FileModules = z.infer<typeof modulesSchema>

/** Paths are relative to the folder of the configuration; without `bots` all of them are on the channel. */
export function resolveModules(
  file: FileModules = [],
  { folder, bots: known, taken, variables }: Surroundings,
  findings: Findings,
): ModuleConfig[] | undefined {
  const seen = new Set(taken)
  const modules = file.map(({ name, path, bots = [...known], options = {} }, i) => {
    const at = ['channels', 'modules', i]
    if (taken.has(name))
      findings.problem([...at, 'name'], `"${name}" is a channel of Chime itself: choose another name`)
    else if (seen.has(name)) findings.problem([...at, 'name'], `there is another channel "${name}": names must differ`)
    seen.add(name)
    for (const [n, bot] of bots.entries()) {
      if (!known.includes(bot))
        findings.problem([...at, 'bots', n], `no such bot: expected some of ${known.join(', ')}`)
    }
    return { name, path: resolve(folder, path), bots, options, variables }
  })
  return modules.length === 0 ? undefined : modules
}
