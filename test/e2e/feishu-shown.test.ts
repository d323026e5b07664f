import { expect, onTestFinished, test } from 'vitest'
import { fakeFeishu } from '../fakes/feishu/fake-feishu.ts'
import { iris, running, tempFolders } from './running.ts'
import { waitFor } from './visitor.ts'
import { chatting } from '../world/service-world.ts'

const folder = tempFolders()

async function room(typingIndicator: boolean) {
  const fake = await fakeFeishu({ people: ['ann'], apps: [{ handle: 'iris', name: 'Iris' }] })
  onTestFinished(fake.stop)
  const lab = fake.group('Sleep lab', ['ann', 'iris'])
  const chat = await chatting('Twelve will do.')
  const service = await running(folder(), {
    bots: [{ ...iris, model: chat.model }],
    channels: { feishu: { typingIndicator, domain: fake.url, accounts: [{ bot: 'iris', ...fake.app('iris') }] } },
  })
  onTestFinished(service.stop)
  await waitFor('iris online', () => service.lines.some(({ msg }) => msg === 'the bot is online') || undefined)
  const question = fake.say('ann', lab, '@Iris how many samples?', { mentions: ['iris'] })
  await waitFor('the turn’s end', () => ended(service.lines) || undefined)
  const answer = await fetch(`${service.url}/api/board`)
  const board = (await answer.json()) as { group: string; groupTitle: string }[]
  await service.stop()
  const reactions = fake.calls.flatMap(({ name }) => (name === 'react' || name === 'unreact' ? [name] : []))
  return { fake, lab, question, service, reactions, board, posted: fake.posted(lab) }
}

const ended = (lines: readonly Record<string, unknown>[]) =>
  lines.some(({ gate, outcome }) => gate === 'dispatch' && outcome === 'end')

test('while a reply is written its question bears the reaction Typing, and nothing is left of it (A11)', async () => {
  const { question, reactions, posted } = await room(true)
  expect(reactions).toEqual(['react', 'unreact'])
  expect(posted.map(({ by, text, ...rest }) => ({ by, text, reactions: rest.reactions }))).toEqual([
    { by: 'ann', text: '@Iris how many samples?', reactions: undefined },
    { by: 'iris', text: 'Twelve will do.', reactions: undefined },
  ])
  expect(posted[0]?.id).toBe(question)
})

test('by default nothing is shown; the board calls the group by its name', async () => {
  const { lab, board, reactions, posted } = await room(false)
  expect({ reactions, said: posted.length }).toEqual({ reactions: [], said: 2 })
  expect(board.find(({ group }) => group === `feishu:${lab}`)?.groupTitle).toBe('Sleep lab')
})
