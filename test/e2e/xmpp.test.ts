// Two bots and people in the rooms of a real XMPP server, over sockets.
import { xml } from '@xmpp/client'
import { describe, expect, test } from 'vitest'
import { ns } from '../../src/channels/xmpp/names.ts'
import { says } from '../llm/fake-provider.ts'
import { isLeftOut, xmppRooms } from './xmpp-room.ts'
import { waitFor } from './visitor.ts'

const replied = (start: string) => [
  `dispatch start: ${start}`,
  'compose draft: written',
  'delay wait: typingDelay',
  'send sent: delivered',
  'dispatch end: replied',
]
const silent = ['dispatch start: batchReady', 'addressee skip: addressedToOther', 'dispatch end: silent']

describe.skipIf(isLeftOut)('a room', () => {
  const rooms = xmppRooms()

  test('of two bots the mentioned one answers: by text, by XEP-0372 and by a reply to it (R3, R4, M2)', async () => {
    const { comes, start, prosody, chat } = await rooms()
    const [ann, bo, cy] = [await comes('ann'), await comes('bo'), await comes('cy')]
    const service = await start()
    const byText = await ann.say('Rex, is this right?')
    expect(await service.outcome('rex', byText)).toEqual(replied('mentioned'))
    expect(await service.outcome('iris', byText)).toEqual(silent)
    const first = await cy.until('the answer', ({ replyTo }) => replyTo === byText)
    expect(first).toEqual({ id: expect.any(String), by: 'Rex', text: 'Take 1 more samples.', replyTo: byText })

    const byAddress = await bo.say('What do you think of it?', { mentions: [`xmpp:${prosody.jid('iris')}`] })
    expect(await service.outcome('iris', byAddress)).toEqual(replied('mentioned'))
    expect(await service.outcome('rex', byAddress)).toEqual(silent)

    const byReply = await cy.say('> Take 1 more samples.\nHow many in all?', {
      replyTo: first.id,
      children: [xml('fallback', { xmlns: ns.fallback, for: ns.reply }, xml('body', { start: 0, end: 23 }))],
    })
    expect(await service.outcome('rex', byReply)).toEqual(replied('mentioned'))
    expect(await service.outcome('iris', byReply)).toEqual(silent)
    await ann.until('the last answer', ({ replyTo }) => replyTo === byReply)
    expect(ann.heard.map(({ by, text }) => `${by}: ${text}`)).toEqual([
      'ann: Rex, is this right?',
      'Rex: Take 1 more samples.',
      'bo: What do you think of it?',
      'Iris: Take 2 more samples.',
      'cy: > Take 1 more samples.\nHow many in all?',
      'Rex: Take 3 more samples.',
    ])
    expect(chat.asked.at(-1)?.user).toMatch(/^\d+\* \d+s cy >\d+: How many in all\?$/m)
  })

  test('what was said before a bot came is context and wakes nobody (R9)', async () => {
    const { comes, start, chat } = await rooms({ social: { policy: 'mention' } })
    const ann = await comes('ann')
    const before = await ann.say('Rex, the freezer is at minus sixty.')
    const service = await start()
    const asked = await ann.say('Rex, how cold is it?')
    expect((await service.outcome('rex', asked)).at(-1)).toBe('dispatch end: replied')
    expect(service.verdicts('rex').flatMap(({ messages }) => messages)).not.toContain(before)
    expect(chat.asked.at(-1)?.user).toContain('ann: Rex, the freezer is at minus sixty.')
    await ann.upToDate()
    expect(ann.heard.filter(({ by }) => by === 'Rex')).toHaveLength(1)
  })

  test('a reaction is a native one, and is not said as a text (T6)', async () => {
    const { comes, start, chat } = await rooms()
    chat.behave({ compose: says('👍') })
    const ann = await comes('ann')
    const service = await start()
    const id = await ann.say('Rex, thanks!')
    expect((await service.outcome('rex', id)).at(-1)).toBe('dispatch end: replied')
    expect(await ann.until('the reaction', ({ by }) => by === 'Rex')).toMatchObject({
      text: '',
      reaction: '👍',
      replyTo: id,
    })
  })

  test('a corrected message stands in the talk as it was corrected, by its writer alone', async () => {
    const { comes, start, chat } = await rooms({ social: { policy: 'mention' } })
    const [ann, bo] = [await comes('ann'), await comes('bo')]
    const service = await start()
    await ann.say('It was sixty samples.', { id: 'first-try' })
    const replace = xml('replace', { xmlns: ns.correct, id: 'first-try' })
    await bo.say('It was no samples.', { children: [replace] })
    await ann.say('It was seventy samples.', { children: [replace] })
    const asked = await ann.say('Rex, is that enough?')
    await service.outcome('rex', asked)
    const prompt = chat.asked.at(-1)?.user ?? ''
    expect(prompt).toContain('ann: It was seventy samples.')
    expect(prompt).not.toContain('It was sixty samples.')
  })

  test('a one-to-one chat is answered without asking whether, and stays out of the room (R6)', async () => {
    const { comes, start, prosody, chat } = await rooms({ social: { policy: 'mention' } })
    const ann = await comes('ann')
    const service = await start()
    await ann.tell(prosody.jid('iris'), 'are you there')
    expect(await ann.until('the answer', ({ by }) => by === prosody.jid('iris'))).toMatchObject({
      text: 'Take 1 more samples.',
    })
    await ann.tell(prosody.jid('iris'), 'and now')
    await ann.until('the next answer', ({ text }) => text === 'Take 2 more samples.')
    expect(chat.asked.map(({ stage }) => stage)).toEqual(['compose', 'compose'])
    expect(chat.asked.at(-1)?.user).toContain('Take 1 more samples.')
    expect(service.verdicts('rex')).toEqual([])
  })

  test('a wrong password is final and is told without the password; the other bot goes on', async () => {
    const { comes, start } = await rooms({ passwords: { iris: 'not-the-password' } })
    const ann = await comes('ann')
    const service = await start(['rex'])
    const line = await waitFor('the failure', () =>
      service.lines.find(({ msg }) => msg === 'the bot is not online, and trying again does not help'),
    )
    expect(line).toMatchObject({
      bot: 'iris',
      channel: 'xmpp',
      error:
        'the XMPP server refused the login: not-authorized; check the jid and the password in channels.xmpp.accounts',
    })
    const id = await ann.say('Rex, are you there?')
    expect(await service.outcome('rex', id)).toEqual(replied('mentioned'))
    expect(JSON.stringify(service.lines)).not.toContain('not-the-password')
  })
})
