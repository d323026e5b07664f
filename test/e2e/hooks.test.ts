// A service with users' modules around its model calls and tool calls: the example, and one that throws and hangs (A6).
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { inSteps, readConversation, type Said } from '../fakes/scripted-tools.ts'
import { says } from '../llm/fake-provider.ts'
import { configured } from '../world/service-world.ts'
import { iris, rooms, running, runningIn, tempFolders, writeConfig } from './running.ts'
import { waitFor } from './visitor.ts'

const folder = tempFolders()
const example = fileURLToPath(new URL('../../examples/careful-hooks/careful-hooks.ts', import.meta.url))
const key = 'sk-0123456789abcdef0123'

async function hooked(path: string, steps: (Said | string)[], home = folder()) {
  const allow = [{ tools: ['fs.*', 'web.fetch'], groups: ['web:lobby'], by: 'members' }]
  const bot = { ...iris, operators: ['person:olga'], agent: { allow } }
  const rest = { channels: rooms('lobby'), hooks: [path] }
  const { chat, file } = await configured({ home, bots: [bot], rest })
  const results: string[] = []
  const answer = inSteps(...steps)
  chat.behave({
    compose(response, body) {
      const { results: given, step } = readConversation(body)
      if (step > 0) results[step] = given.join('\n')
      answer(response, body)
    },
  })
  const service = await running(home, file)
  onTestFinished(service.stop)
  const text = (name: string) =>
    globSync(join(home, 'data', 'workspaces', '**', name)).map((found) => readFileSync(found, 'utf8'))
  return { service, chat, results, text }
}

test('the example: a page refused, an address masked, a file that an operator has to see, and a key that is not posted', async () => {
  const { service, chat, results, text } = await hooked(example, [
    {
      calls: [
        ['fs.write', { path: 'drafts/a.txt', text: 'Ask ann@example.org' }],
        ['fs.write', { path: 'drafts/b.txt', text: 'x' }],
      ],
    },
    {
      calls: [
        ['fs.read', { path: 'drafts/a.txt' }],
        ['web.fetch', { url: 'http://127.0.0.1:9/page' }],
      ],
    },
    { calls: [['fs.write', { path: 'notes.txt', text: 'Seven samples.' }]] },
    'It is done.',
  ])
  const id = await service.visitor.say('lobby', 'Iris, note how many samples we take.')
  expect((await service.visitor.reply('lobby', { id, bot: 'iris' })).text).toBe(
    'May I? A hook wants a word on this, and next comes fs.write {"path":"notes.txt","text":"Seven samples."}. ' +
      'An operator answers within 10 minutes: @Iris ,approve 1 or @Iris ,deny 1',
  )
  expect([text('notes.txt'), text('a.txt'), text('b.txt')]).toEqual([[], ['Ask ann@example.org'], []])
  await service.visitor.say('lobby', '@Iris ,approve 1', { name: 'Olga' })
  await waitFor('the answer', async () =>
    (await service.visitor.replies('lobby')).find(({ text: said }) => said === 'It is done.'),
  )
  expect(text('notes.txt')).toEqual(['Seven samples.'])
  expect(results.slice(1, 3)).toEqual([
    expect.stringMatching(/not made: write one file at a time/),
    expect.stringMatching(
      /\(changed by a hook\) Ask \[address\][^]*not made: pages are read from docs\.example\.org alone/,
    ),
  ])
  const told = (await service.visitor.verdicts('lobby')).filter(({ numbers }) => numbers?.['hook'] !== undefined)
  const shown = told.map(({ outcome, why, numbers }) => [outcome, why, numbers?.['tool'], numbers?.['did']].join(' '))
  expect(shown.toSorted()).toEqual([
    'acted toolAnswered fs.read changed',
    'refused toolRefused fs.write asked',
    'refused toolRefused web.fetch refused',
  ])
  chat.behave({ compose: inSteps(`Take ${key}.`) })
  const asked = await service.visitor.say('lobby', 'Iris, which key is it?')
  const outcome = await service.visitor.outcome('lobby', 'iris', asked)
  expect(outcome.filter(({ gate }) => gate === 'compose').map(({ why, reason }) => [why, reason])).toEqual([
    ['hookRefused', 'the answer holds a key'],
  ])
  expect(JSON.stringify(await service.visitor.messages('lobby'))).not.toContain(key)
})

