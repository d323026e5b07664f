// The modules of hooks: where they are, and that no bot can write them.
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { BotConfig } from './bots.ts'
import type { Findings } from './explain.ts'

interface Around {
  folder: string
  bots: readonly Pick<BotConfig, 'agent'>[]
  /** Path of the store. */
  store: string
}

/** Absolute; undefined: there are none. */
export function resolveHooks(
  file: readonly string[] | undefined,
  { folder, bots, store }: Around,
  findings: Findings,
): string[] | undefined {
  if (!file || file.length === 0) return undefined
  const roots = [join(dirname(store), 'workspaces'), ...bots.flatMap(({ agent }) => agent?.workspace ?? [])]
  return file.map((given, i) => {
    const path = resolve(folder, given)
    const root = roots.find((each) => isIn(path, each))
    if (root !== undefined)
      findings.problem(['hooks', i], `lies in ${root}, where bots write: a hook that a run can change checks nothing`)
    return path
  })
}

function isIn(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`)
}
