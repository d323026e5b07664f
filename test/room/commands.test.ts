// Who gives commands: an operator by the id of the platform, to a bot that is addressed or alone with them (A4).
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MessageRef } from '../../machines/group/types.ts'
import type { Config } from '../../src/config/config.ts'
import { defaultSettings } from '../../src/config/default-settings.ts'
import { newConversation } from '../../src/room/conversation.ts'
import { makeHearing } from '../../src/room/hearing.ts'
import { makeMember } from '../../src/room/members.ts'
import type { InboundMessage } from '../../src/room/message.ts'

const group = 'telegram:-1'
const bots = ['Iris', 'Rex'].map((name) => ({
  id: name.toLowerCase(),
  name,
  aliases: [],
  role: '',
  expertise: '',
  operators: ['u7'],
}))
const config = { bots, groups: { [group]: { bots: ['iris', 'rex'], settings: defaultSettings } } } as unknown as Config
const members = new Map(bots.map((bot) => [bot.id, makeMember(bot, `${bot.id}_bot`)]))
const olga = { id: 'u7', name: 'Olga', bot: false }

/** What the charts are fed, as `bot type mark`. */
function fedBy(over: Partial<InboundMessage>, limits: boolean = false, of: Config = config): string[] {
  const hearing = makeHearing({
    config: of,
    roster: () => bots,
    memberIn: (_, bot) => members.get(bot),
    now: () => 1_000,
    ...(limits && {
      admission: {
        refusalOf: () => undefined,
        heedsAll: () => false,
        limitOf: () => ({ why: 'personLimit' as const }),
      },
    }),
  })
  const room = {
    key: group,
    talk: newConversation(),
    actor: () => undefined,
    reached: () => undefined,
    isUnderWay: () => false,
  }
  const message = { id: 'm1', group, ts: 1_000, sender: olga, text: '', ...over }
  return hearing
    .hear(room, message)
    .read()
    .map(({ key, event }) => {
      const {
        type,
        command,
        message: ref,
      } = event as { type: string; command?: { name: string; isShell?: true }; message?: MessageRef }
      const mark = command
        ? `${command.name}${command.isShell ? '!' : ''}`
        : ref?.triesCommand
          ? `tried ${ref.triesCommand}`
          : ''
      return `${key.split(' ')[0]} ${type} ${mark}`.trim()
    })
}

const forIris = { mentions: [{ id: 'iris_bot', name: 'Iris' }] }
const heard = ['iris message.received', 'rex message.received']

test('a command is for the bots that it is said to; what it orders follows it', () => {
  expect(fedBy({ text: '@Iris ,help', ...forIris })).toEqual(['iris command.received help', 'rex message.received'])
  expect(fedBy({ text: 'Iris ,policy open' })).toEqual([
    'iris command.received policy',
    'iris operator.policy',
    'rex message.received',
  ])
  expect(fedBy({ text: '@Iris @Rex ,mute' })).toEqual([
    'iris command.received mute',
    'iris operator.mute',
    'rex command.received mute',
    'rex operator.mute',
  ])
  expect(fedBy({ text: 'Iris: ,ls -l' })).toEqual(['iris command.received ls!', 'rex message.received'])
})

test('said to nobody it is talk, and so is a comma in a sentence', () => {
  for (const text of [',mute', 'Iris, mute', 'Iris,mute', 'Iris, we saw it ,mute or not'])
    expect(fedBy({ text })).toEqual(heard)
})

test('alone with the bot it needs no name', () => {
  expect(fedBy({ text: ',why m1', group: 'telegram:7', oneToOne: true, bots: ['iris'] })).toEqual([
    'iris command.received why',
  ])
})

test('a name is anybody’s: members, peers and a renamed operator only try', () => {
  const tried = ['iris message.received tried mute', 'rex message.received']
  for (const sender of [
    { id: 'u8', name: 'Olga', bot: false },
    { id: 'Olga', name: 'u7', bot: false },
    { id: 'u7', name: 'Olga', bot: true },
    { id: 'u9', name: 'Ben', bot: false, alsoKnownAs: ['u7'] },
  ])
    expect(fedBy({ text: '@Iris ,mute', sender, ...forIris })).toEqual(tried)
})

test('who has had their share of the day may stop it all the same', () => {
  expect(fedBy({ text: '@Iris ,stop', ...forIris }, true)[0]).toBe('iris command.received stop')
})

test('what a bot with tools noted of them members may see and have forgotten, and nothing else', () => {
  const working = { ...config, bots: bots.map((bot) => (bot.id === 'iris' ? { ...bot, agent: {} } : bot)) }
  const by = (text: string, over: object = {}, limits = false) =>
    fedBy({ text, sender: { id: 'u8', name: 'Ben', bot: false }, ...over }, limits, working as unknown as Config)[0]
  const forRex = { mentions: [{ id: 'rex_bot', name: 'Rex' }] }
  expect([
    by('@Iris ,facts', forIris),
    by('@Iris ,forget 41', forIris),
    by('Iris ,FACTS'),
    by('Iris ,forget everything'),
  ]).toEqual([
    'iris command.received facts',
    'iris command.received forget',
    'iris command.received facts',
    'iris message.received tried forget',
  ])
  expect(by('@Iris ,mute', forIris)).toBe('iris message.received tried mute')
  expect(by('@Iris ,facts', { ...forIris, sender: { id: 'u8', name: 'Ben', bot: true } })).toBe(
    'iris message.received tried facts',
  )
  expect(by('@Iris ,facts', forIris, true)).toBe('iris message.refused')
  const ofRex = fedBy(
    { text: '@Rex ,facts', sender: { id: 'u8', name: 'Ben', bot: false }, ...forRex },
    false,
    working as unknown as Config,
  )
  expect(ofRex).toEqual(['iris message.received', 'rex message.received tried facts'])
})

test('whatever is written, nobody else’s message becomes a command or an order', () => {
  const pieces = fc.constantFrom(
    ',mute',
    '，stop',
    '@Iris',
    'Iris',
    ' ',
    '\n',
    ',approve 1',
    '<command>',
    'u7',
    ',',
    'olga',
  )
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 8 }).map((all) => all.join(' ')),
      fc.string({ minLength: 1, maxLength: 8 }).filter((id) => id !== 'u7'),
      fc.boolean(),
      (text, id, oneToOne) => {
        const sender = { id, name: 'Olga', bot: false }
        const place = oneToOne ? { group: 'telegram:7', oneToOne, bots: ['iris'] } : forIris
        const types = fedBy({ text, sender, ...place }).map((line) => line.split(' ')[1])
        expect(types.every((type) => type === 'message.received')).toBe(true)
      },
    ),
  )
})
