// Mutants of who is served: the lists that an operator's additions are laid over.
import type { MutantArea } from './mutant.ts'

const of = (file: string) => (name: string, text: string, replacement: string) => ({ name, file, text, replacement })
const admission = of('src/room/admission.ts')
const store = of('src/store/served.ts')
const page = of('src/feed/served.ts')

export const served: MutantArea = {
  tests: ['test/room/added-ids.test.ts', 'test/e2e/served-by-page.test.ts', 'test/room/admission.test.ts'],
  mutants: [
    admission(
      'a denial by the page counts on the channel alone',
      "isAdded(channel, 'denyFrom') || isAdded(group, 'denyFrom')",
      "isAdded(channel, 'denyFrom')",
    ),
    admission(
      'nobody is added to the list of a group',
      "stands(allowed) || isAdded(group, 'allowFrom')",
      'stands(allowed)',
    ),
    admission(
      'who is added to a channel is served where a group has a list of its own',
      "!ofGroup.allowFrom && isAdded(channel, 'allowFrom')",
      "isAdded(channel, 'allowFrom')",
    ),
    admission('without lists in the configuration nobody is denied', ' && added().size === 0', ''),
    store('what was added is gone after a restart', '  refresh()\n\n  return', '  return'),
    page('what was added holds after a restart alone', '      store.refresh()\n', ''),
    page('who stands in the file is shown once more', 'known.has(`${where} ${row.list} ${row.id}`)', 'false'),
  ],
}
