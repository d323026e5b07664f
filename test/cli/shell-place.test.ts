// Where the shell works: which of a folder's files stay out of reach, and where nothing could be kept so.
import { symlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/channels/plugins.ts'
import { shellConfig, shellPlace } from '../../src/cli/shell/place.ts'
import { shellWords } from '../../src/cli/shell/words.ts'
import { folder } from '../world/folders.ts'

const agent = `agent: { allow: [{ tools: ['fs.*', bash], groups: [terminal], by: operators }] }`
const yaml = (more = '') => `bots: [{ name: Iris, ${agent} }]\n${more}`

function placed(cwd: string, workspace: string, file = 'chime.yaml') {
  const config = loadConfig({ file: join(cwd, file), env: {}, cwd })
  const { problems } = shellWords.en
  const place = shellPlace({ ...config, file }, { workspace, name: 'Olga' }, problems, cwd)
  return { config, place }
}

test('the configuration, the environment, the store, the roster and modules are out of reach, also where they are not there', () => {
  const cwd = folder({
    'chime.yaml': yaml(
      'channels: { modules: [{ name: acp, path: ./mods/acp.mjs }] }\nhooks: [./my-hooks.mjs]\ntools: [./my-tools.mjs]',
    ),
  })
  expect(placed(cwd, '.').place.folder).toEqual({
    path: realpathSync(cwd),
    hidden: ['.env', 'chime.yaml', 'data', 'group', 'mods', 'my-hooks.mjs', 'my-tools.mjs'],
  })
})

test('of a folder above them the first folder on the way is, and one beside them keeps what a start there would read', () => {
  const above = folder({ 'house/chime.yaml': yaml(), 'work/a.txt': '' })
  const cwd = join(above, 'house')
  expect(placed(cwd, '..').place.folder.hidden).toEqual(['.env', 'chime.yaml', 'house'])
  expect(placed(cwd, '../work').place.folder.hidden).toEqual(['.env', 'chime.yaml'])
})

test('the folder of the store is refused, and a link in place of what must stay out of reach', () => {
  const cwd = folder({ 'chime.yaml': yaml(), 'data/': '', 'real.env': '' })
  expect(() => placed(cwd, 'data')).toThrow('keeps its own things in')
  expect(() => placed(cwd, 'nowhere')).toThrow('is no folder')
  symlinkSync('real.env', join(cwd, '.env'))
  expect(() => placed(cwd, '.')).toThrow('.env in the workspace is a link')
})

test('only the bot of the talk has a further operator, for whom a rule for the terminal counts, and no channel but the terminal is open', () => {
  const cwd = folder({ 'chime.yaml': `bots: [{ name: Iris, ${agent} }, { name: Rex, ${agent} }]` })
  const { config, place } = placed(cwd, '.')
  const own = shellConfig(config, place, { show: () => {}, opened: () => {} })
  expect(own.bots.map(({ operators }) => operators)).toEqual([[place.person.id], []])
  expect(own.bots.map((bot) => bot.agent?.allow[0]?.groups)).toEqual([['terminal', 'direct'], ['terminal']])
  expect(config.bots[0]?.operators).toEqual([])
  expect(Object.keys(own.channels)).toEqual(['web', 'terminal'])
  expect([own.channels.web.rooms, own.channels.web.port, own.channels.web.token?.length]).toEqual([[], 0, 48])
})
