// What Tab completes in the shell.
import { expect, test } from 'vitest'
import { type Completable, complete } from '../../src/cli/shell/completion.ts'

const here: Completable = {
  tools: () => ['fs.list', 'fs.read', 'bash'],
  parametersOf: (tool) =>
    tool === 'fs.read' ? { required: ['path'], properties: { path: { type: 'string' } } } : undefined,
  skills: async (all) => (all ? ['gh', 'own-skill'] : ['gh']),
  facts: () => ['12', '13'],
  asks: () => ['3'],
  rows: async () => ['c0ffee12'],
}

test.each<[line: string, hits: string[], end: string]>([
  [',tape.', [',tape.info', ',tape.search', ',tape.anchors', ',tape.handoff', ',tape.reset'], ',tape.'],
  [',q', [',quit'], ',q'],
  ['，fac', ['，facts'], '，fac'],
  [',PO', [',policy '], ',PO'],
  [',tool.describe fs.', ['fs.list', 'fs.read'], 'fs.'],
  [',skill.accept ', ['gh', 'own-skill'], ''],
  [',approve ', ['3'], ''],
  [',forget 1', ['12', '13'], '1'],
  [',schedule.remove c', ['c0ffee12'], 'c'],
  [',policy m', ['mention'], 'm'],
  [',tape.reset ', ['archive'], ''],
  ['please $', ['$bash', '$fs.list', '$fs.read', '$gh'], '$'],
  ['$fs.r', ['$fs.read'], '$fs.r'],
  ['$fs.read ', ['{"path": ""}'], ''],
  ['$nothing ', [], ''],
  ['costs 5$', [], 'costs 5$'],
  ['hello', [], 'hello'],
])('%s', async (line, hits, end) => {
  expect(await complete(line, here)).toEqual([hits, end])
})
