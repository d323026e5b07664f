// What happens while a turn is busy with something else.
import { describe, expect, test } from 'vitest'
import type { GroupEvent } from '../../machines/group/types.ts'
import { groupLife, inputWith, yes } from '../fakes/group-life.ts'

/** A life in which a draft that waits so long, ms, is dropped when it is judged again. */
const answered = (pauseMs: number, intervalMs = 0) =>
  groupLife(inputWith({ batching: { intervalMs }, delay: { fastMs: [pauseMs, pauseMs] } }), {
    rejudge: () => ({
      outcome: { output: { want: false, reason: 'said', type: 'short', hint: 'fast', verdict: 'drop', tokens: 50 } },
      afterMs: 500,
    }),
  })

test('a peer who answers while the reply is being written has the draft judged again (L3)', () => {
  const life = answered(2_000)
  life.say(0, { asked: 'followUp' })
  life.say(1_000, { kind: 'peer', sender: 'rex' })
  life.host.runUntil(10_000)
  expect(life.asked.map(({ at, src }) => [at, src])).toEqual([
    [0, 'decide'],
    [500, 'compose'],
    [3_500, 'rejudge'],
  ])
  expect(life.at('dispatch', 'end').map(({ at, why }) => [at, why])).toEqual([[4_000, 'silent']])
})

test('a peer who answers while the model decides has the draft judged again, too (L3)', () => {
  const life = answered(2_000)
  life.say(0, { asked: 'followUp' })
  life.say(300, { kind: 'peer', sender: 'rex' })
  life.host.runUntil(10_000)
  expect(life.asked.map(({ at, src }) => [at, src])).toEqual([
    [0, 'decide'],
    [500, 'compose'],
    [3_500, 'rejudge'],
  ])
  expect(life.at('dispatch', 'end').map(({ at, why }) => [at, why])).toEqual([[4_000, 'silent']])
})

test('a peer whose answer still lies in the buffer when the turn begins has the draft judged again (L3)', () => {
  const life = answered(4_000, 3_000)
  // The first turn ends at 5 100, and the cooldown at 35 100.
  life.say(0, { mentioned: true })
  life.say(20_000, { id: 'question' })
  life.say(35_000, { id: 'answer', kind: 'peer', sender: 'rex' })
  life.host.runUntil(60_000)
  expect(life.at('dispatch', 'start').map(({ at, messages }) => [at, messages])).toEqual([
    [0, ['m1']],
    [35_100, ['question']],
  ])
  expect(life.at('rejudge').map(({ at, outcome }) => [at, outcome])).toEqual([[41_100, 'drop']])
})

test('a batch whose answer would expire costs no call (L6)', () => {
  const life = groupLife()
  life.say(1_000_000, { ts: 600_000, mentioned: true })
  life.host.runUntil(1_100_000)
  expect(life.asked).toEqual([])
  expect(life.at('delay').map(({ outcome, why }) => [outcome, why])).toEqual([['skip', 'messageTooOld']])
})

test('what waits in the buffer goes with a mention that waited for the floor (B2, B4)', () => {
  const life = groupLife(inputWith(), {
    compose: () => ({ outcome: { error: { kind: 'refused', message: '' } }, afterMs: 1 }),
  })
  life.say(0, { mentioned: true })
  life.say(1_000, { mentioned: true })
  life.say(2_500)
  life.host.runUntil(4_000)
  expect(life.at('dispatch', 'start').map(({ at, messages }) => [at, messages])).toEqual([
    [0, ['m1']],
    [3_001, ['m2', 'm3']],
  ])
})

test('a sign waits for nobody: it is given although a peer has answered (T6)', () => {
  const life = groupLife(inputWith({ batching: { intervalMs: 0 }, delay: { fastMs: [2_000, 2_000] } }), {
    compose: () => ({
      outcome: {
        output: { text: '👍', type: 'reaction', similarity: 0, model: 'scripted', rehearsal: true, tokens: 50 },
      },
      afterMs: 500,
    }),
  })
  life.say(0, { asked: 'alone', closing: true })
  life.say(1_000, { kind: 'peer', sender: 'rex' })
  life.host.runUntil(10_000)
  expect(life.asked.map(({ src }) => src)).toEqual(['compose', 'deliver'])
})

