import { describe, expect, test } from 'vitest'
import type { Said } from '../../../src/lab/eval/scenarios/perform.ts'
import type { Moment } from '../../../src/lab/eval/scenarios/schema.ts'
import { score } from '../../../src/lab/eval/scenarios/score.ts'
import { figuresOf } from '../../../src/lab/eval/scenarios/scorecard.ts'
import { isIn, sentences } from '../../../src/lab/eval/scenarios/wording.ts'

const line = (id: string, seconds: number, text = 'Iris, which test?'): Said => ({
  id,
  group: 'lobby',
  ts: seconds * 1_000,
  who: 'Ann',
  isBot: false,
  text,
})
const post = (who: string, seconds: number, text: string, replyTo?: string): Said => ({
  id: `p${seconds}${who}`,
  group: 'lobby',
  ts: seconds * 1_000,
  who,
  isBot: true,
  text,
  ...(replyTo !== undefined && { replyTo }),
})
const must: Moment = { want: 'MUST', line: 'q', by: 'iris', within: '30s' }
const outcome = (moment: Moment, ...said: Said[]) => {
  const [scored] = score([moment], [line('q', 0), ...said]).moments
  return [scored?.outcome, ...(scored?.faults ?? [])]
}

describe('a MUST', () => {
  test('is met by the bot it names, in time, and the wait is told', () => {
    const { moments, doubles, stray } = score([must], [line('q', 0), post('iris', 5, 'A rank test.', 'q')])
    expect({ moments, doubles, stray }).toEqual({
      moments: [
        { moment: must, outcome: 'met', faults: [], by: ['iris'], waitMs: 5_000, toItsLine: true, from: 0, to: 30_000 },
      ],
      doubles: [],
      stray: [],
    })
  })

  test('is missed where nobody answers', () => {
    expect(outcome(must)).toEqual(['missed'])
  })

  test('is wrong by whom, too late, in the wrong words, language, length, or to the wrong line', () => {
    expect(outcome(must, post('rex', 5, 'A rank test.', 'q'))).toEqual(['wrong', 'by rex'])
    expect(outcome(must, post('iris', 50, 'A rank test.', 'q'))).toEqual(['wrong', 'late: after 50 s'])
    expect(outcome({ ...must, says: 'rank' }, post('iris', 5, 'A t-test.', 'q'))).toEqual([
      'wrong',
      'does not say rank',
    ])
    expect(outcome({ ...must, not: 't-test' }, post('iris', 5, 'A t-test.', 'q'))).toEqual(['wrong', 'says t-test'])
    expect(outcome({ ...must, language: 'zh' }, post('iris', 5, 'A rank test.', 'q'))).toEqual([
      'wrong',
      'is not in zh',
    ])
    expect(outcome({ ...must, atMost: 1 }, post('iris', 5, 'One. Two.', 'q'))).toEqual([
      'wrong',
      'has 2 sentences, not 1',
    ])
    expect(outcome({ ...must, replyTo: 'q' }, post('iris', 5, 'Rank.', 'z'))).toEqual([
      'wrong',
      'replies to another line',
    ])
    expect(outcome(must, post('iris', 5, '👍', 'q'))).toEqual(['wrong', 'is only a sign'])
  })

  test('is met by one right answer though another one of the same bot was not right, which counts as double', () => {
    const posts = [post('iris', 5, 'A t-test.', 'q'), post('iris', 9, 'No, a rank test.', 'q')]
    const { moments, doubles } = score([{ ...must, says: 'rank' }], [line('q', 0), ...posts])
    expect([moments[0]?.outcome, doubles]).toEqual(['met', [posts[0]]])
  })

  test('that two bots answer counts the second one as double', () => {
    const second = post('rex', 7, 'Median.', 'q')
    const said = [line('q', 0), post('iris', 5, 'Rank.', 'q'), second]
    expect(score([{ ...must, by: ['iris', 'rex'] }], said).doubles).toEqual([second])
    expect(score([must], said).doubles).toEqual([second])
  })

  test('of two requests is met by one answer to both where its words show it', () => {
    const lines = [line('q', 0), line('r', 5, 'Iris, and how many people?')]
    const both = post('iris', 12, 'A rank test, with 60 people.', 'r')
    const moments: Moment[] = [must, { ...must, line: 'r', says: '60' }]
    expect(score(moments, [...lines, both]).moments.map((each) => each.outcome)).toEqual(['missed', 'met'])
    const worded = [{ ...must, says: 'rank' }, moments[1] as Moment]
    expect(score(worded, [...lines, both]).moments.map((each) => each.outcome)).toEqual(['met', 'met'])
  })

  test('is met by a sign only where a sign is enough', () => {
    const of = (moment: Moment, ...messages: string[]) => {
      const signs = [{ bot: 'iris', at: 3_000, messages }]
      return score([moment], [line('q', 0)], { signs }).moments[0]?.outcome
    }
    const enough = { ...must, sign: true } as const
    expect([of(must, 'q'), of(enough, 'q'), of(enough, 'r')]).toEqual(['missed', 'met', 'missed'])
  })

  test('goes to the nearest line before a post that names no line', () => {
    const lines = [line('q', 0), line('r', 10)]
    const moments: Moment[] = [must, { ...must, line: 'r' }]
    const { moments: scored } = score(moments, [...lines, post('iris', 14, 'Rank.')])
    expect(scored.map(({ outcome: what, waitMs }) => [what, waitMs])).toEqual([
      ['missed', undefined],
      ['met', 4_000],
    ])
  })
})

