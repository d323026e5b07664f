// How long a reply may be, by what the decision wished, the group and the budget (T2, V6).
import { describe, expect, it } from 'vitest'
import type { ReplyType, Vitality } from '../../machines/group/settings.ts'
import { allowedType } from '../../machines/rules/reply-type.ts'

const types: ReplyType[] = ['reaction', 'short', 'normal', 'long']

describe('the allowed type (T2)', () => {
  const allowed = (vitality: Vitality, budgetUsage: number, relevance?: number) =>
    types.map((wanted) => allowedType(wanted, { vitality, budgetUsage, relevance }))
  const upTo: Record<ReplyType, ReplyType[]> = {
    reaction: ['reaction', 'reaction', 'reaction', 'reaction'],
    short: ['reaction', 'short', 'short', 'short'],
    normal: ['reaction', 'short', 'normal', 'normal'],
    long: types,
  }

  it.each([
    ['HEATED', 0, 1, 'short'],
    ['COOLING', 0, 1, 'short'],
    ['DORMANT', 0, 1, 'short'],
    ['ACTIVE', 0.7, 1, 'short'],
    ['ACTIVE', Number.NaN, 1, 'short'],
    ['ACTIVE', 0.69, 1, 'normal'],
    ['ACTIVE', 0.5, 1, 'normal'],
    ['ACTIVE', 0, 0.79, 'normal'],
    ['ACTIVE', 0, Number.NaN, 'normal'],
    ['ACTIVE', 0, undefined, 'normal'],
    ['ACTIVE', 0.49, 0.8, 'long'],
  ] as const)('in %s at budget use %s and relevance %s is at most %s…', (vitality, usage, relevance, most) => {
    expect(allowed(vitality, usage, relevance)).toEqual(upTo[most])
  })
})

describe('the allowed type of what a person asked for (V6)', () => {
  it.each(['DORMANT', 'COOLING', 'HEATED'] as const)('is no shorter for the group being %s', (vitality) => {
    const allowed = (budgetUsage: number, isRequested: boolean) =>
      allowedType('long', { vitality, budgetUsage, relevance: 1, isRequested })
    expect([allowed(0.69, true), allowed(0.7, true), allowed(0, false)]).toEqual(['normal', 'short', 'short'])
  })
})
