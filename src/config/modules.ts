// The channels that somebody else wrote: modules by their paths.
import { resolve } from 'node:path'
import type { Findings } from './explain.ts'
import type { FileConfig } from './schema.ts'

export interface ModuleConfig {
  /** The first part of its groups: `acp` of `acp:lab`. */
  name: string
  /** Absolute. */
  path: string
  /** Ids of the bots that are on it. */
  bots: string[]
  /** For the module alone. */
  options: Record<string, unknown>
}

type FileModules = NonNullable<NonNullable<FileConfig['channels']>['modules']>

/** Paths are relative to the folder of the configuration; without `bots` all of them are on the channel. */
export function resolveModules(
  file: FileModules = [],
  { folder, bots: known }: { folder: string; bots: string[] },
  findings: Findings,
): ModuleConfig[] {
  const seen = new Set(builtIn)
  return file.map(({ name, path, bots = known, options = {} }, i) => {
    const at = ['channels', 'modules', i]
    if (builtIn.has(name))
      findings.problem([...at, 'name'], `"${name}" is a channel of Chime itself: choose another name`)
    else if (seen.has(name)) findings.problem([...at, 'name'], `there is another channel "${name}": names must differ`)
    seen.add(name)
    for (const [n, bot] of bots.entries()) {
      if (!known.includes(bot))
        findings.problem([...at, 'bots', n], `no such bot: expected some of ${known.join(', ')}`)
    }
    return { name, path: resolve(folder, path), bots, options }
  })
}

const builtIn: ReadonlySet<string> = new Set(['web', 'feishu', 'xmpp', 'bridge', 'peer'])