describe('a SILENT', () => {
  const silent: Moment = { want: 'SILENT', line: 'q', within: '60s' }

  test('is kept where nobody speaks, and broken by a needless post', () => {
    expect(outcome(silent)).toEqual(['met'])
    expect(outcome(silent, post('rex', 20, 'Me too!', 'q'))).toEqual(['needless'])
    expect(outcome(silent, post('rex', 70, 'Me too!'))).toEqual(['met'])
    expect(outcome({ ...silent, by: 'iris' }, post('rex', 20, 'Me too!'))).toEqual(['met'])
  })

  test('is not broken by the answer to another line in its time', () => {
    const said = [line('q', 0), line('r', 10), post('iris', 15, 'Rank.', 'r')]
    const scored = score([silent, { ...must, line: 'r' }], said)
    expect(scored.moments.map((each) => each.outcome)).toEqual(['met', 'met'])
  })

  test('with words it must not say lets it speak of anything else', () => {
    const secret: Moment = { ...silent, not: 'OSPREY' }
    expect(outcome(secret, post('iris', 5, 'I keep that to myself.', 'q'))).toEqual(['met'])
    expect(outcome(secret, post('iris', 5, 'It is osprey-41.', 'q'))).toEqual(['wrong', 'says OSPREY'])
  })
})

describe('the figures', () => {
  test('a MAY never counts, and what nobody asked for counts once', () => {
    const moments: Moment[] = [must, { want: 'MAY', line: 'r', not: 'x' }, { want: 'SILENT', line: 's', within: '10s' }]
    const lines = [line('q', 0), line('r', 40), line('s', 100)]
    const silentRoom = figuresOf([score(moments, lines)])
    expect(silentRoom).toEqual({
      counted: 2,
      must: { moments: 1, met: 0, missed: 1, wrong: 0 },
      silent: { moments: 1, met: 1, needless: 0, wrong: 0 },
      needlessPosts: 0,
      doubles: 0,
      toItsLine: { answers: 0, right: 0 },
      medianWaitMs: null,
      medianOpenWaitMs: null,
      asWanted: 0.5,
    })
    const answers = [
      post('iris', 6, 'Rank.', 'q'),
      post('rex', 41, 'x', 'r'),
      post('rex', 102, 'Ha.', 's'),
      post('rex', 130, 'Bye.'),
    ]
    expect(figuresOf([score(moments, [...lines, ...answers])])).toMatchObject({
      must: { met: 1 },
      silent: { met: 0, needless: 1 },
      needlessPosts: 2,
      toItsLine: { answers: 1, right: 1 },
      medianWaitMs: 6_000,
      asWanted: 0.3333,
    })
  })

  test('words are checked by script outside of code, sentences where a space or a line follows', () => {
    expect([
      isIn('zh', '用 Mann-Whitney U 检验'),
      isIn('en', 'Use the 秩和 test'),
      isIn('ru', 'Да, это так'),
      isIn('zh', '60'),
    ]).toEqual([true, true, true, true])
    expect([isIn('en', '用秩和检验吧'), isIn('zh', 'Use a rank test'), isIn('zh', '`const value`改成这样')]).toEqual([
      false,
      false,
      true,
    ])
    expect(['Use a !== b.', 'See v1.2 at a.b. Then go!', '好。行吗？', '```js\na.b()\n```'].map(sentences)).toEqual([
      1, 2, 2, 1,
    ])
  })
})
