// One judgement for all bots of a room: who shares it, what it gives to whom, and when its answer no longer stands (I1, I2).
import { describe, expect, test } from 'vitest'
import { ModelError } from '../../../src/llm/model.ts'
import { failureOf } from '../../llm/calls.ts'
import { said } from '../../prompt/iris.ts'
import { bots, chosen, nobody, question, refOf, roomOf, settled } from './room.ts'

const given = { want: true, reason: 'its field', relevance: 1, type: 'short', hint: 'fast', line: '5' }
const none = { want: false, reason: 'its field', type: 'short', hint: 'normal' }

describe('bots that come to judge at the same moment', () => {
  test('share one call, each with its own verdict and its part of the cost', async () => {
    const room = roomOf([question])
    const decisions = bots.map(({ id }) => room.decide(id, ['5']))
    await settled()
    expect(room.asked).toHaveLength(1)
    room.asked[0]?.answer(chosen('Iris', 1), { tokens: 301 })
    const shared = { bots: 3, chosen: ['iris'] }
    expect(await Promise.all(decisions)).toEqual([
      { ...given, shared: { ...shared, calls: 1 }, tokens: 101 },
      { ...none, shared: { ...shared, calls: 0 }, tokens: 100 },
      { ...none, shared: { ...shared, calls: 0 }, tokens: 100 },
    ])
    expect(room.took).toEqual([
      ['iris', 1, 3],
      ['rex', 1, 3],
      ['dora', 1, 3],
    ])
  })

  test('are told of their part before the call leaves, and a bot that leaves pays it', async () => {
    const room = roomOf([question])
    const told: Record<string, number> = {}
    const leaving = new AbortController()
    const tell = (bot: string) => ({ mayCost: (tokens: number) => void (told[bot] = tokens) })
    const left = failureOf(room.decide('iris', ['5'], {}, { ...tell('iris'), signal: leaving.signal }))
    const stays = room.decide('rex', ['5'], {}, tell('rex'))
    await settled()
    expect(told).toEqual({ iris: 300, rex: 300 })
    leaving.abort()
    expect(await left).toMatchObject({ message: 'This operation was aborted' })
    expect(room.asked[0]?.request.signal.aborted).toBe(false)
    room.asked[0]?.answer(nobody, { tokens: 400 })
    expect(await stays).toMatchObject({ want: false, tokens: 100 })
  })

  test('call it off when all of them have left', async () => {
    const room = roomOf([question])
    const leaving = new AbortController()
    const left = ['iris', 'rex'].map((bot) => failureOf(room.decide(bot, ['5'], {}, { signal: leaving.signal })))
    await settled()
    leaving.abort()
    expect(await Promise.all(left)).toHaveLength(2)
    expect(room.asked[0]?.request.signal.aborted).toBe(true)
    // Nothing of it is left to wait for.
    void room.decide('dora', ['5'])
    await settled()
    expect(room.asked).toHaveLength(2)
  })

  test('whose ceiling forbids its part is refused alone', async () => {
    const room = roomOf([question])
    const full = new ModelError('ceiling', { why: 'dailyCeiling' }, 0)
    const mayCost = (): never => {
      throw full
    }
    const poor = failureOf(room.decide('iris', ['5'], {}, { mayCost }))
    const paying = room.decide('rex', ['5'])
    await settled()
    expect(await poor).toMatchObject({ kind: 'ceiling', tokens: 0 })
    room.asked[0]?.answer(chosen('Rex', 1))
    expect(await paying).toMatchObject({ want: true, line: '5', tokens: 300 })
  })
})

describe('who comes later', () => {
  async function answered(text: string, charts: Parameters<typeof roomOf>[1] = {}) {
    const room = roomOf([question], charts)
    const first = room.decide('rex', ['5'])
    await settled()
    room.asked[0]?.answer(text)
    await first
    return room
  }

  test('takes the answer without a call, also what it gave to it', async () => {
    const room = await answered(chosen('Iris', 1))
    const late = { at: question.ts + 40_000 }
    const shared = { bots: 3, calls: 0, chosen: ['iris'] }
    expect(await room.decide('dora', ['5'], late)).toEqual({ ...none, shared, tokens: 0 })
    expect(await room.decide('iris', ['5'], late)).toEqual({ ...given, shared, tokens: 0 })
    expect(room.asked).toHaveLength(1)
  })

  test('is given a line once', async () => {
    const room = await answered(chosen('Iris', 1))
    await room.decide('iris', ['5'])
    expect(await room.decide('iris', ['5'])).toMatchObject({ want: false })
  })

  test('joins a call that is under way', async () => {
    const room = roomOf([question])
    const first = room.decide('rex', ['5'])
    await settled()
    const second = room.decide('iris', ['5'])
    await settled()
    room.asked[0]?.answer(chosen('Iris', 1))
    expect([await first, await second]).toMatchObject([
      { want: false, tokens: 150 },
      { want: true, tokens: 150 },
    ])
  })

  test.each([
    [
      'a person has spoken since',
      (room: Awaited<ReturnType<typeof answered>>) => void room.lines.push(said(9, 'Ann', 'any idea?')),
    ],
    [
      'another line of a stranger’s bot came',
      (room) => void room.lines.push(said(9, 'Nagios', 'disk full', { bot: true })),
    ],
    ['a line says something else now', (room) => void room.lines.splice(0, 1, { ...question, text: 'forget it' })],
    ['five minutes are over', () => undefined, { at: question.ts + 6 * 60_000 }],
  ] as [string, (room: Awaited<ReturnType<typeof answered>>) => void, { at: number }?][])(
    'asks anew when %s',
    async (_, happens, over) => {
      const room = await answered(nobody)
      happens(room)
      void room.decide('dora', ['5'], over)
      await settled()
      expect(room.asked).toHaveLength(2)
    },
  )

  test('heeds no words of the bot that was chosen, but of any other where it was chosen itself', async () => {
    const reply = said(9, 'Iris', 'Welch.', { sender: 'id-iris', bot: true, replyTo: '5' })
    const room = await answered(chosen('Iris', 1), { iris: { lastSpokeAt: reply.ts } })
    room.lines.push(reply)
    expect(await room.decide('dora', ['5'])).toMatchObject({ want: false, tokens: 0 })
    const other = await answered(chosen('Dora', 1))
    other.lines.push(reply)
    void other.decide('dora', ['5'])
    await settled()
    expect(other.asked).toHaveLength(2)
  })

  test('asks anew when the bot that was chosen is done with it and has said nothing', async () => {
    const room = await answered(chosen('Iris', 1))
    room.charts['iris'] = { pending: [] }
    const late = room.decide('dora', ['5'])
    await settled()
    expect(room.asked[1]?.request.messages[0]?.content).not.toContain('Iris')
    room.asked[1]?.answer(chosen('Dora', 1))
    expect(await late).toMatchObject({ want: true, line: '5' })
  })

  test('whose profile is another one now asks anew', async () => {
    const room = await answered(nobody)
    const [iris] = bots
    if (!iris) throw new Error('there is no bot')
    bots[0] = { ...iris, expertise: 'gardens' }
    void room.decide('iris', ['5'])
    await settled()
    bots[0] = iris
    expect(room.asked).toHaveLength(2)
  })
})

