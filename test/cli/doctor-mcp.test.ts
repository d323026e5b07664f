// What the doctor says of MCP servers: who answers, what their tools are called in rules, and which are off.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { openDatabase } from '../../src/store/database.ts'
import { openMcpPins } from '../../src/store/mcp-pins.ts'
import { houseName, readDescription } from '../../src/tools/mcp/described.ts'
import { changedTool, searchTool } from '../fakes/mcp/talk.ts'
import { programOf } from '../tools/mcp/lines.ts'
import { folder } from '../world/folders.ts'
import { loopback } from '../world/loopback.ts'
import { chime } from './chime.ts'

const hidden = /[\da-f]{8}$/

test('each server is asked; what is missing, changed or not there is told with the next step', async () => {
  const { reach } = programOf('good')
  const { kind: _, ...good } = reach
  const allow = [
    { tools: ['mcp.files.search', 'mcp.files.remove', 'mcp.files.keep', 'mcp.gone.search'], groups: ['direct'] },
  ]
  const config = {
    bots: [{ name: 'Iris', operators: ['ann'], agent: { allow } }],
    mcp: { files: good, gone: { command: './nothing' } },
    channels: { web: { port: 0 } },
  }
  const cwd = folder({ 'chime.yaml': stringify(config) })
  {
    using db = openDatabase(join(cwd, 'data', 'chime.sqlite'))
    const pins = openMcpPins(db)
    pins.put({ tool: houseName('files', 'search'), server: 'files', pinned: readDescription(changedTool) })
    pins.put({
      tool: houseName('files', 'keep'),
      server: 'files',
      pinned: readDescription({ ...searchTool, name: 'keep' }),
    })
  }
  const { out, code } = await chime(['doctor'], { cwd, env: { COLUMNS: '1000' } })
  const lines = out.split('\n').filter((line) => line.includes(' mcp '))
  expect(lines.map((line) => line.replace(hidden, 'HASH'))).toEqual([
    '✓ mcp      files answers: 2 of its 4 tools are named in rules (mcp.files.search, mcp.files.keep, mcp.files.change, mcp.files.env)',
    '! mcp      mcp.files.search is described in other words than were accepted: it is off → an operator accepts it in a chat: ,mcp.accept mcp.files.search HASH',
    '! mcp      files has no tool mcp.files.remove → it has mcp.files.search, mcp.files.keep, mcp.files.change, mcp.files.env',
    '! mcp      mcp.files.keep is described in other words than were accepted: it is off → an operator accepts it in a chat: ,mcp.accept mcp.files.keep HASH',
    '! mcp      gone: ./nothing is not there: check its command and cwd under mcp in chime.yaml → its tools are off until it answers',
  ])
  expect(code).toBe(0)
})

test('a server that wants to know who asks is told of with the next step, and without its token', async () => {
  const locked = await loopback((_, response) => void response.writeHead(401).end())
  onTestFinished(locked.stop)
  const config = {
    bots: [
      { name: 'Iris', operators: ['ann'], agent: { allow: [{ tools: ['mcp.locked.search'], groups: ['direct'] }] } },
    ],
    mcp: { locked: { url: locked.url, headers: { authorization: 'Bearer ${LOCKED_TOKEN}' } } },
    channels: { web: { port: 0 } },
  }
  const cwd = folder({ 'chime.yaml': stringify(config), '.env': 'LOCKED_TOKEN=geheim-4711\n' })
  const { out } = await chime(['doctor'], { cwd, env: { COLUMNS: '1000' } })
  expect(out.split('\n').filter((line) => line.includes(' mcp '))).toEqual([
    '! mcp      locked: it answers 401: it wants to know who asks; put its token into .env and authorization: Bearer ${NAME} into its headers under mcp in chime.yaml (it is not signed in to by OAuth) → its tools are off until it answers',
  ])
  expect(out).not.toContain('geheim')
})