test('one that throws and hangs: no call is made, nothing it should have checked is posted, and the service goes on', async () => {
  const home = folder()
  const path = join(home, 'sick.mjs')
  writeFileSync(
    path,
    `export default {
      beforeTool() { throw new Error('no disk') },
      afterModel({ text }) { if (text.includes('secret')) for (;;); },
    }`,
  )
  const write = (n: number): Said => ({ calls: [['fs.write', { path: `${n}.txt`, text: 'x' }]] })
  const { service, chat, results, text } = await hooked(path, [write(1), write(2), 'It is not done.'], home)
  const ask = (words: string) => service.visitor.say('lobby', words)
  const first = await ask('Iris, write it down.')
  expect((await service.visitor.reply('lobby', { id: first, bot: 'iris' })).text).toBe('It is not done.')
  expect([text('*.txt'), results.slice(1)]).toEqual([
    [],
    [1, 2].map(() => expect.stringContaining('not made: what checks calls here failed')),
  ])
  const failures = async () =>
    (await service.visitor.health())['failures'] as { hooks?: { count: number; error: string } }
  const lines = () => service.lines.filter(({ msg }) => msg.startsWith('a hook failed'))
  expect([(await failures()).hooks, lines()]).toMatchObject([
    { count: 2, error: 'sick.mjs: beforeTool: no disk' },
    [{ hook: 'sick.mjs beforeTool', error: 'no disk' }],
  ])
  expect(lines()).toHaveLength(1)
  chat.behave({ compose: inSteps('It is a secret.') })
  const second = await ask('Iris, what is it?')
  expect(
    (await service.visitor.outcome('lobby', 'iris', second)).filter(({ gate }) => gate === 'compose'),
  ).toMatchObject([{ outcome: 'failed', why: 'hookFailed', numbers: { hook: 'sick.mjs' } }])
  expect([(await failures()).hooks?.count, lines().length]).toEqual([3, 2])
  chat.behave({ compose: inSteps('Seven.') })
  const third = await ask('Iris, how many samples?')
  expect((await service.visitor.reply('lobby', { id: third, bot: 'iris' })).text).toBe('Seven.')
})

test('a service does not start without a module that it is to have', async () => {
  const home = folder()
  writeFileSync(join(home, 'typo.mjs'), 'export default { beforeTools() {} }')
  await expect(running(home, { bots: [iris], hooks: ['./typo.mjs'] })).rejects.toThrow(
    `hooks: ${join(home, 'typo.mjs')}: it cannot be loaded: it has a beforeTools`,
  )
})

test.each([
  ['nothing', undefined, true],
  ['requests', 'export default { beforeModel() {} }', true],
  ['answers', 'export default { afterModel() {} }', undefined],
])(
  'where hooks check %s, words of the model are shown as they come, or not before the hooks have heard them',
  async (_, code, streams) => {
    const home = folder()
    if (code !== undefined) writeFileSync(join(home, 'mine.mjs'), code)
    const rest = { channels: rooms('lobby'), ...(code !== undefined && { hooks: ['./mine.mjs'] }) }
    const { chat, file } = await configured({ home, rest })
    const asked: unknown[] = []
    chat.behave({
      compose(response, body) {
        asked.push(body['stream'])
        says('Seven.')(response, body)
      },
    })
    writeConfig(home, file)
    const service = await runningIn(home, {}, { hears: () => undefined })
    onTestFinished(service.stop)
    const id = await service.visitor.say('lobby', 'Iris, how many samples?')
    expect((await service.visitor.reply('lobby', { id, bot: 'iris' })).text).toBe('Seven.')
    expect(asked).toEqual([streams])
  },
)
