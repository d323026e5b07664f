// Markdown from the model to the chat: rich text where the configuration leaves it open, plain words where it says so.
import { expect, test } from 'vitest'
import { feishuRooms } from './feishu-room.ts'

const room = feishuRooms()
const reply = '**Friday**, @Ann. See:\n- [the plan](https://a.org/plan)\n- `npm test`'

test.each([
  ['rich text', {}, 'Friday, @Ann. See:\n• the plan\n• `npm test`'],
  ['plain words', { style: { markdown: false } }, 'Friday, @Ann. See:\nthe plan (https://a.org/plan)\nnpm test'],
])('an answer in markdown stands in the chat as %s, and rings whom it calls (T4)', async (_, more, text) => {
  const { fake, lab, start } = await room({ reply, social: { policy: 'mention', ...more } })
  const service = await start()
  const id = fake.say('ann', lab, '@Iris when?', { mentions: ['iris'] })
  expect((await service.outcome('iris', lab, id)).at(-1)).toBe('dispatch end: replied')
  expect(fake.posted(lab).at(-1)).toMatchObject({ by: 'iris', text, mentions: ['ann'] })
})
