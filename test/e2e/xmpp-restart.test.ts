// The XMPP server is killed in the middle of the talk and comes back: so do the bots, and nothing is said twice.
import { describe, expect, test } from 'vitest'
import { isLeftOut, xmppRooms } from './xmpp-room.ts'
import { waitFor } from './visitor.ts'

describe.skipIf(isLeftOut)('a server that is killed', () => {
  const rooms = xmppRooms()

  test('the bots come back, answer what was acknowledged once, and hear what is said then (S5)', async () => {
    const { comes, start, prosody, chat } = await rooms({
      // The answer is still on its way when the server falls.
      social: { policy: 'mention', delay: { fastMs: [400, 500], normalMs: [400, 500] } },
    })
    const [ann, bo] = [await comes('ann'), await comes('bo')]
    const service = await start()
    const early = await ann.say('Rex, before the cut?')
    await waitFor('the draft', () =>
      service.verdicts('rex').find(({ gate, outcome }) => gate === 'compose' && outcome === 'draft'),
    )
    await prosody.kill()
    await waitFor(
      'the bots to notice',
      () => service.lines.filter(({ msg }) => msg === 'the line to the channel broke').length >= 2 || undefined,
    )
    await prosody.start()
    await Promise.all([service.isOnline('iris', 2), service.isOnline('rex', 2)])
    expect((await service.outcome('rex', early)).at(-1)).toBe('dispatch end: replied')

    await waitFor('the people', () => (ann.isOnline() && bo.isOnline()) || undefined)
    const late = await bo.say('Iris, after the cut?')
    expect((await service.outcome('iris', late)).at(-1)).toBe('dispatch end: replied')
    const newcomer = await comes('cy')
    const last = await newcomer.say('Rex, and now?')
    expect((await service.outcome('rex', last)).at(-1)).toBe('dispatch end: replied')
    await newcomer.until('the last answer', ({ replyTo }) => replyTo === last)

    expect(chat.asked.filter(({ stage }) => stage === 'compose')).toHaveLength(3)
    const turns = (bot: 'iris' | 'rex') =>
      service.verdicts(bot).filter(({ gate, outcome }) => gate === 'send' && outcome === 'sent').length
    expect([turns('rex'), turns('iris')]).toEqual([2, 1])
    await bo.upToDate()
    const answers = bo.heard.filter(({ by }) => by === 'Rex' || by === 'Iris').map(({ replyTo }) => replyTo)
    expect(new Set(answers).size).toBe(answers.length)
    expect(answers).toContain(last)
    expect(answers).toContain(late)
  })
})
