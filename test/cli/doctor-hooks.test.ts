// What the doctor says of modules of hooks: which hooks each has, and which cannot be loaded.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkHooks } from '../../src/cli/doctor/hooks.ts'
import { loadYaml } from '../config/load.ts'
import { folder } from '../world/folders.ts'

test('each is named with its hooks, and one that cannot be loaded is bad', async () => {
  const cwd = folder({
    'good.mjs': 'export default { beforeTool() {}, afterTool() {} }',
    'bad.mjs': 'export default 1',
  })
  const [good, bad] = [join(cwd, 'good.mjs'), join(cwd, 'bad.mjs')]
  expect(await checkHooks({ hooks: [good, bad] })).toEqual([
    { sign: 'ok', what: 'hooks', found: `good.mjs: beforeTool, afterTool (${good})` },
    {
      sign: 'bad',
      what: 'hooks',
      found: `hooks: ${bad}: it cannot be loaded: it has no default export with hooks`,
      next: 'the service does not start without it',
    },
  ])
  expect(await checkHooks({})).toEqual([])
})

test.each(['data/workspaces/iris/mine.mjs', 'work/mine.mjs'])('%s, where bots write, is no place for one', (path) => {
  const bots = 'bots: [{ name: Iris, operators: [ann], agent: { workspace: ./work, allow: [] } }]'
  expect(() => loadYaml(`${bots}\nhooks: [${path}]`)).toThrow('where bots write')
})

test('paths are seen from the folder of the configuration; none are no hooks', () => {
  const paths = loadYaml('bots: [{ name: Iris }]\nhooks: [./a.mjs, /b.mjs]').hooks
  expect(paths?.map((path) => path.startsWith('/'))).toEqual([true, true])
  expect(paths?.at(1)).toBe('/b.mjs')
  expect(loadYaml('bots: [{ name: Iris }]\nhooks: []').hooks).toBeUndefined()
})
