// Where the workspaces of a bot lie: beside the store, or where the bot says.
import { dirname, join } from 'node:path'
import type { Config } from './config.ts'

export const workspaceRoots =
  ({ bots, store }: Pick<Config, 'bots' | 'store'>) =>
  (bot: string): string =>
    bots.find(({ id }) => id === bot)?.agent?.workspace ?? join(dirname(store.path), 'workspaces')
