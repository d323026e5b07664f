// The modules of hooks and of tools: where they are, and that no bot can write them.
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { BotConfig } from './bots.ts'
import type { Findings } from './explain.ts'

interface Around {
  folder: string
  bots: readonly Pick<BotConfig, 'agent'>[]
  /** Path of the store. */
  store: string
}

type Resolve = (file: readonly string[] | undefined, around: Around, findings: Findings) => string[] | undefined

export const resolveHooks: Resolve = (...given) =>
  resolveModules('hooks', 'a hook that a run can change checks nothing', ...given)

export const resolveToolModules: Resolve = (...given) =>
  resolveModules('tools', 'a tool that a run can change is in no box', ...given)

/** Absolute; undefined: there are none. */
function resolveModules(
  key: string,
  why: string,
  ...[file, { folder, bots, store }, findings]: Parameters<Resolve>
): string[] | undefined {
  if (!file || file.length === 0) return undefined
  const roots = [join(dirname(store), 'workspaces'), ...bots.flatMap(({ agent }) => agent?.workspace ?? [])]
  return file.map((given, i) => {
    const path = resolve(folder, given)
    const root = roots.find((each) => isIn(path, each))
    if (root !== undefined) findings.problem([key, i], `lies in ${root}, where bots write: ${why}`)
    return path
  })
}

function isIn(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`)
}
