// Bots that ask models in virtual time remember their groups as the service's bots do.
import { expect, test } from 'vitest'
import type { ChatRequest } from '../../src/llm/model.ts'
import { demoConfig } from '../config/demo-config.ts'
import { lineOf, modelThat, playedWorld, textOf } from '../world/played-world.ts'

test('what was said long ago is recalled and noted, and forgotten when a person says so', async () => {
  /** A model that notes what it is told, and nothing else. */
  const noted = (request: ChatRequest): string =>
    textOf(request).includes('sleeps in the cellar') ? 'The zebra sleeps in the cellar' : 'NOTHING'
  const model = modelThat((request) => {
    if (textOf(request).startsWith('You keep the notes of ')) return noted(request)
    return request.format === 'json' ? '{"want_to_reply":false}' : 'Noted.'
  })
  const { asked } = model
  const { listen, passUntil, passOut } = playedWorld({ bots: demoConfig.bots.slice(0, 1), model, isEchoed: false })
  let said = 0
  const say = async (text: string): Promise<void> => {
    said += 1
    const sender = { id: text.startsWith('Iris') ? 'ann' : `p${said % 5}`, name: 'Ann', bot: false }
    await listen({ ...lineOf(`m${said}`, said * 60_000, text), sender })
  }
  const answered = async (text: string): Promise<string> => {
    await say(text)
    said += 1
    await passUntil(said * 60_000)
    const found = asked.findLast(
      (request) => textOf(request).includes(text) && textOf(request).includes('Write your next'),
    )
    return found ? textOf(found) : ''
  }
  await say('the zebra sleeps in the cellar')
  for (let i = 0; i < 100; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await say(`a line about the weather, number ${i}`)
  }
  const before = await answered('Iris, where does the zebra sleep?')
  const order = await answered('Iris, forget what was said about the zebra')
  const after = await answered('Iris, and the animal of before, where was it? the zebra?')
  await passOut()
  expect(before).toContain('Noted of this room (data):\n- The zebra sleeps in the cellar')
  expect(before).toMatch(/Recalled from before:\n.*the zebra sleeps in the cellar/)
  expect(order).toContain('You were told to forget, and it is done')
  expect(after).not.toContain('cellar')
  const notes = asked.filter((request) => textOf(request).startsWith('You keep the notes of '))
  expect(notes.slice(1).filter((request) => textOf(request).includes('forget what'))).toEqual([])
})