describe('a bot asks for itself', () => {
  const put = { ...refOf(question), mentioned: true }
  test.each([
    ['to judge a draft', { draft: { text: 'Welch.', at: 0 }, targets: ['5'] }, {}],
    ['where a person asks it', { asked: ['5'] }, {}],
    ['where a line names it', { mentioned: ['5'] }, {}],
    ['where the bots of the room are asked', {}, { turn: turnWith({ ...refOf(question), toBots: true as const }) }],
    ['with a follow-up in its batch', {}, { turn: turnWith({ ...refOf(question), asked: 'followUp' as const }) }],
    ['where a peer calls it', {}, { turn: turnWith(put) }],
  ])('%s', async (_, input, chart) => {
    const room = roomOf([question], { iris: chart })
    expect(await room.decide('iris', ['5'], input)).toMatchObject({ reason: 'alone' })
    expect(room.asked).toEqual([])
  })

  test.each([
    ['by policy called by name only', { policy: 'mention' as const }],
    ['done with these lines', { pending: [] }],
    ['out of budget', { budget: { sends: [], calls: [[question.ts, 200_000]] as [number, number][] } }],
  ])('where all others are %s', async (_, chart) => {
    const room = roomOf([question], { rex: chart, dora: chart })
    expect(await room.decide('iris', ['5'])).toMatchObject({ reason: 'alone' })
    expect(room.asked).toEqual([])
  })

  test('where all others are muted', async () => {
    const room = roomOf([question])
    room.muted.add('rex').add('dora')
    expect(await room.decide('iris', ['5'])).toMatchObject({ reason: 'alone' })
  })

  test('where the others have another model', async () => {
    const room = roomOf([question])
    room.others.add('rex').add('dora')
    expect(await room.decide('iris', ['5'])).toMatchObject({ reason: 'alone' })
  })
})

describe('an answer that is of no use', () => {
  test.each([
    ['cannot be read', (room: ReturnType<typeof roomOf>) => room.asked[0]?.answer('Rex should speak', { tokens: 301 })],
    ['does not come in time', (room) => room.asked[0]?.fail(new ModelError('timeout', { why: 'timeout' }, 301))],
  ] as [string, (room: ReturnType<typeof roomOf>) => void][])(
    '%s: each bot asks for itself with what is left',
    async (_, fails) => {
      const room = roomOf([question])
      const decisions = ['iris', 'rex'].map((bot) => room.decide(bot, ['5'], { maxTokens: 1_100 }))
      await settled()
      fails(room)
      expect(await Promise.all(decisions)).toMatchObject([
        { reason: 'alone', tokens: 151 + 90 },
        { reason: 'alone', tokens: 150 + 90 },
      ])
      expect(room.own).toEqual(['iris', 'rex'])
      // Nor does it help who comes later.
      expect(await room.decide('dora', ['5'])).toMatchObject({ reason: 'alone' })
      expect(room.asked).toHaveLength(1)
    },
  )

  test('for its server is in trouble: nobody asks again, and each chart hears of it', async () => {
    const room = roomOf([question])
    const decisions = ['iris', 'rex'].map((bot) => room.decide(bot, ['5']))
    await settled()
    room.asked[0]?.fail(new ModelError('rateLimited', { why: 'rateLimited' }, 0))
    await Promise.all(decisions.map((each) => expect(each).rejects.toMatchObject({ kind: 'rateLimited', tokens: 0 })))
    expect(room.own).toEqual([])
  })

  test('has three fifths of the time of a judgement, so that a bot’s own call has the rest', async () => {
    const room = roomOf([question])
    void room.decide('iris', ['5'], { timeoutMs: 10_000 })
    await settled()
    expect(room.asked[0]?.request.timeoutMs).toBe(6_000)
  })
})

function turnWith(ref: ReturnType<typeof refOf>) {
  return { n: 1, startedAt: ref.ts, batch: [ref], flushes: 1, moved: 0, answered: false, tries: 0 }
}
