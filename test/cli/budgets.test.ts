// What the doctor says of budgets: few answers in any window are a warning, none an error, and its advice mends them (U1).
import { expect, test } from 'vitest'
import { budgetFindings } from '../../src/cli/doctor/budgets.ts'
import { loadYaml } from '../config/load.ts'

const of = (limits: object) =>
  budgetFindings(loadYaml(`bots: [{ name: Iris }]\ngroupSocial: { limits: ${JSON.stringify(limits)} }\n`))
const signs = (limits: object) => of(limits).map(({ sign }) => sign)

test.each([
  ['a short window without tokens', { shortWindow: { maxTokens: 600 } }, 'bad', / short|shortWindow/],
  ['a long window without messages', { longWindow: { maxMessages: 0 } }, 'bad', /longWindow\.maxMessages is 0/],
  ['a short window of one answer', { preset: 'documents' }, 'warn', /silent for up to 5 min after 1 answer$/],
  ['a medium window of one answer', { mediumWindow: { maxTokens: 3_000 } }, 'warn', /for up to 3 h after 1 answer$/],
  ['a long window of two answers', { longWindow: { maxMessages: 2 } }, 'warn', /for up to 24 h after 2 answers$/],
  ['three answers in each', { shortWindow: { maxMessages: 3 } }, 'ok', /^Iris: 5 min hold 3 answers or /],
])('%s', (_what, limits, sign, found) => {
  expect(of(limits)).toEqual([expect.objectContaining({ sign, found: expect.stringMatching(found) })])
})

test.each([
  [{ preset: 'documents' }],
  [{ shortWindow: { maxTokens: 1_000 } }],
  [{ shortWindow: { maxTokens: 300, maxMessages: 0 }, longWindow: { maxMessages: 2 } }],
  [{ mediumWindow: { maxTokens: 3_000 } }],
  [{ preset: 'documents', longWindow: { maxMessages: 1 } }],
])('what it says to raise for %j is enough, and no more than that', (limits: Record<string, unknown>) => {
  const advice = of(limits).map(({ next = '' }) => next)[0] ?? ''
  const raised = Array.from(advice.matchAll(/limits\.(\w+)\.(\w+) to (\d+)/g), ([, window, what, figure]) => ({
    window: String(window),
    what: String(what),
    figure: Number(figure),
  }))
  const follow = (less: number): Record<string, Record<string, number>> => {
    const followed = structuredClone(limits) as Record<string, Record<string, number>>
    for (const { window, what, figure } of raised) (followed[window] ??= {})[what] = figure - less
    return followed
  }
  expect([raised.length > 0, signs(follow(0)), signs(follow(1))]).toEqual([true, ['ok'], ['warn']])
})

test('another preset is named where it mends the budget, and not where own figures stand over it', () => {
  const advice = (limits: object) => of(limits).map(({ next }) => next?.includes('preset: balanced'))
  expect([advice({ preset: 'documents' }), advice({ shortWindow: { maxMessages: 2 } })]).toEqual([[true], [false]])
})
