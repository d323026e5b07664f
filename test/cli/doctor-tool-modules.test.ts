// What the doctor says of modules of tools: which tools each has, and which cannot be loaded.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkToolModules } from '../../src/cli/doctor/tool-modules.ts'
import { loadYaml } from '../config/load.ts'
import { folder } from '../world/folders.ts'

const look = (name: string) =>
  `export default { tools: [{ name: '${name}', description: 'x', effect: 'read', input: { type: 'object' }, run: () => 'x' }] }`

test('each is named with its tools, and one that cannot be loaded is bad', async () => {
  const cwd = folder({ 'good.mjs': look('lab.look'), 'bad.mjs': look('fs.look') })
  const [good, bad] = [join(cwd, 'good.mjs'), join(cwd, 'bad.mjs')]
  expect(await checkToolModules({ tools: [good] })).toEqual([
    { sign: 'ok', what: 'tools', found: `good.mjs: lab.look (only reads) (${good})` },
  ])
  expect(await checkToolModules({ tools: [good, bad] })).toEqual([
    {
      sign: 'bad',
      what: 'tools',
      found: `tools: ${bad}: its fs.look begins with "fs.", as tools of Chime do: choose another prefix`,
      next: 'the service does not start without it',
    },
  ])
  expect(await checkToolModules({})).toEqual([])
})

test.each(['data/workspaces/iris/mine.mjs', 'work/mine.mjs'])('%s, where bots write, is no place for one', (path) => {
  const bots = 'bots: [{ name: Iris, operators: [ann], agent: { workspace: ./work, allow: [] } }]'
  expect(() => loadYaml(`${bots}\ntools: [${path}]`)).toThrow('where bots write: a tool that a run can change')
})

test('paths are seen from the folder of the configuration; none are no tools', () => {
  const paths = loadYaml('bots: [{ name: Iris }]\ntools: [./a.mjs, /b.mjs]').tools
  expect(paths?.map((path) => path.startsWith('/'))).toEqual([true, true])
  expect(loadYaml('bots: [{ name: Iris }]\ntools: []').tools).toBeUndefined()
})
