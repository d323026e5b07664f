// A room with five bots: a message is read once, stored once, and steps every chart that it is for (R2, R10, L3).
import { expect, test } from 'vitest'
import { makeHearing, type TalkLine } from '../../src/room/hearing.ts'
import { makeMember } from '../../src/room/members.ts'
import type { InboundMessage } from '../../src/room/message.ts'
import { defaultSettings } from '../../src/config/default-settings.ts'
import type { Config } from '../../src/config/config.ts'
import { openTalk } from '../../src/store/talk.ts'
import { talkRow } from '../../src/room/stored-message.ts'
import { kinds } from '../../src/room/kinds.ts'
import { localLife } from '../host/local-life.ts'
import { inMemory } from '../host/stores.ts'

const names = ['Iris', 'Rex', 'Max', 'Nova', 'Kim']
const bots = names.map((name) => ({ id: name.toLowerCase(), name, aliases: [], role: '', expertise: '' }))
const ids = bots.map(({ id }) => id)
const group = 'web:lobby'
const config = { bots, groups: { [group]: { bots: ids, settings: defaultSettings } } } as unknown as Config
const members = new Map(bots.map((bot) => [bot.id, makeMember(bot, bot.id)]))

/** A room on a store; `lines`: of the talk that is kept, each time it is asked for. */
function room(db = inMemory()) {
  const talk = openTalk(db)
  let readings = 0
  const dropped: string[] = []
  const hearing = makeHearing({
    config,
    roster() {
      readings += 1
      return bots
    },
    memberIn: (_, bot) => members.get(bot),
    talk: { ...talk, since: (of, at, most): TalkLine[] => talk.since(of, at, most) },
    now: () => life.clock.now(),
  })
  const life = localLife({
    db,
    hosted: { kinds, room: hearing },
    host: {
      keep: (message) => talk.put(message.group, talkRow(message, life.clock.now())),
      dropped: ({ id }, of) => void dropped.push(`${id} ${of.join(' ')}`),
    },
  })
  let n = 0
  const say = (text: string, over: Partial<InboundMessage> = {}) => {
    n += 1
    const ts = life.clock.now()
    const message = { id: `m${n}`, group, ts, sender: { id: 'ann', name: 'Ann', bot: false }, text, ...over }
    return life.host.commit([{ message }])[0]
  }
  const rows = (table: string) => db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']
  const heard = () =>
    life.steps.flatMap(({ key, event }) => {
      const { message } = event as unknown as { message?: { id: string; mentioned: boolean; addressedToOther?: true } }
      return message
        ? [`${key} ${message.id}${message.mentioned ? ' called' : message.addressedToOther ? ' elsewhere' : ''}`]
        : []
    })
  return { life, say, rows, heard, dropped, readings: () => readings }
}

test('one row in the inbox, one in the talk, one reading, and a step of each of the five', () => {
  const here = room()
  here.say('Good morning all.')
  const before = here.readings()
  expect(here.say('Max, how is the build?')).toBe('accepted')
  const perReading = here.readings() - before
  expect([here.rows('inbox'), here.rows('message')]).toEqual([2, 2])
  expect(here.heard().slice(5)).toEqual([
    'iris web:lobby m2 elsewhere',
    'rex web:lobby m2 elsewhere',
    'max web:lobby m2 called',
    'nova web:lobby m2 elsewhere',
    'kim web:lobby m2 elsewhere',
  ])
  here.say('Max, how is the build?', { id: 'copied', bots: ['iris'] })
  const first = here.readings()
  here.say('Max, how is the build?', { id: 'copied', bots: ['max'] })
  expect([first - before - perReading, here.readings() - first]).toEqual([perReading, 0])
})

test('a second one with the same id is dropped, for all or for those that have it', () => {
  const here = room()
  const receipts = [
    here.say('Hello.', { id: 'a' }),
    here.say('Hello.', { id: 'a' }),
    here.say('Hello.', { id: 'b', bots: ['iris'] }),
    here.say('Hello.', { id: 'b', bots: ['iris'] }),
    here.say('Hello.', { id: 'b', bots: ['rex'] }),
    here.say('Hello.', { id: 'b' }),
  ]
  expect(receipts).toEqual(['accepted', 'duplicate', 'accepted', 'duplicate', 'accepted', 'accepted'])
  const ofB = here.heard().flatMap((line) => (line.split(' ')[2] === 'b' ? [line.split(' ', 1)[0]] : []))
  expect(ofB).toEqual(ids)
  expect(here.rows('inbox')).toBe(2)
  expect(here.dropped).toEqual([`a ${ids.join(' ')}`, 'b iris', 'b iris rex'])
})

