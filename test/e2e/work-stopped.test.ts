// A command of a bot's shell that is under way when who asked calls the work off, or takes the request back (A5, A6).
import { expect, test } from 'vitest'
import { inSteps, readConversation } from '../fakes/scripted-tools.ts'
import { hasNoBox, running as sleepers, until } from '../tools/box.ts'
import { waitFor } from './visitor.ts'
import { tempFolders } from './running.ts'
import { working } from './working.ts'

const isLeftOut = await hasNoBox()
const folder = tempFolders()

test.skipIf(isLeftOut)('the command is dead within a second, and nothing is posted after', async () => {
  const mark = `3${process.pid}.7`
  const { chat, service } = await working(folder(), ['x'], {
    inlineMs: 50,
    allow: [{ tools: ['bash'], groups: ['web:lobby'], by: 'operators', shell: true }],
  })
  const first = inSteps({ text: 'I run it.', calls: [['bash', { command: `trap '' TERM; sleep ${mark}` }]] }, 'It ran.')
  let steps = 0
  chat.behave({
    compose: (response, body) => {
      steps = Math.max(steps, readConversation(body).step)
      first(response, body)
    },
  })
  const id = await service.visitor.say('lobby', 'Iris, run the long one.', { name: 'Olga' })
  expect((await service.visitor.reply('lobby', { id, bot: 'iris' })).text).toBe('I run it.')
  await until(mark, 1)
  await service.visitor.say('lobby', 'Iris, stop', { name: 'Olga' })
  expect(await until(mark, 0)).toBeLessThan(1_000)
  await service.visitor.verdict('lobby', { gate: 'work', outcome: 'stopped', why: 'runStopped' })
  await waitFor('the sign', async () =>
    (await service.visitor.replies('lobby')).some(({ text }) => text === '👌') ? true : undefined,
  )
  expect((await service.visitor.replies('lobby')).map(({ text }) => text)).toEqual(['I run it.', '👌'])
  expect([steps, sleepers(mark)]).toEqual([0, 0])
})
