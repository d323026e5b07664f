// In a chat of two a word that calls a request off need not name the bot; what else is read off a message is as before.
import { expect, test } from 'vitest'
import type { MessageRef } from '../../machines/group/types.ts'
import type { Config } from '../../src/config/config.ts'
import { newConversation } from '../../src/room/conversation.ts'
import { makeHearing } from '../../src/room/hearing.ts'
import { makeMember } from '../../src/room/members.ts'

const iris = { id: 'iris', name: 'Iris', aliases: [], role: '', expertise: '', operators: [] }
const config = { bots: [iris], groups: {} } as unknown as Config
const member = makeMember(iris, 'iris_bot')

function wishOf(text: string, bot = false): MessageRef['wish'] {
  const hearing = makeHearing({ config, roster: () => [iris], memberIn: () => member, now: () => 1_000 })
  const room = {
    key: 'direct telegram:7',
    talk: newConversation(),
    actor: () => undefined,
    reached: () => undefined,
    isUnderWay: () => false,
  }
  const sender = { id: 'ann', name: 'Ann', bot }
  const [first] = hearing
    .hear(room, { id: 'm1', group: 'telegram:7', ts: 1_000, sender, text, oneToOne: true, bots: ['iris'] })
    .read()
  return (first?.event as { message?: MessageRef } | undefined)?.message?.wish
}

test('stop, 停 and 取消 call off what was asked', () => {
  expect(['stop', 'Iris, stop', '停', '取消', 'cancel that, please'].map((text) => wishOf(text))).toEqual(
    Array.from({ length: 5 }, () => 'stop'),
  )
})

test('other words do not, nor does a bot', () => {
  expect(['be quiet', 'where does the bus stop?', 'stop the music at ten'].map((text) => wishOf(text))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(wishOf('stop', true)).toBeUndefined()
})
