// MCP servers in the configuration: how each is reached, and that rules name their tools one by one.
import { describe, expect, test } from 'vitest'
import { secretsOf } from '../../src/channels/plugins.ts'
import { loadYaml, problemsOf } from './load.ts'

const allowing = (...tools: string[]) =>
  `bots: [{ name: Iris, operators: [ann], agent: { allow: [{ tools: ${JSON.stringify(tools)}, groups: [direct] }] } }]\n`

test('a server is a program with what it is given, or an address with its headers', () => {
  const yaml = `${allowing('mcp.files.search', 'mcp.wiki.ask')}
mcp:
  files: { command: bin/files, args: [--all], env: { API_TOKEN: '\${FILES_TOKEN}' }, cwd: work, read: [search], timeout_ms: 5000 }
  wiki: { url: https://wiki.example/mcp, headers: { Authorization: 'Bearer \${WIKI_TOKEN}' } }
`
  const config = loadYaml(yaml, { FILES_TOKEN: 'geheim1', WIKI_TOKEN: 'geheim2' })
  expect([config.warnings, config.mcp]).toEqual([
    [],
    [
      {
        name: 'files',
        reach: {
          kind: 'stdio',
          command: 'bin/files',
          args: ['--all'],
          env: { API_TOKEN: 'geheim1' },
          cwd: '/here/work',
        },
        read: ['search'],
        timeoutMs: 5_000,
        maxBytes: 1_000_000,
        secrets: ['geheim1'],
      },
      {
        name: 'wiki',
        reach: { kind: 'http', url: 'https://wiki.example/mcp', headers: { Authorization: 'Bearer geheim2' } },
        read: [],
        timeoutMs: 30_000,
        maxBytes: 1_000_000,
        secrets: ['geheim2', 'Bearer geheim2'],
      },
    ],
  ])
  expect(secretsOf(config)).toEqual(expect.arrayContaining(['geheim1', 'geheim2', 'Bearer geheim2']))
})

test('who names no tool of a server is told that it is not started; a key in the clear is warned of', () => {
  const { warnings } = loadYaml(
    `mcp: { files: { command: files }, wiki: { url: http://wiki.example, headers: { X-Key: geheim } } }`,
  )
  expect(warnings).toEqual([
    'mcp.wiki.url: what stands in headers is sent in the clear: use https',
    'mcp.files: no bot may use a tool of it: it is not started',
    'mcp.wiki: no bot may use a tool of it: it is not started',
  ])
})

describe('what is wrong is named', () => {
  test.each([
    ['mcp: { Files: { command: x } }', 'mcp.Files: expected a name of a-z, 0-9 and "-", 16 characters at most'],
    ['mcp: { a_b: { command: x } }', 'mcp.a_b: expected a name of a-z'],
    ['mcp: { files: {} }', 'mcp.files: expected either command (a program of this machine) or url (a service)'],
    ['mcp: { files: { command: x, url: https://x.example } }', 'mcp.files: expected either command'],
    ['mcp: { files: { url: ftp://x.example } }', 'mcp.files.url: expected an http or https URL'],
    ['mcp: { files: { command: x, headers: { a: b } } }', 'mcp.files.headers: only a server with a url has headers'],
    [
      'mcp: { files: { url: https://x.example, args: [a] } }',
      'mcp.files: args and env are for a server with a command',
    ],
    [
      "mcp: { files: { command: x, env: { A: '${NOT_THERE}' } } }",
      'mcp.files.env.A: NOT_THERE is not set: put it into .env',
    ],
    ['mcp: { files: { command: x, env: { A: 1 } } }', 'mcp.files.env.A: expected a text, found 1'],
    ['mcp: { files: { comand: x, command: y } }', 'mcp.files.comand: unknown key: did you mean "command"?'],
    [
      allowing('mcp.files.search'),
      'bots[0].agent.allow[0].tools[0]: no MCP server is called "files": name it under mcp',
    ],
    [
      `${allowing('mcp.fils.search')}mcp: { files: { command: x } }`,
      'no MCP server is called "fils": did you mean "files"?',
    ],
    [
      `${allowing('mcp.files.*')}mcp: { files: { command: x } }`,
      '"mcp.files.*": tools of MCP servers are named one by one, as mcp.files.search',
    ],
    [`${allowing('mcp.*')}mcp: { files: { command: x } }`, '"mcp.*": tools of MCP servers are named one by one'],
  ])('%s', (yaml, problem) => {
    expect(problemsOf(yaml)).toEqual([expect.stringContaining(problem)])
  })
})
