// Two bots in two processes, three people and a real server: who speaks, who is silent, and what outlives a kill.
import { describe, expect, test } from 'vitest'
import { says } from '../llm/fake-provider.ts'
import { transcript, twoProcesses } from './two-processes.ts'
import { waitFor } from './visitor.ts'
import { isLeftOut } from './xmpp-room.ts'

const timeoutMs = 60_000

const spoke = (start: string) => [
  `dispatch start: ${start}`,
  ...(start === 'batchReady' ? ['decide reply: modelWants'] : []),
  'compose draft: written',
  'delay wait: typingDelay',
  'send sent: delivered',
  'dispatch end: replied',
]
const elsewhere = ['dispatch start: batchReady', 'addressee skip: addressedToOther', 'dispatch end: silent']
const wants = (relevance: number) =>
  says(JSON.stringify({ want_to_reply: true, relevance, reply_type: 'short', delay_hint: 'fast' }))

describe.skipIf(isLeftOut)('two bots in two processes', { timeout: timeoutMs }, () => {
  const rooms = twoProcesses()

  test('a mention is answered by the right one alone, and the other one says why it was silent (R3, R4, M2, S4)', async () => {
    const { ann, bo, cy, iris, rex, prosody } = await rooms()
    const byText = await ann.say('Rex, is this test right?')
    expect(await rex.first.outcome(byText)).toEqual(spoke('mentioned'))
    expect(await iris.first.outcome(byText)).toEqual(elsewhere)
    await cy.until('the answer', ({ replyTo }) => replyTo === byText)
    const byAddress = await bo.say('And are the samples enough?', { mentions: [`xmpp:${prosody.jid('iris')}`] })
    expect(await iris.first.outcome(byAddress)).toEqual(spoke('mentioned'))
    expect(await rex.first.outcome(byAddress)).toEqual(elsewhere)
    for (const each of [ann, bo, cy]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await each.until('the last answer', ({ replyTo }) => replyTo === byAddress)
      expect(transcript(each)).toEqual([
        'ann: Rex, is this test right?',
        'Rex: Run it 1 more times.',
        'bo: And are the samples enough?',
        'Iris: Take 1 more samples.',
      ])
    }
    expect([iris, rex].map(({ chat }) => chat.asked.map(({ stage }) => stage))).toEqual([['compose'], ['compose']])
  })

  describe('an open question under the pace of colleagues (L2, L3)', () => {
    const question = 'Do the statistics of these code review tests look right to anybody?'
    const colleagues = { delay: { pace: 'colleague', colleagueMs: [0, 10_000] } }

    async function bothWant(verdict: string) {
      const room = await rooms({ social: colleagues })
      room.rex.chat.behave({ decide: wants(1) })
      room.iris.chat.behave({ decide: wants(0.7), rejudge: says(verdict) })
      const asked = await room.cy.say(question)
      return { ...room, asked }
    }

    test('is answered by the better suited one; the other one judges again and stays silent', async () => {
      const { ann, asked, iris, rex } = await bothWant('{"verdict":"drop","reason":"Rex said it"}')
      expect(await rex.first.outcome(asked)).toEqual(spoke('batchReady'))
      expect(await iris.first.outcome(asked)).toEqual([
        'dispatch start: batchReady',
        'decide reply: modelWants',
        'compose draft: written',
        'delay wait: typingDelay',
        'rejudge drop: modelDrops',
        'dispatch end: silent',
      ])
      expect(iris.chat.asked.at(-1)?.user).toMatch(/Rex \(bot\)(?: >\d+)?: Run it 1 more times\./)
      const more = await ann.say('Rex, how often in all?')
      await rex.first.outcome(more)
      await ann.until('the next answer', ({ replyTo }) => replyTo === more)
      expect(transcript(ann)).toEqual([
        `cy: ${question}`,
        'Rex: Run it 1 more times.',
        'ann: Rex, how often in all?',
        'Rex: Run it 2 more times.',
      ])
    })

    test('is answered by both when the second one, judging again, has something to add', async () => {
      const { bo, asked, iris, rex } = await bothWant('{"verdict":"send","reason":"it adds the samples"}')
      expect(await rex.first.outcome(asked)).toEqual(spoke('batchReady'))
      expect((await iris.first.outcome(asked)).slice(-3)).toEqual([
        'rejudge send: modelSends',
        'send sent: delivered',
        'dispatch end: replied',
      ])
      await bo.until('the addition', ({ by }) => by === 'Iris')
      expect(transcript(bo)).toEqual([`cy: ${question}`, 'Rex: Run it 1 more times.', 'Iris: Take 1 more samples.'])
    })
  })

  test('bots that always answer each other fall silent at the limit, and wake at a person’s word (X3, 18)', async () => {
    const { ann, iris, rex } = await rooms({
      says: { iris: (n) => `Rex, what of sample ${n}?`, rex: (n) => `Iris, and what of test ${n}?` },
    })
    await ann.say('Iris, hello?')
    const ends = async (bot: typeof iris, n: number) => {
      const last = await ann.until(
        `number ${n}`,
        ({ text }) => text.endsWith(` ${n}?`) && text.startsWith(bot === rex ? 'Rex' : 'Iris'),
      )
      expect(await bot.first.outcome(last.id)).toEqual([
        'dispatch start: mentioned',
        'loop skip: onlyBotsSpoke',
        'dispatch end: silent',
      ])
    }
    await ends(rex, 5)
    const talk = (from: 'Iris' | 'Rex', first: { iris: number; rex: number }) =>
      Array.from({ length: 9 }, (_, i) => {
        const isIris = (i % 2 === 0) === (from === 'Iris')
        const n = Math.floor(i / 2)
        return isIris ? `Iris: Rex, what of sample ${first.iris + n}?` : `Rex: Iris, and what of test ${first.rex + n}?`
      })
    const before = ['ann: Iris, hello?', ...talk('Iris', { iris: 1, rex: 1 })]
    expect(transcript(ann)).toEqual(before)
    await ann.say('Rex, and you?')
    await ends(iris, 9)
    expect(transcript(ann)).toEqual([...before, 'ann: Rex, and you?', ...talk('Rex', { iris: 6, rex: 5 })])
  })

  test('one is killed while its draft waits, and comes back: it says once what it owes; the other one answers meanwhile (S5)', async () => {
    const { ann, bo, cy, iris, rex, archive } = await rooms({
      socialOf: { rex: { delay: { fastMs: [2_500, 2_500] } } },
    })
    const owed = await ann.say('Rex, is this test right?')
    await rex.first.verdict('delay', 'wait')
    await rex.first.kill()
    const meanwhile = await bo.say('Iris, are the samples enough?')
    expect(await iris.first.outcome(meanwhile)).toEqual(spoke('mentioned'))
    await cy.until('the answer of Iris', ({ replyTo }) => replyTo === meanwhile)
    const back = await rex.again()
    await cy.until('the answer of Rex', ({ replyTo }) => replyTo === owed)
    const last = await cy.say('Rex, and now?')
    expect((await back.outcome(last)).at(-1)).toBe('dispatch end: replied')
    await cy.until('the last answer', ({ replyTo }) => replyTo === last)
    const talk = [
      'ann: Rex, is this test right?',
      'bo: Iris, are the samples enough?',
      'Iris: Take 1 more samples.',
      'Rex: Run it 1 more times.',
      'cy: Rex, and now?',
      'Rex: Run it 2 more times.',
    ]
    expect(transcript(cy)).toEqual(talk)
    expect(await archive()).toEqual(talk)
    expect(rex.chat.asked.filter(({ stage }) => stage === 'compose')).toHaveLength(2)
  })

  test('the server is killed while both owe an answer: both are back, and nothing stands twice (S5)', async () => {
    const { ann, bo, cy, iris, rex, prosody, archive } = await rooms({ social: { delay: { fastMs: [2_000, 2_000] } } })
    const owed = { rex: await ann.say('Rex, is this test right?'), iris: await bo.say('Iris, are the samples enough?') }
    const both = [iris, rex].map(({ first }) => first)
    await Promise.all(both.map((each) => each.verdict('delay', 'wait')))
    await prosody.kill()
    await Promise.all(both.map((each) => each.hasNoticed()))
    await prosody.start()
    await Promise.all(both.map((each) => each.isOnline(2)))
    expect((await rex.first.outcome(owed.rex)).at(-1)).toBe('dispatch end: replied')
    expect((await iris.first.outcome(owed.iris)).at(-1)).toBe('dispatch end: replied')
    await waitFor('the people', () => [ann, bo, cy].every((each) => each.isOnline()) || undefined)
    const next = { rex: await cy.say('Rex, and now?'), iris: await ann.say('Iris, and now?') }
    expect((await rex.first.outcome(next.rex)).at(-1)).toBe('dispatch end: replied')
    expect((await iris.first.outcome(next.iris)).at(-1)).toBe('dispatch end: replied')
    expect((await archive()).toSorted()).toEqual(
      [
        'ann: Rex, is this test right?',
        'bo: Iris, are the samples enough?',
        'Rex: Run it 1 more times.',
        'Iris: Take 1 more samples.',
        'cy: Rex, and now?',
        'ann: Iris, and now?',
        'Rex: Run it 2 more times.',
        'Iris: Take 2 more samples.',
      ].toSorted(),
    )
  })
})
