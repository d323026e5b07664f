// Whether the modules of tools can be loaded, and which tools each has.
import { commandWords } from '../../commands/words.ts'
import type { Config } from '../../config/config.ts'
import { onOneLine } from '../../terminal/terminal-text.ts'
import { loadToolModules } from '../../tools/modules/load-tools.ts'
import { bad, type Finding, ok } from './finding.ts'

/** Together, as the service loads them: two that clash are no use to it. */
export async function checkToolModules({ tools = [] }: Pick<Config, 'tools'>): Promise<Finding[]> {
  try {
    return (await loadToolModules(tools)).map((loaded) => {
      const each = loaded.tools.map(({ name, effect }) => `${name} (${commandWords.en.effect[effect]})`)
      return ok('tools', onOneLine(`${loaded.name}: ${each.join(', ')} (${loaded.path})`))
    })
  } catch (error) {
    return [bad('tools', onOneLine((error as Error).message), 'the service does not start without it')]
  }
}
