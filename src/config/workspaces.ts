// Where the workspaces of a bot lie: beside the store, or where the bot says.
import { dirname, join } from 'node:path'
import type { Config } from './config.ts'

/** A folder of an operator's own that a bot works in: nothing below the names in `hidden` can be reached. */
export interface OwnFolder {
  /** Absolute, without links on its way. */
  path: string
  hidden: readonly string[]
}

export const workspaceRoots =
  ({ bots, store }: Pick<Config, 'bots' | 'store'>) =>
  (bot: string): string =>
    bots.find(({ id }) => id === bot)?.agent?.workspace ?? join(dirname(store.path), 'workspaces')
