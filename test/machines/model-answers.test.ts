import { describe, expect, test } from 'vitest'
import type { Failure } from '../../machines/group/children.ts'
import type { MessageRef } from '../../machines/group/types.ts'
import { groupLife, inputWith, type Script, yes } from '../fakes/group-life.ts'

const ample = inputWith({
  limits: {
    shortWindow: { durationMs: 300_000, maxMessages: 100, maxTokens: 1e6 },
    mediumWindow: { durationMs: 10_800_000, maxMessages: 300, maxTokens: 1e7 },
    longWindow: { durationMs: 86_400_000, maxMessages: 1_000, maxTokens: 1e8 },
  },
})
const life = (script: Script = {}) => groupLife(ample, script)

describe("a model's claim about the addressee is checked against the text", () => {
  const decided = (answer: Partial<typeof yes>, ref: Partial<MessageRef>) => {
    const group = life({ decide: () => ({ outcome: { output: { ...yes, ...answer } }, afterMs: 500 }) })
    group.say(1_000, ref)
    group.host.runUntil(8_000)
    return group
      .at('decide')
      .map(({ outcome, numbers }) => `${outcome} ${numbers?.['to'] ?? ''} ${numbers?.['threshold']}`)
  }

  test('that the bot was meant counts only when a person goes on with it', () => {
    expect(decided({ to: 'me', relevance: 0.65 }, {})).toEqual(['skip me (unfounded) 0.7'])
    expect(decided({ to: 'me', relevance: 0.7 }, {})).toEqual(['reply me (unfounded) 0.7'])
    expect(decided({ to: 'all', relevance: 0.65 }, {})).toEqual(['reply all 0.6'])
    expect(decided({ to: 'me', relevance: 0.1 }, { asked: 'followUp' })).toEqual(['reply me 0.6'])
  })

  test('that somebody else was meant silences it', () => {
    expect(decided({ to: 'other' }, {})).toEqual(['skip other 0.6'])
    expect(decided({ to: 'other' }, { asked: 'followUp' })).toEqual(['skip other 0.6'])
    expect(decided({ want: false }, { asked: 'followUp' })).toEqual(['skip  0.6'])
  })
})

describe('a judgement that cannot be read', () => {
  const unreadable = (kind: Failure['kind']): Script => ({
    decide: () => ({ outcome: { error: { kind, message: 'what?', tokens: 90 } }, afterMs: 500 }),
  })
  const ended = (kind: Failure['kind'], ref: Partial<MessageRef>) => {
    const group = life(unreadable(kind))
    group.say(1_000, ref)
    group.host.runOut()
    return {
      asked: group.asked.map(({ src }) => src),
      judged: group.at('decide').map(({ outcome, why, reason, tokens }) => ({ outcome, why, reason, tokens })),
    }
  }
  const judged = [{ outcome: 'failed', why: 'unparsable', reason: 'what?', tokens: 90 }]
  const request = { asked: 'followUp' } as const

  test("of a person's request goes on to the reply", () => {
    expect(ended('unparsable', request)).toEqual({ asked: ['decide', 'compose', 'deliver'], judged })
  })

  test('of anything else is a skip (I3)', () => {
    expect(ended('unparsable', {})).toEqual({ asked: ['decide'], judged })
    expect(ended('unparsable', { kind: 'peer', sender: 'max' })).toEqual({ asked: ['decide'], judged })
  })

  test.each(['refused', 'timeout', 'failed', 'permanent'] as const)('is no judgement that failed: %s', (kind) => {
    expect(ended(kind, request).asked).toEqual(['decide'])
  })
})

describe('a reply that was given before (T5)', () => {
  const repeats: Script = {
    compose: () => ({
      outcome: {
        output: {
          text: 'The same.',
          type: 'short',
          similarity: 0.9,
          like: 'peer',
          model: 'scripted',
          rehearsal: true,
          tokens: 50,
        },
      },
      afterMs: 500,
    }),
  }

  test('is not given again to nobody in particular', () => {
    const group = life(repeats)
    group.say(1_000)
    group.host.runOut()
    expect(group.asked.map(({ src }) => src)).toEqual(['decide', 'compose'])
  })

  test('becomes a reaction for a person who asked', () => {
    const group = life(repeats)
    group.say(1_000, { mentioned: true })
    group.host.runOut()
    expect(group.asked.flatMap(({ src, input }) => (src === 'deliver' ? [input] : []))).toMatchObject([
      { text: '👆', type: 'reaction' },
    ])
  })
})
