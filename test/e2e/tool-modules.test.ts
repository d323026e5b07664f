// A service with users' modules of tools: the example, one that throws, a kill -9 in a keyed call, and names that clash (A15).
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { inSteps, readConversation, type Said } from '../fakes/scripted-tools.ts'
import { configured } from '../world/service-world.ts'
import { iris, rooms, running, tempFolders } from './running.ts'
import { spawned } from './spawned.ts'
import { waitFor } from './visitor.ts'

const folder = tempFolders()
const example = fileURLToPath(new URL('../../examples/lab-tools/lab-tools.ts', import.meta.url))

async function withModule(home: string, path: string, steps: (Said | string)[], allowed = ['lab.*']) {
  const allow = [{ tools: allowed, groups: ['web:lobby'], by: 'members' }]
  const bot = { ...iris, operators: ['person:olga'], agent: { allow } }
  const { chat, file } = await configured({ home, bots: [bot], rest: { channels: rooms('lobby'), tools: [path] } })
  const results: string[][] = []
  const offered = new Set<string>()
  const answer = inSteps(...steps)
  chat.behave({
    compose(response, body) {
      const { results: given, step, tools } = readConversation(body)
      for (const { name } of tools) offered.add(name)
      if (step > 0) results[step - 1] = given
      answer(response, body)
    },
  })
  return { file, results, offered }
}

const found = (home: string, pattern: string): string[] =>
  globSync(join(home, 'data', 'workspaces', '**', pattern)).map((path) => readFileSync(path, 'utf8'))

test('the example: it reads, orders once and prints once; what it cannot do the model reads, and operators see whose tools they are', async () => {
  const home = folder()
  const { file, results } = await withModule(home, example, [
    { calls: [['lab.samples', { kind: 'blood' }]] },
    {
      calls: [
        ['lab.order', { kind: 'blood', count: 7 }],
        ['lab.order', { kind: 'blood', count: 700 }],
        ['lab.print', { label: 'blood 7' }],
      ],
    },
    'Seven are ordered.',
  ])
  const service = await running(home, file)
  onTestFinished(service.stop)
  const id = await service.visitor.say('lobby', 'Iris, do we have blood?')
  expect((await service.visitor.reply('lobby', { id, bot: 'iris' })).text).toBe('Seven are ordered.')
  expect(results).toEqual([
    [expect.stringContaining('there are no samples of blood')],
    [
      expect.stringContaining('7 samples of blood are ordered'),
      expect.stringMatching(/lab_order was not called: count: /),
      expect.stringContaining('printed'),
    ],
  ])
  expect(results[0]?.[0]).toMatch(/error/)
  expect([found(home, 'orders/*.json'), found(home, 'printed.txt')]).toEqual([
    ['{"kind":"blood","count":7}'],
    ['blood 7\n'],
  ])
  await service.visitor.say('lobby', '@Iris ,tools', { name: 'Olga' })
  const told = await waitFor('the list', async () =>
    (await service.visitor.replies('lobby')).find(({ text }) => text.includes('lab.print – ')),
  )
  expect(told.text).toContain('lab.samples – only reads (lab-tools.ts)')
})

const lookingText = (more: string): string =>
  `export default { tools: [
    { name: 'lab.look', description: 'Looks.', effect: 'read', input: { type: 'object' }, run: () => 'seven' },
    ${more}
  ] }`

test('one that throws, and throws where nobody waits, costs its call alone; after what it read, what may change something waits for a word', async () => {
  const home = folder()
  const path = join(home, 'sick.mjs')
  const sick = `{ name: 'lab.fall', description: 'Falls.', effect: 'once', input: { type: 'object' },
    run() { setTimeout(() => { throw new Error('behind') }); throw new Error('no disk at 10.0.0.7') } },
    { name: 'lab.hidden', description: 'No rule names it.', effect: 'read', input: { type: 'object' }, run: () => 'x' }`
  writeFileSync(path, lookingText(sick))
  const steps = [{ calls: [['lab.fall', {}]] }, { calls: [['lab.look', {}]] }, { calls: [['lab.fall', {}]] }, 'Seven.']
  const { file, results, offered } = await withModule(home, path, steps as Said[], ['lab.fall', 'lab.look'])
  const service = await running(home, file)
  onTestFinished(service.stop)
  await service.visitor.say('lobby', 'Iris, look.')
  const asked = await waitFor('the question', async () =>
    (await service.visitor.replies('lobby')).find(({ text }) => text.startsWith('May I?')),
  )
  expect(asked.text).toContain('I read something from outside, and next comes lab.fall {}')
  await service.visitor.say('lobby', '@Iris ,deny 1', { name: 'Olga' })
  await waitFor('the answer', async () =>
    (await service.visitor.replies('lobby')).find(({ text }) => text === 'Seven.'),
  )
  expect(results.flat()).toEqual([
    expect.stringContaining('it failed: it may have been done, look before you do it again'),
    expect.stringContaining('<page from="lab.look">\nseven'),
    expect.stringContaining('no operator allowed it'),
  ])
  expect([offered.has('lab_look'), offered.has('lab_hidden')]).toEqual([true, false])
  const { failures } = (await service.visitor.health()) as { failures: { tools: { count: number } } }
  expect(failures.tools.count).toBe(2)
  expect(JSON.stringify([results, await service.visitor.messages('lobby')])).not.toMatch(/10\.0\.0\.7|behind/)
})

test('a kill -9 in the middle of a keyed call: it is made again under its key, and done once', async () => {
  const home = folder()
  const path = join(home, 'orders.mjs')
  const order = `{ name: 'lab.order', description: 'Orders.', effect: 'keyed', input: { type: 'object' }, readsOutside: false,
    async run(_, { key }) {
      const { appendFileSync, existsSync, writeFileSync } = await import('node:fs')
      const file = new URL('./order-' + key, import.meta.url)
      appendFileSync(new URL('./asked.txt', import.meta.url), key + '\\n')
      if (existsSync(file)) return 'it was ordered'
      writeFileSync(file, 'x')
      return new Promise(() => {})
    } }`
  writeFileSync(path, lookingText(order))
  const { file, results } = await withModule(home, path, [{ calls: [['lab.order', {}]] }, 'It is ordered.'])
  const orders = () => globSync(join(home, 'order-*'))
  const first = await spawned(home, file)
  onTestFinished(() => first.kill())
  const id = await first.visitor.say('lobby', 'Iris, order it.')
  await waitFor('the order', () => orders()[0])
  await first.kill()
  const second = await spawned(home, file)
  onTestFinished(() => second.kill())
  expect((await second.visitor.reply('lobby', { id, bot: 'iris' })).text).toBe('It is ordered.')
  const asked = readFileSync(join(home, 'asked.txt'), 'utf8').trim().split('\n')
  expect([asked.length, new Set(asked).size, orders().length]).toEqual([2, 1, 1])
  expect(results.flat()).toEqual([expect.stringContaining('it was ordered')])
})

test('a service does not start with a tool that could be taken for another one', async () => {
  const home = folder()
  const path = join(home, 'mine', 'shadow.mjs')
  mkdirSync(dirname(path))
  writeFileSync(path, lookingText('').replace('lab.look', 'fs.read'))
  expect(existsSync(path)).toBe(true)
  await expect(running(home, { bots: [iris], tools: ['./mine/shadow.mjs'] })).rejects.toThrow(
    `tools: ${path}: its fs.read begins with "fs.", as tools of Chime do: choose another prefix`,
  )
})
