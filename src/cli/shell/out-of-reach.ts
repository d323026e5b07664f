// What of a folder a bot must not read or change though it works there: what Chime is configured by, and what it keeps.
import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { Config } from '../../config/config.ts'
import { workspaceRoots } from '../../config/workspaces.ts'
import { InputError } from '../../terminal/failure.ts'
import type { ShellWords } from './words.ts'

interface Around {
  cwd: string
  words: Pick<ShellWords['problems'], 'ownFolder' | 'isLink'>
}

/**
 * Names directly in the folder, which has no links on its way. A configuration is among them also where there is none: whoever
 * could make it would configure the next start there. Throws an InputError where they cannot be kept out of reach.
 */
export function outOfReach(config: Config, folder: string, { cwd, words }: Around): string[] {
  const ofAnyStart = ['chime.yaml', '.env'].map((name) => join(folder, name))
  const names = [...ofAnyStart, ...ownPaths(config, cwd)].flatMap((path) =>
    [...new Set([realOf(path), join(realOf(dirname(path)), basename(path))])].flatMap((at) => {
      const way = relative(folder, at)
      if (way === '') throw new InputError(words.ownFolder(folder))
      return way === '..' || way.startsWith(`..${sep}`) ? [] : [way.split(sep)[0] ?? way]
    }),
  )
  const hidden = [...new Set(names)].toSorted()
  const link = hidden.find((name) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.isSymbolicLink())
  if (link !== undefined) throw new InputError(words.isLink(link))
  return hidden
}

function ownPaths(config: Config, cwd: string): string[] {
  const { bots, channels, hooks = [], tools = [], mcp = [], rosterFolder, store } = config
  const programs = mcp.flatMap(({ reach }) =>
    reach.kind === 'stdio' ? [reach.command, ...reach.args].map((each) => resolve(reach.cwd, each)) : [],
  )
  return [
    resolve(cwd, config.file ?? 'chime.yaml'),
    join(cwd, '.env'),
    dirname(store.path),
    rosterFolder,
    ...(channels.modules ?? []).map(({ path }) => path),
    ...hooks,
    ...tools,
    ...bots.flatMap(({ personaFiles = [] }) => personaFiles),
    ...bots.map(({ id }) => workspaceRoots(config)(id)),
    ...programs.filter((path) => existsSync(path)),
  ]
}

/** Without links, as far as it is there. */
function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const above = dirname(path)
    return above === path ? path : join(realOf(above), basename(path))
  }
}
