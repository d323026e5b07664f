// Channel modules of somebody else, written to a folder of their own and loaded as the service does.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Correction } from '../../src/channels/channel.ts'
import type { Timeouts } from '../../src/channels/modules/guarded-channel.ts'
import { loadChannel } from '../../src/channels/modules/load-channel.ts'
import type { ChannelContext } from '../../src/channels/plugin.ts'
import { folderOfFile } from '../world/folders.ts'

const parts = {
  name: 'name: context.name',
  identify: 'identify: async (bot) => bot',
  start: 'start: async (intake) => { globalThis[context.name] = { intake, context } }',
  send: "send: async () => ({ id: 'p1' })",
  stop: 'stop: async () => {}',
}

/** A module whose channel has these parts, over the usual ones. */
export const channelWith = (over: Record<string, string>): string =>
  `export default (options, context) => ({ ${Object.values({ ...parts, ...over }).join(', ')} })`

/** Never settles. */
export const never = 'new Promise(() => {})'

let written = 0

/** Call at the top of a test file: the modules go with the file. */
export function foreignModules() {
  const folder = folderOfFile()
  return {
    folder,
    async load(source: string, options = {}, within?: Timeouts) {
      const path = join(folder, `module-${(written += 1)}.mjs`)
      writeFileSync(path, source)
      const name = `net${written}`
      const logged: string[] = []
      const corrections: Correction[] = []
      const channel = await loadChannel(
        { name, path, options },
        {
          name,
          bots: [],
          now: () => 1,
          log: (level, text) => logged.push(`${level}: ${text.replaceAll(name, 'NAME')}`),
          corrected: (correction) => corrections.push(correction),
        },
        { ...(within && { timeouts: within }) },
      )
      /** What the module has of the service, once it is started; a module is bound by no types. */
      const has = () => (globalThis as unknown as Record<string, Lent>)[name] as Lent
      return { channel, name, logged, corrections, hands: (messages: unknown) => has().intake(messages), has }
    },
  }
}

interface Lent {
  intake(messages: unknown): Promise<void>
  context: { [Key in keyof Pick<ChannelContext, 'log' | 'corrected'>]: (...given: unknown[]) => void }
}
