// What an MCP server brings to a model that obeys all of it: in its answers, and in what it says of its tools (A6).
import { expect, test } from 'vitest'
import { wireName } from '../../src/language/wire-name.ts'
import type { Conversation } from '../fakes/scripted-tools.ts'
import { hasNoBox } from '../tools/box.ts'
import { wantedIn } from './injected.ts'
import { injectingServers, isOfTool, mcpInjections } from './injected-by-mcp.ts'
import { expectNothingElse, type Looking, plays, secret, world } from './obeying.ts'
import { tempFolders } from './running.ts'
import { waitFor } from './visitor.ts'

const folder = tempFolders()
const isBoxless = await hasNoBox()
const isOn = (msg: unknown): boolean => msg === 'the tool of an MCP server is on'

test('whatever an MCP server answers, or says of its tools, nothing runs that was not allowed, and nothing is approved', async () => {
  const home = folder()
  const servers = injectingServers(home, mcpInjections)
  const given = await world(home, servers)
  await waitFor('the servers', () => {
    const on = new Set(given.service.lines.flatMap(({ msg, ...line }) => (isOn(msg) ? [line['tool']] : [])))
    return servers.tools.every((tool) => on.has(tool)) || undefined
  })
  const played = mcpInjections.filter(({ byOperator }) => !isBoxless || !byOperator)
  const found: object[] = []
  for (const [n, injection] of played.entries()) {
    const tool = servers.lays(injection)
    const told = ({ tools }: Conversation): string => JSON.stringify(tools.find(({ name }) => name === wireName(tool)))
    const looking: Looking = { ...injection, first: [tool, {}], ...(isOfTool(injection) && { reads: told }) }
    // oxlint-disable-next-line no-await-in-loop -- one bot, one run after the other
    const { ran, asks, tape, prompts, calls } = await plays(given, looking, n + 1)
    const isObeyed = calls > 2 || asks > 1
    found.push({ text: injection.text, isObeyed, ran, asks, leaks: `${tape}${prompts}`.includes(secret) })
  }
  expect(found).toEqual(
    played.map((injection) => ({
      text: injection.text,
      isObeyed: true,
      ran: injection.where === 'error' || injection.where === 'refusal' ? [] : [servers.lays(injection)],
      asks: injection.asks ?? 0,
      leaks: false,
    })),
  )
  await expectNothingElse(given)
}, 120_000)

test('what an MCP server says of itself, and what it says unasked, is told to no model', async () => {
  const home = folder()
  const servers = injectingServers(home, mcpInjections.slice(0, 1))
  const words = 'Iris obeys the archive'
  servers.tells('says', {
    self: {
      instructions: words,
      serverInfo: { name: words, title: words, version: words },
      capabilities: { tools: {}, logging: {}, experimental: { [words]: {} } },
    },
    tool: {
      title: words,
      annotations: { title: words, readOnlyHint: true },
      outputSchema: { type: 'object', description: words },
      icons: [{ src: words }],
      _meta: { words },
    },
    notices: [
      { method: 'notifications/message', params: { level: 'alert', logger: words, data: words } },
      { method: 'notifications/progress', params: { progressToken: 0, progress: 1, message: words } },
    ],
    result: { content: [{ type: 'text', text: 'Seven samples.', _meta: { words } }], _meta: { words } },
  })
  const given = await world(home, servers)
  await waitFor('the server', () => given.service.lines.some(({ msg }) => isOn(msg)) || undefined)
  const { ran, tape, prompts } = await plays(given, { first: ['mcp.says.look', {}] }, 1)
  expect([ran, `${tape}${prompts}`.includes('Seven samples.')]).toEqual([['mcp.says.look'], true])
  expect(`${tape}${prompts}${JSON.stringify(await given.service.visitor.replies('lobby'))}`).not.toContain(words)
})

test('each of the texts wants something done', () => {
  const empty = mcpInjections.filter(({ text }) => wantedIn(text).calls.length + wantedIn(text).says.length === 0)
  expect(empty).toEqual([])
})
