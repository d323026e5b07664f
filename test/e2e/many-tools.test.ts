// More than twelve tools: what a run asked for by name stays on offer, in its place, across kill -9 (A7).
import { expect, onTestFinished, test } from 'vitest'
import { inSteps } from '../fakes/scripted-tools.ts'
import { configured } from '../world/service-world.ts'
import { iris, rooms, tempFolders } from './running.ts'
import { spawned } from './spawned.ts'
import { waitFor } from './visitor.ts'

const folder = tempFolders()
const olga = { name: 'Olga' }
const always = ['tools_describe', 'skill_read', 'tape_page', 'tape_handoff']

test('of many tools each is one line until it is asked for; then it is whole in every request, in the same order after kill -9', async () => {
  const tools = ['fs.*', 'web.*', 'tape.*', 'fact.*', 'schedule.*', 'skill.*']
  const bot = {
    ...iris,
    operators: ['person:olga'],
    agent: { allow: [{ tools, groups: ['web:lobby'], by: 'members' }] },
  }
  const { home, chat, file } = await configured({ home: folder(), bots: [bot], rest: { channels: rooms('lobby') } })
  chat.behave({
    compose: inSteps(
      { text: 'For that I need $fs.write.', calls: [['tools.describe', { name: 'tape_search' }]] },
      { calls: [['tape.search', { words: 'samples' }]] },
      // What comes from outside was read: an operator is asked, and meanwhile the service is killed.
      { calls: [['fs.write', { path: 'notes.txt', text: 'Seven samples.' }]] },
      { calls: [['tools.describe', { name: 'fs_list' }]] },
      'They are in the notes.',
    ),
  })
  const first = await spawned(home, file)
  onTestFinished(() => first.kill())
  const id = await first.visitor.say('lobby', 'Iris, note how many samples we take.')
  expect((await first.visitor.reply('lobby', { id, bot: 'iris' })).text).toContain('next comes fs.write')
  await first.kill()

  const second = await spawned(home, file)
  onTestFinished(() => second.kill())
  await second.visitor.say('lobby', '@Iris ,approve 1', olga)
  await waitFor('the answer', async () =>
    (await second.visitor.replies('lobby')).find(({ text }) => text === 'They are in the notes.'),
  )
  const asked = chat.asked.filter(({ stage }) => stage === 'compose').map(({ conversation }) => conversation)
  const names = asked.map((each) => each.tools.map(({ name }) => name))
  const shown = [...always, 'fs_write', 'tape_search']
  expect(names).toEqual([always, shown, shown, shown, [...shown, 'fs_list']])
  const [, , before, after] = asked
  expect([after?.tools, after?.messages[0]]).toEqual([before?.tools, before?.messages[0]])
  expect(after?.messages[0]?.content).toContain('- schedule_add: ')
})