// Flushed at once, decided at 500, drafted at 1 500, due and judged again at 3 500.
describe('somebody speaks while a draft is judged again (L3)', () => {
  const life = (verdicts: ('send' | 'drop')[], asked = true) => {
    let n = 0
    const made = groupLife(inputWith({ batching: { intervalMs: 0 }, delay: { fastMs: [2_000, 2_000] } }), {
      rejudge: () => ({ outcome: { output: { ...yes, verdict: verdicts[n++] ?? 'drop' } }, afterMs: 500 }),
    })
    made.say(0, asked ? { asked: 'followUp' } : {})
    made.say(300, { kind: 'peer', sender: 'rex' })
    return made
  }
  const course = (made: ReturnType<typeof life>) => {
    made.host.runUntil(20_000)
    return made.story('delay', 'rejudge', 'send').slice(1)
  }

  const floor = (made: ReturnType<typeof life>, event: GroupEvent) => made.host.tellAt(event.at, 'g', event)

  test('a peer: the draft is judged by that, too', () => {
    const made = life(['send', 'drop'])
    made.say(3_700, { kind: 'peer', sender: 'max' })
    expect(course(made)).toEqual(['4000 rejudge send', '4500 rejudge drop'])
  })

  test('nobody: the draft goes after one judgement', () => {
    expect(course(life(['send']))).toEqual(['4000 rejudge send', '4100 send sent'])
  })

  test('the bot itself: nothing has happened', () => {
    const made = life(['send'])
    made.say(3_700, { kind: 'self', sender: 'iris' })
    expect(course(made)).toEqual(['4000 rejudge send', '4100 send sent'])
  })

  test('a peer who begins to post: its words are awaited, and judged with the rest', () => {
    const made = life(['send', 'drop'], false)
    floor(made, { type: 'floor.taken', at: 3_900, by: 'max', until: 33_900 })
    made.say(5_000, { kind: 'peer', sender: 'max' })
    expect(course(made)).toEqual(['4000 rejudge send', '4000 delay yield', '5500 rejudge drop'])
  })

  test('a peer who begins to post, and cannot: the draft goes by the judgement it had', () => {
    const made = life(['send'], false)
    floor(made, { type: 'floor.taken', at: 3_900, by: 'max', until: 33_900 })
    floor(made, { type: 'floor.freed', at: 4_500, by: 'max' })
    expect(course(made)).toEqual(['4000 rejudge send', '4000 delay yield', '4600 send sent'])
  })

  test('again and again: who asked has the reply, and nobody who did not', () => {
    const stories = [true, false].map((asked) => {
      const made = life(['send', 'send', 'send'], asked)
      for (let at = 300; at < 20_000; at += 400) made.say(at, { kind: 'peer', sender: `rex${at % 3}` })
      made.host.runUntil(5_000)
      return made.story('rejudge', 'send')
    })
    expect(stories).toEqual([
      ['4000 rejudge send', '4500 rejudge send', '4600 send sent'],
      ['4000 rejudge send', '4500 rejudge drop'],
    ])
  })

  test('and the process falls: what was cut off is judged again', () => {
    let n = 0
    const made = groupLife(inputWith({ batching: { intervalMs: 0 }, delay: { fastMs: [2_000, 2_000] } }), {
      rejudge: () =>
        n++ === 0
          ? { outcome: { error: { kind: 'interrupted', message: 'the service stopped' } }, afterMs: 500 }
          : { outcome: { output: { ...yes, verdict: 'drop' } }, afterMs: 500 },
    })
    made.say(0, { asked: 'followUp' })
    made.say(300, { kind: 'peer', sender: 'rex' })
    expect(course(made)).toEqual(['4000 rejudge failed', '4500 rejudge drop'])
  })
})
