import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprint, nearest, similarity } from '../../src/language/repetition.ts'

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

describe('the nearest of the recent texts (T5)', () => {
  const advice = '这个样本量太小，建议用精确检验。'
  const alike = (text: string, own: string[], peers: string[]) => {
    const { similarity: found, like } = nearest(text, { own, peers })
    return [Math.round(found * 100) / 100, like]
  }

  it.each([
    ['en, other signs and case', 'Run the tests again before you merge!', 'run the tests again, before you merge'],
    [
      'en, an opening and an emoji more',
      'Sure! Run the tests again before you merge 😊',
      'Run the tests again before you merge.',
    ],
    ['en, clauses swapped', 'Before you merge, run the tests again.', 'Run the tests again before you merge.'],
    ['zh, other signs', '这个样本量太小 建议用精确检验！', advice],
    ['zh, a particle more', '这个样本量太小了，建议用精确检验吧。', advice],
    ['zh, an opening more', '嗯，这个样本量太小，建议用精确检验。', advice],
    ['full width', 'ＣＩ 又红了，我先回滚到昨天的版本', 'CI又红了，我先回滚到昨天的版本。'],
  ])('finds a near repeat: %s', (_what, text, said) => {
    for (const like of ['own', 'peer'] as const) {
      const found = nearest(text, like === 'own' ? { own: [said], peers: [] } : { own: [], peers: [said] })
      expect(found).toEqual({ similarity: expect.any(Number), like })
      expect(found.similarity).toBeGreaterThanOrEqual(0.8)
    }
  })

  it.each([
    [
      'the same subject in another sense',
      'You should rebase before you merge.',
      'Run the tests again before you merge.',
    ],
    ['zh, the same subject', '部署前要先跑一遍测试。', '部署之前最好先看一下日志。'],
    ['a repeat that goes on', 'Run the tests again. Then rebase, squash the fixups and push.', 'Run the tests again.'],
  ])('leaves alone %s', (_what, text, said) => {
    expect(nearest(text, { own: [said], peers: [said] }).similarity).toBeLessThan(0.8)
  })

  it('takes what stands whole within a longer text for said', () => {
    const longer = 'Run the tests again before you merge, then rebase, squash the fixups and push it to the branch.'
    expect(alike('Run the tests again before you merge.', [], [longer])).toEqual([1, 'peer'])
    expect(alike('Push it.', [], [longer])[0]).toBeLessThan(0.8)
  })

  it.each(['ok', '👍', '好的', '收到，谢谢', 'Sounds good!', '没问题', '네 알겠어요'])(
    'a common answer of a peer does not silence ours: %s',
    (common) => {
      expect(alike(common, [], [common])).toEqual([0, undefined])
      expect(alike(common, [common], [common])).toEqual([1, 'own'])
    },
  )

  it('says whose it is, the own one when both are as near', () => {
    expect(alike(advice, [advice], [advice])).toEqual([1, 'own'])
    expect(alike(advice, ['好的'], [advice])).toEqual([1, 'peer'])
    expect(nearest(advice, { own: [], peers: [] })).toEqual({ similarity: 0 })
  })
})
