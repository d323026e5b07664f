import { expect, test } from 'vitest'
import type { Verdict } from '../../machines/group/types.ts'
import { phrases } from '../../src/lab/demo/phrases.ts'
import { thoughtOf } from '../../src/lab/demo/thoughts.ts'

const thoughtAt = (verdict: Pick<Verdict, 'gate' | 'outcome' | 'why' | 'numbers'>) =>
  thoughtOf(
    { turn: 1, at: 0, messages: [], ...verdict },
    { message: 'a', asked: undefined, compared: '' },
    'Ann',
    phrases.en,
  )?.(['Iris'])

test.each([
  ['loop', 'onlyBotsSpoke', { botTurns: 5, maxBotTurns: 4 }, '5 bot messages since a person spoke, at most 4'],
  ['loop', 'pairLimit', { replies: 4, maxPairTurns: 4 }, 'it has answered this bot often enough: 4 of 4 replies'],
  ['compose', 'repeated', { chars: 12, similarity: 1 }, 'said before'],
  ['compose', 'emptyReply', { chars: 0 }, 'nothing is left of the reply'],
] as const)('a skip at %s is told by its own cause: %s', (gate, why, numbers, thought) => {
  expect(thoughtAt({ gate, outcome: 'skip', why, numbers })).toBe(`Iris stays silent: ${thought}`)
})
