import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprint, similarity } from '../../machines/rules/repetition.ts'

describe('the fingerprint (T5)', () => {
  it('keeps letters, digits and emoji in one form', () => {
    const texts = ['Héllo, 世界! ~', ' HE\u0301LLO世界', 'ｏｋ 👍🏽', 'OK\u200B 👍', '……!?', '']
    expect(texts.map(fingerprint)).toEqual(['héllo世界', 'héllo世界', 'ok👍', 'ok👍', '', ''])
  })
})

describe('similarity (T5)', () => {
  it('is 1 for the same words and the same emoji', () => {
    expect([similarity('OK!', ['好的', 'ok']), similarity('👍', ['👍🏽']), similarity('嗯', ['嗯。'])]).toEqual([1, 1, 1])
  })

  it('is 0 for different short answers', () => {
    expect(['ok', '好的', '嗯', '👍'].map((text) => similarity(text, ['no', '行', '哦', '😂']))).toEqual([0, 0, 0, 0])
  })

  it('is 0 for an empty text and against nothing', () => {
    expect([similarity('', ['']), similarity('…', ['…']), similarity('ok', []), similarity('ok', [''])]).toEqual([
      0, 0, 0, 0,
    ])
  })

  it('is the Dice coefficient of pairs, each counted as often as it stands', () => {
    expect([similarity('night', ['nacht']), similarity('aa', ['aaaa']), similarity('好的呀', ['好的'])]).toEqual([
      0.25,
      0.5,
      2 / 3,
    ])
  })

  it('takes the nearest of the recent replies', () => {
    expect(similarity('我们明天再看', ['完全不同', '我们明天再看看', '好的'])).toBe(10 / 11)
  })

  it('lies between 0 and 1, the same both ways, and never below that of fewer replies', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        const alike = similarity(a, [b])
        expect(alike).toBe(similarity(b, [a]))
        expect(alike).toBeGreaterThanOrEqual(0)
        expect(alike).toBeLessThanOrEqual(1)
        expect(similarity(a, [b, c])).toBeGreaterThanOrEqual(alike)
      }),
    )
  })
})