test('the copies of a message for single bots are read once: what is aimed at one is aimed elsewhere for the others', () => {
  const here = room()
  for (const bot of ids) here.say('Nova, can you look?', { id: 'c', bots: [bot] })
  expect(here.heard()).toEqual(ids.map((bot) => `${bot} web:lobby c ${bot === 'nova' ? 'called' : 'elsewhere'}`))
})

test('what comes once more is dropped unread; a copy for a bot that lacks it is read', () => {
  const db = inMemory()
  const here = room(db)
  here.say('Rex, how is the build?', { id: 'a' })
  here.say('Rex, how is the build?', { id: 'b', bots: ['iris'] })
  // Nothing that was read is in mind any more.
  const later = room(db)
  later.say('Good morning all.', { id: 'first' })
  const readingsOf = (over: Partial<InboundMessage>): number => {
    const before = later.readings()
    later.say('Rex, how is the build?', over)
    return later.readings() - before
  }
  const perReading = readingsOf({ id: 'c' })
  expect(readingsOf({ id: 'a' })).toBe(0)
  expect(readingsOf({ id: 'a', bots: ['rex'] })).toBe(0)
  expect(readingsOf({ id: 'b', bots: ['iris'] })).toBe(0)
  expect(readingsOf({ id: 'b', bots: ['rex'] })).toBe(perReading)
  expect(later.heard().filter((line) => line.includes(' b'))).toEqual(['rex web:lobby b called'])
})

test('what comes once more leaves no trace in who talks with whom', () => {
  const goesTo = (again: readonly object[]): string[] => {
    const here = room()
    here.say('Iris, what is the port?', { id: 'first' })
    here.say('Max, how is the build?')
    for (const copy of again) expect(here.say('Iris, what is the port?', { id: 'first', ...copy })).toBe('duplicate')
    here.say('and the tests?', { id: 'last' })
    return here.heard().filter((line) => line.includes(' last'))
  }
  const once = goesTo([])
  expect(once.filter((line) => !line.endsWith('elsewhere'))).not.toEqual([])
  expect(goesTo([{}])).toEqual(once)
  expect(goesTo([{ ts: 1 }, { bots: ['iris'] }, {}])).toEqual(once)
})

test('who talks with whom outlives a restart: it is read from the talk', () => {
  const db = inMemory()
  const before = room(db)
  before.say('Rex, what is the port?')
  before.say('It is 8080.', { id: 'r1', sender: { id: 'rex', name: 'Rex', bot: true }, replyTo: 'm1' })
  before.say('Nice weather.', { sender: { id: 'bob', name: 'Bob', bot: false }, id: 'b1' })
  const after = room(db)
  after.say('And the host?', { id: 'x' })
  const asked = after.life.steps.flatMap(({ key, event }) => {
    const { message } = event as unknown as { message?: { asked?: string } }
    return message?.asked ? [`${key} ${message.asked}`] : []
  })
  expect(asked).toEqual(['rex web:lobby followUp'])
})

test('a message that cannot be read is kept, wakes nobody, and those beside it are taken', () => {
  const db = inMemory()
  const unread: string[] = []
  const kept: string[] = []
  const life = localLife({
    db,
    hosted: {
      room: {
        hear(_, { id, group: of }) {
          if (id === 'b') throw new TypeError('a bug')
          return { bots: ['iris'], read: () => [{ key: `iris ${of}`, event: { type: 'operator.mute' } }] }
        },
      },
    },
    host: {
      keep: ({ id }) => void kept.push(id),
      unread: ({ id }, error) => void unread.push(`${id}: ${(error as Error).message}`),
    },
  })
  const message = (id: string): InboundMessage => ({
    id,
    group,
    ts: 1,
    sender: { id: 'ann', name: 'Ann', bot: false },
    text: 'Hi.',
  })
  expect(life.host.commit(['a', 'b', 'c'].map((id) => ({ message: message(id) })))).toEqual([
    'accepted',
    'accepted',
    'accepted',
  ])
  expect({ kept, unread, steps: life.steps.map(({ event }) => event.type) }).toEqual({
    kept: ['a', 'b', 'c'],
    unread: ['b: a bug'],
    steps: ['xstate.init', 'operator.mute', 'operator.mute'],
  })
})
