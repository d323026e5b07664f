// The same message twice, at odd times, or the bot's own (rows 19–21 of the bad inputs: R2, R10, V4).
// The durable inbox over a restart: test/host/local-host.test.ts; the window, time by time: test/machines/vitality.test.ts.
import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../../src/config/default-settings.ts'
import { groupLife, inputWith } from '../fakes/group-life.ts'
import { localLife } from '../host/local-life.ts'
import { inMemory } from '../host/stores.ts'
import { tempFolders } from '../e2e/running.ts'
import { hostileRoom } from './hostile-room.ts'
import { virtualRoom } from './virtual-room.ts'

const folder = tempFolders()
const minute = 60_000

describe('row 19: the same id twice is one message, in two groups two', () => {
  test('posted again it is neither shown nor answered again, and with other words it is refused', async () => {
    const room = await hostileRoom(folder())
    await room.gatesAfter('Iris, which papers?', { id: 'm1' })
    const again = await room.visitor.post('lobby', 'Iris, which papers?', { id: 'm1' })
    const other = await room.visitor.post('lobby', 'Iris, and which data?', { id: 'm1' })
    expect([again.status, again.message?.text, other.status]).toEqual([200, 'Iris, which papers?', 409])
    await room.gatesAfter('Iris, anything else?', { id: 'm2' })
    const replies = (await room.visitor.replies('lobby')).map(({ replyTo }) => replyTo)
    expect(replies).toEqual(['m1', 'm2'])
    expect(room.linesRead('compose').join('\n')).not.toContain('which data')
  })

  test('in two rooms both are answered', async () => {
    const { visitor } = await hostileRoom(folder())
    await Promise.all(
      ['lobby', 'den'].map((room) => visitor.say(room, `Iris, which papers of the ${room}?`, { id: 'm1' })),
    )
    const replies = await Promise.all(['lobby', 'den'].map((room) => visitor.reply(room, { id: 'm1', bot: 'iris' })))
    expect(replies.map(({ room }) => room)).toEqual(['lobby', 'den'])
  })

  test('by two ways into one group it is heard once', () => {
    const room = virtualRoom()
    room.say(1_000, 'Iris, which papers?', { id: 'om_1' })
    room.say(1_200, 'Iris, which papers?', { id: 'om_1' })
    room.runUntil(5 * minute)
    expect([room.refs.length, room.gate('dispatch', 'start').length, room.posts.length]).toEqual([1, 1, 1])
  })
})

describe('row 20: odd timestamps neither wake the past nor freeze the windows', () => {
  const at = 10_000_000
  const { expiryMs } = defaultSettings.delivery

  test.each([
    { name: 'NaN', ts: Number.NaN, expires: at + expiryMs },
    { name: 'null, as NaN is in JSON', ts: null as never, expires: at + expiryMs },
    { name: '0', ts: 0, expires: at + expiryMs },
    { name: 'a negative time', ts: -5, expires: at + expiryMs },
    { name: 'infinity', ts: Infinity, expires: at + expiryMs },
    { name: 'the year 3000', ts: Date.UTC(3000, 0), expires: at + expiryMs },
    { name: 'a minute ahead', ts: at + minute, expires: at + minute + expiryMs },
    { name: 'four minutes ago', ts: at - 4 * minute, expires: at - 4 * minute + expiryMs },
  ])('$name: a mention is answered, and its reply expires in time', ({ ts, expires }) => {
    const life = groupLife(inputWith(), {}, true)
    life.say(at, { ts, mentioned: true })
    life.host.runUntil(at + minute)
    expect(life.asked.flatMap(({ src, input }) => (src === 'deliver' ? [input] : []))).toMatchObject([
      { expiresAt: expires },
    ])
    const [sent] = life.at('send', 'sent')
    expect((life.context() as { budget: { sends: number[] } }).budget.sends).toEqual([sent?.at])
  })

  test('a message from 1970 is answered no more, and costs nothing', () => {
    const life = groupLife(inputWith(), {}, true)
    life.say(at, { ts: 1, mentioned: true })
    life.host.runUntil(at + minute)
    expect([life.story('delay', 'dispatch'), life.asked]).toEqual([
      [`${at} dispatch start`, `${at} delay skip`, `${at} dispatch end`],
      [],
    ])
  })

  test('whatever stood before, the window empties in time and the budget frees in time', () => {
    const life = groupLife(inputWith({}, {}), {}, true)
    const odd = [Number.NaN, 0, -1, 1, Infinity, 1e300, at + 59_000, at - minute]
    for (const [n, ts] of odd.entries()) life.say(at + n, { ts, sender: `s${n}`, mentioned: true })
    life.host.runUntil(at + minute + 5 * minute)
    expect((life.state() as { vitality: string }).vitality).toBe('DORMANT')
    const before = life.at('send', 'sent').length
    life.say(at + 7 * minute, { id: 'next', mentioned: true })
    life.host.runUntil(at + 8 * minute)
    expect(life.at('send', 'sent').length).toBe(before + 1)
  })

  test.each([Number.NaN, -1e300, 1e300, Number.MAX_SAFE_INTEGER, 0.5])(
    '%d is no reason for the inbox to refuse a message',
    (ts) => {
      const life = localLife({ db: inMemory() })
      life.clock.jump(1_000)
      expect([life.say({ id: 'a', ts, mentioned: true }), life.say({ id: 'a', ts, mentioned: true })]).toEqual([
        'accepted',
        'duplicate',
      ])
      expect(life.calls.map(({ src }) => src)).toEqual(['compose'])
    },
  )
})

describe('row 21: the bot’s own words, echoed by two channels, are ignored', () => {
  test('under other ids and in another group: no turn, no call, no count', () => {
    const room = virtualRoom()
    room.say(1_000, 'Iris, which papers?')
    room.runUntil(2 * minute)
    const [post] = room.posts
    const iris = { id: 'iris', name: 'Iris', bot: true }
    for (const [n, echo] of ['web:1', 'feishu:1'].entries()) {
      room.say(2 * minute + n, `Iris, ${post?.text}`, { id: echo, sender: iris, mentions: [iris] })
      room.say(2 * minute + n, `Iris, ${post?.text}`, { id: echo, sender: iris, group: 'feishu:oc_1' })
    }
    room.runUntil(10 * minute)
    expect(room.refs.slice(1)).toMatchObject(Array.from({ length: 4 }, () => ({ kind: 'self', mentioned: false })))
    expect([room.gate('dispatch', 'start').length, room.gate('compose').length, room.posts.length]).toEqual([1, 1, 1])
    expect(room.gate('own').map(({ outcome, messages }) => [outcome, ...messages])).toEqual([
      ['ignored', 'web:1'],
      ['ignored', 'web:1'],
      ['ignored', 'feishu:1'],
      ['ignored', 'feishu:1'],
    ])
  })

  test('in a room, where it comes back by the same way as everybody’s words', async () => {
    const room = await hostileRoom(folder(), { reply: 'Iris here: twelve samples are too few, Iris says.' })
    await room.gatesAfter('Iris, which papers?', { id: 'm1' })
    const [reply] = await room.visitor.replies('lobby')
    const own = await room.visitor.verdict('lobby', { gate: 'own' })
    await room.gatesAfter('Iris, anything else?', { id: 'm2' })
    expect(own).toMatchObject({ outcome: 'ignored', messages: [reply?.id] })
    const started = (await room.visitor.verdicts('lobby')).filter(
      ({ gate, outcome }) => gate === 'dispatch' && outcome === 'start',
    )
    expect(started.map(({ messages }) => messages)).toEqual([['m1'], ['m2']])
  })
})
