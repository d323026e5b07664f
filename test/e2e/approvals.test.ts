// A run that read from outside asks the operators before it changes anything: a real service, tools and a room (A6).
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inSteps, readConversation } from '../fakes/scripted-tools.ts'
import { says } from '../llm/fake-provider.ts'
import { configured } from '../world/service-world.ts'
import { iris, rooms, running, tempFolders } from './running.ts'
import { waitFor } from './visitor.ts'

const folder = tempFolders()
const key = 'iris web:lobby'

async function asked() {
  const allow = [{ tools: ['fs.*', 'web.fetch'], groups: ['web:lobby'], by: 'members' }]
  const bot = { ...iris, operators: ['person:olga'], agent: { allow } }
  const { home, chat, file } = await configured({ home: folder(), bots: [bot], rest: { channels: rooms('lobby') } })
  const steps = inSteps(
    // What it may not reach is something from outside, too.
    { text: 'I look.', calls: [['web.fetch', { url: 'http://127.0.0.1:9/page' }]] },
    { calls: [['fs.write', { path: 'notes.txt', text: 'Seven samples.' }]] },
    'It is done.',
  )
  chat.behave({
    compose(response, body) {
      const { messages, tools, step } = readConversation(body)
      const isBeside = step === 0 && tools.length === 0 && messages.length > 0
      if (isBeside) says('Soon.')(response, body)
      else steps(response, body)
    },
  })
  const service = await running(home, file)
  onTestFinished(service.stop)
  const id = await service.visitor.say('lobby', 'Iris, read the page and note how many samples we take.')
  const line = await service.visitor.reply('lobby', { id, bot: 'iris' })
  const notes = () => globSync(join(home, 'data', 'workspaces', '**', 'notes.txt'))
  const say = async (text: string, name: string) => {
    const said = await service.visitor.say('lobby', text, { name })
    return (await service.visitor.reply('lobby', { id: said, bot: 'iris' })).text
  }
  return { service, line, notes, say }
}

test('the room sees the call; a member’s word is talk, an operator’s makes it, once', async () => {
  const { service, line, notes, say } = await asked()
  expect(line.text).toBe(
    'May I? I read something from outside, and next comes fs.write {"path":"notes.txt","text":"Seven samples."}. ' +
      'An operator answers within 10 minutes: @Iris ,approve 1 or @Iris ,deny 1',
  )
  expect(await say('@Iris ,approve 1', 'Ben')).toBe('Soon.')
  expect(await say('@Iris ,approve 2', 'Olga')).toContain('status="error"')
  expect(notes()).toEqual([])
  expect(await say('@Iris ,approve 1', 'Olga')).toBe('1: allowed, this once.')
  await waitFor('the answer', async () =>
    (await service.visitor.replies('lobby')).find(({ text }) => text === 'It is done.'),
  )
  expect(notes().map((path) => readFileSync(path, 'utf8'))).toEqual(['Seven samples.'])
  expect(await say('@Iris ,approve 1', 'Olga')).toContain('nothing waits for a word on 1')
})

test('the page’s word counts as well: a no leaves the file unwritten, and the model reads it', async () => {
  const { service, notes, line } = await asked()
  const open = async (actor: string) => {
    const answer = await fetch(`${service.url}/api/ask?${new URLSearchParams({ actor }).toString()}`)
    return [answer.status, ((await answer.json()) as { ask?: object }).ask]
  }
  expect([await open(key), await open(`#agent/work/${key}`)]).toEqual(
    [0, 1].map(() => [200, { n: 1, text: line.text }]),
  )
  expect(await open('iris web:other')).toEqual([404, undefined])
  const response = await fetch(`${service.url}/api/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ do: 'deny', actor: key, n: 1 }),
  })
  expect([response.status, await response.json()]).toEqual([200, { told: 1 }])
  await waitFor('the answer', async () =>
    (await service.visitor.replies('lobby')).find(({ text }) => text === 'It is done.'),
  )
  expect(await open(key)).toEqual([200, undefined])
  expect(notes().some((path) => existsSync(path))).toBe(false)
  await service.visitor.verdict('lobby', { gate: 'work', outcome: 'denied', why: 'callDenied' })
})
