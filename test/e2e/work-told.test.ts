// Work on a platform where a bot can change what it has said, and people take back what they asked (A5, A11).
import { expect, test } from 'vitest'
import { inSteps, readConversation } from '../fakes/scripted-tools.ts'
import { discordRooms, postedByBots } from './discord-room.ts'
import { waitFor } from './visitor.ts'

const room = discordRooms()

test('how it goes stands in one line; the request is taken back: the call ends, the line bears a sign, nothing more is said', async () => {
  const { fake, lab, file, chat, start } = await room()
  const [iris] = file.bots as [object]
  const allow = [{ tools: ['fs.*'], groups: [`discord:${lab}`], by: 'members' }]
  Object.assign(iris, { agent: { allow, inlineMs: 50, progressMs: 300 } })
  const steps = inSteps(
    { text: 'I go through the notes.', calls: [['fs.list', {}]] },
    { text: 'The first half is done.', calls: [['fs.list', { path: '.' }]] },
  )
  let call: 'none' | 'open' | 'closed' = 'none'
  chat.behave({
    compose: (response, body) => {
      if (readConversation(body).step < 2) steps(response, body)
      else {
        call = 'open'
        response.on('close', () => (call = 'closed'))
      }
    },
  })
  const service = await start()
  const id = fake.say('ann', lab, '@Iris what is in the notes?', { mentions: ['iris'] })
  await waitFor('the notice', () => (postedByBots(fake, lab)[0] === 'iris: I go through the notes.' ? true : undefined))
  await waitFor('how it goes', () =>
    postedByBots(fake, lab)[0] === 'iris: The first half is done.' ? true : undefined,
  )
  await waitFor('the next call', () => (call === 'open' ? true : undefined))
  fake.remove(id)
  await waitFor('the end of the call', () => (call === 'closed' ? true : undefined))
  const line = () => fake.messages(lab).find(({ author }) => author.handle === 'iris')
  await waitFor('the sign', () => (line()?.reactions.length ? true : undefined))
  expect(line()?.reactions).toEqual([{ by: 'iris', emoji: '👌' }])
  expect(postedByBots(fake, lab)).toEqual(['iris: The first half is done.'])
  await service.stop()
})
