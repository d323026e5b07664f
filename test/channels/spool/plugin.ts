// The same as a channel inside of Chime: all that `src/channels/spool/plugin.ts` would hold.
import { type SpoolOptions, spoolChannel } from './spool-channel.ts'
import type { OwnPlugin } from '../../../src/channels/plugin.ts'
import { botId, list, mapping, path } from '../../../src/config/shapes.ts'

export const spool = {
  ...spoolChannel,
  name: 'spool',
  schema: mapping({ bots: list(botId), folder: path }),
  environment: { SPOOL_FOLDER: 'folder' },
  resolve: ({ folder, bots }: Partial<SpoolOptions> = {}, { bots: all }) =>
    folder === undefined ? undefined : { folder, bots: bots ?? [...all] },
  botsOf: ({ bots }) => bots ?? [],
  secretsOf: () => [],
} satisfies OwnPlugin<SpoolOptions>
