// Tools in a folder of an operator's own: what of it is Chime's is neither read nor made, by file tools and by commands.
import { existsSync, readFileSync, realpathSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bashTool } from '../../src/tools/bash/bash.ts'
import { listTool } from '../../src/tools/fs/list.ts'
import { readTool } from '../../src/tools/fs/read.ts'
import { writeTool } from '../../src/tools/fs/write.ts'
import { inOwnFolder } from '../../src/tools/own-folder.ts'
import { quota } from '../../src/tools/fs/quota.ts'
import type { Tool } from '../../src/tools/tool.ts'
import { giveAway } from '../../src/tools/workspace.ts'
import { folder } from '../world/folders.ts'
import { hasNoBox } from './box.ts'
import { context, told } from './context.ts'

const isLeftOut = await hasNoBox()

function ownFolder() {
  const path = realpathSync(folder({ 'a.txt': 'mine', 'chime.yaml': 'bots: []', 'data/store': 'talk' }))
  const own = { path, hidden: ['.env', 'chime.yaml', 'data'] }
  const given = context({ workspace: path })
  return { path, call: (tool: Tool, args: Record<string, unknown>) => told(inOwnFolder(tool, own), args, given), own }
}

test('a name of Chime’s is out of reach however the path is written; other files are not', async () => {
  const { path, call } = ownFolder()
  for (const hidden of ['chime.yaml', './chime.yaml', '/workspace/chime.yaml', 'sub/../chime.yaml', 'data/store'])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await call(readTool, { path: hidden })).toMatch(/^ToolError: \S+ is Chime's own/u)
  expect(await call(writeTool, { path: '.env', text: 'X=1' })).toMatch(/^ToolError: /u)
  expect(await call(readTool, { path: 'a.txt' })).toBe('mine')
  expect(await call(listTool, {})).toContain('a.txt')
  expect(existsSync(join(path, '.env'))).toBe(false)
})

test('how much it holds is not the house’s to say', async () => {
  const { path, call } = ownFolder()
  writeFileSync(join(path, 'large'), '')
  truncateSync(join(path, 'large'), quota.bytes + 1)
  expect(await call(writeTool, { path: 'b.txt', text: 'more' })).toBe('wrote b.txt: 4 bytes')
  expect(await told(writeTool, { path: 'c.txt', text: 'more' }, context({ workspace: path }))).toMatch(/is full/u)
})

test.skipIf(isLeftOut)('a command sees nothing of it, makes none of it, and leaves nothing behind', async () => {
  const { path, call } = ownFolder()
  await giveAway(path)
  const command =
    'cat chime.yaml; ls data; echo X=1 > .env; mv chime.yaml y; rm -rf data; echo "bots: [x]" > chime.yaml; ln chime.yaml z; cat a.txt'
  const out = await call(bashTool(), { command })
  expect(out).toMatch(/mine\n\(exit code 0\)$/u)
  expect(out).not.toMatch(/bots: \[\]|store/u)
  expect([
    existsSync(join(path, '.env')),
    readFileSync(join(path, 'chime.yaml'), 'utf8'),
    readFileSync(join(path, 'data/store'), 'utf8'),
    existsSync(join(path, 'y')),
  ]).toEqual([false, 'bots: []', 'talk', false])
})
