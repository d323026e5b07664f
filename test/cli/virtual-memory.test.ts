// Bots that ask models in virtual time remember their groups as the service's bots do.
import { expect, test } from 'vitest'
import type { ChatModel, ChatRequest } from '../../src/llm/model.ts'
import { makeVirtualGroups } from '../../src/lab/virtual/virtual-groups.ts'
import { demoConfig } from '../config/demo-config.ts'

test('what was said long ago is recalled and noted, and forgotten when a person says so', async () => {
  const asked: ChatRequest[] = []
  const contentOf = ({ messages }: ChatRequest): string => messages.map(({ content }) => content).join('\n')
  /** A model that notes what it is told, and nothing else. */
  const noted = (request: ChatRequest): string =>
    contentOf(request).includes('sleeps in the cellar') ? 'The zebra sleeps in the cellar' : 'NOTHING'
  const model: ChatModel = {
    name: 'scripted',
    rehearsal: false,
    ask(request) {
      asked.push(request)
      const isNote = contentOf(request).startsWith('You keep the notes of ')
      const text = isNote ? noted(request) : request.format === 'json' ? '{"want_to_reply":false}' : 'Noted.'
      return Promise.resolve({ text, finish: 'stop', model: 'scripted', tokens: 100 })
    },
  }
  const groups = makeVirtualGroups({
    config: demoConfig,
    bots: demoConfig.bots.slice(0, 1),
    roster: [],
    decide: { decision: () => model, reply: () => model, latency: 10 },
    seed: 1,
    startAt: 0,
    traced: () => {},
  })
  let said = 0
  const say = async (text: string): Promise<void> => {
    said += 1
    const sender = { id: text.startsWith('Iris') ? 'ann' : `p${said % 5}`, name: 'Ann', bot: false }
    await groups.listen({ id: `m${said}`, group: 'web:lobby', ts: said * 60_000, sender, text })
  }
  const answered = async (text: string): Promise<string> => {
    await say(text)
    said += 1
    await groups.passUntil(said * 60_000)
    const found = asked.findLast(
      (request) => contentOf(request).includes(text) && contentOf(request).includes('Write your next'),
    )
    return found ? contentOf(found) : ''
  }
  await say('the zebra sleeps in the cellar')
  for (let i = 0; i < 100; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await say(`a line about the weather, number ${i}`)
  }
  const before = await answered('Iris, where does the zebra sleep?')
  const order = await answered('Iris, forget what was said about the zebra')
  const after = await answered('Iris, and the animal of before, where was it? the zebra?')
  await groups.passOut()
  expect(before).toContain('Noted of this room (data):\n- The zebra sleeps in the cellar')
  expect(before).toMatch(/Recalled from before:\n.*the zebra sleeps in the cellar/)
  expect(order).toContain('You were told to forget, and it is done')
  expect(after).not.toContain('cellar')
  const notes = asked.filter((request) => contentOf(request).startsWith('You keep the notes of '))
  expect(notes.slice(1).filter((request) => contentOf(request).includes('forget what'))).toEqual([])
})
