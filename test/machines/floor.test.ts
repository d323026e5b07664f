// Another bot begins to post while a draft waits: its words are heard first, and nobody waits for ever (L3, L4).
import { describe, expect, test } from 'vitest'
import type { GroupEvent } from '../../machines/group/types.ts'
import { groupLife, inputWith, yes } from '../fakes/group-life.ts'

// A message at 1 000 is flushed at 4 000, decided at 4 500, drafted at 5 500, due at 9 500.
const settings = { delay: { fastMs: [4_000, 4_000] as [number, number] } }
const life = (script: Parameters<typeof groupLife>[1] = {}, mentioned = false) => {
  const made = groupLife(inputWith(settings), {
    rejudge: () => ({ outcome: { output: { ...yes, verdict: 'drop' } }, afterMs: 500 }),
    ...script,
  })
  made.say(1_000, { mentioned })
  const tell = (event: GroupEvent) => made.host.tellAt(event.at, 'g', event)
  return {
    ...made,
    say: made.say.bind(made),
    takes: (at: number, until: number, by = 'rex') => tell({ type: 'floor.taken', at, by, until }),
    frees: (at: number, until?: number, by = 'rex') =>
      tell({ type: 'floor.freed', at, by, ...(until !== undefined && { until }) }),
    end() {
      made.host.runUntil(30_000)
      return made.story('delay', 'rejudge', 'send')
    },
  }
}

describe('a draft that is due while another bot posts', () => {
  test('waits for its words and is judged again with them', () => {
    const one = life()
    one.takes(9_400, 39_400)
    one.say(10_300, { kind: 'peer', sender: 'rex' })
    expect(one.end()).toEqual(['5500 delay wait', '9500 delay yield', '10800 rejudge drop'])
    expect(one.at('delay', 'yield')).toEqual([
      {
        turn: 1,
        at: 9_500,
        gate: 'delay',
        outcome: 'yield',
        why: 'floorTaken',
        messages: [],
        numbers: { waitMs: 29_900, speaker: 'rex' },
      },
    ])
  })

  test('goes at once when the other one cannot post', () => {
    const one = life()
    one.takes(9_400, 39_400)
    one.frees(9_900)
    expect(one.end()).toEqual(['5500 delay wait', '9500 delay yield', '10000 send sent'])
  })

  test('goes when the words do not come', () => {
    const one = life()
    one.takes(9_400, 39_400)
    one.frees(9_800, 11_800)
    expect(one.end()).toEqual(['5500 delay wait', '9500 delay yield', '11900 send sent'])
  })

  test('waits for the one that speaks now, whatever becomes of the one before', () => {
    const one = life()
    one.takes(9_400, 39_400)
    one.takes(9_800, 11_000, 'max')
    one.frees(9_900)
    expect(one.end()).toEqual(['5500 delay wait', '9500 delay yield', '11100 send sent'])
  })

  test('waits on when a third one begins to post', () => {
    const one = life()
    one.takes(9_400, 10_000)
    one.takes(9_800, 11_000)
    expect(one.end()).toEqual(['5500 delay wait', '9500 delay yield', '11100 send sent'])
  })

  test('gives way to a mention of its own bot, as in the pause (L5)', () => {
    const one = life()
    one.takes(9_400, 39_400)
    one.say(9_700, { mentioned: true })
    expect(one.end().slice(0, 3)).toEqual(['5500 delay wait', '9500 delay yield', '9700 delay superseded'])
  })
})

test('words that are heard within the pause free the floor, also when their post is done after that', () => {
  const one = life()
  one.takes(6_000, 36_000)
  one.say(7_000, { kind: 'peer', sender: 'rex' })
  one.frees(9_000, 11_000)
  expect(one.end()).toEqual(['5500 delay wait', '10000 rejudge drop'])
})

test('who begins to post while the draft is written is heard first, too', () => {
  const one = life({ rejudge: () => ({ outcome: { output: { ...yes, verdict: 'send' } }, afterMs: 500 }) })
  one.takes(5_000, 35_000)
  one.say(9_800, { kind: 'peer', sender: 'rex' })
  expect(one.end()).toEqual(['5500 delay wait', '9500 delay yield', '10300 rejudge send', '10400 send sent'])
})

test('whom a person asked does not wait for others (I6)', () => {
  const one = life({}, true)
  one.takes(6_000, 36_000)
  expect(one.end()).toEqual(['2000 delay wait', '6100 send sent'])
})

test('a sign interrupts nobody and does not wait', () => {
  const sign = { text: '👍', type: 'reaction', similarity: 0, model: 'scripted', rehearsal: true, tokens: 100 }
  const one = life({ compose: () => ({ outcome: { output: sign }, afterMs: 1_000 }) })
  one.takes(9_400, 39_400)
  expect(one.end()).toEqual(['5500 delay wait', '9600 send sent'])
})
