// People who may not use the same tools are answered one after the other: none of them loses theirs, and nothing is lost (A6).
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ComposeInput } from '../../machines/group/children.ts'
import type { GroupInput } from '../../machines/group/settings.ts'
import type { MessageRef } from '../../machines/group/types.ts'
import type { Overrides } from '../fakes/group-life.ts'
import { call, calls, lifeWith, mention, rights } from '../fakes/run-life.ts'

type Life = ReturnType<typeof lifeWith>
type Said = Partial<MessageRef> & { id: string }

/** They wait together behind a turn of somebody else's. */
const busy: Said = { ...mention, id: 'busy', sender: 'zoe' }
const member = (id: string, sender = 'ann'): Said => ({ ...mention, id, sender })
const operator = (id: string): Said => member(id, 'olga')
const peer = (id: string): Said => ({ ...member(id, 'max'), kind: 'peer' })
const talk = (id: string): Said => ({ id, sender: 'dan' })

const mentionsOnly: Overrides = { policy: 'mention' }
function lifeOf(said: readonly Said[], input: Partial<GroupInput> = {}): Life {
  const life = lifeWith({}, input, mentionsOnly)
  life.say(1_000, busy)
  for (const [n, each] of said.entries()) life.say(1_100 + 10 * n, each)
  life.host.runOut()
  return life
}
/** Of each reply: what it was asked about, and the tools that it was offered. */
const asked = (life: Life): unknown[] =>
  life.asks('compose').map((input: ComposeInput) => [input.batch.join(' '), (input.tools ?? []).join(' ')])
const all = 'fs.read web.fetch bash'
const first = ['busy', 'fs.read']

describe('an operator and a member who ask at once', () => {
  test('have a turn each, who asked first the first, and each of them their tools', () => {
    expect(asked(lifeOf([operator('o'), member('m')]))).toEqual([first, ['o', all], ['m', 'fs.read']])
    expect(asked(lifeOf([member('m'), operator('o')]))).toEqual([first, ['m', 'fs.read'], ['o', all]])
  })

  test('what either of them adds stays with what they asked, and what others say goes along with the first', () => {
    const life = lifeOf([
      talk('t1'),
      member('m1'),
      operator('o1'),
      { id: 'o2', sender: 'olga' },
      member('m2', 'ben'),
      talk('t2'),
    ])
    expect(asked(life)).toEqual([first, ['t1 m1 m2 t2', 'fs.read'], ['o1 o2', all]])
  })

  test('are answered together where no tool is for operators alone, where none is on, and beside work under way', () => {
    const forAll = { ...rights, tools: [{ name: 'fs.read', by: 'members' as const }] }
    const said = [operator('o'), member('m')]
    expect(asked(lifeOf(said, { agent: forAll }))).toEqual([first, ['o m', 'fs.read']])
    expect(asked(lifeOf(said, { agent: undefined as never }))).toEqual([
      ['busy', ''],
      ['o m', ''],
    ])
    const spent = { ...rights, limits: [{ durationMs: 3_600_000, maxTokens: 10 }] }
    expect(asked(lifeOf(said, { agent: spent }))).toEqual([
      ['busy', ''],
      ['o m', ''],
    ])
    const life = lifeWith(
      {
        compose: (n) =>
          n === 1
            ? calls(call('1.0'))
            : {
                outcome: {
                  output: { text: `${n}`, type: 'short', similarity: 0, model: 's', rehearsal: true, tokens: 9 },
                },
                afterMs: 5_000,
              },
        think: () => ({ outcome: { output: { calls: [], entries: [], grown: 1, tokens: 1 } }, afterMs: 300_000 }),
      },
      {},
      mentionsOnly,
    )
    life.say(1_000, busy)
    life.say(30_000, member('m1'))
    for (const each of said) life.say(31_000, each)
    life.host.runUntil(60_000)
    expect(asked(life).slice(1)).toEqual([
      ['m1', ''],
      ['m1 o m', ''],
    ])
  })
})

test('a bot that speaks to it takes nobody’s tools, and comes after people', () => {
  expect(asked(lifeOf([peer('p'), member('m')]))).toEqual([first, ['m', 'fs.read'], ['p', '']])
})

test('a mention by somebody else takes the place of no draft of an operator’s', () => {
  for (const [sender, expected] of [
    [
      'ann',
      [
        ['o', all],
        ['m', 'fs.read'],
      ],
    ],
    [
      'olga',
      [
        ['o', all],
        ['o m', all],
      ],
    ],
  ] as const) {
    const life = lifeWith({}, {}, mentionsOnly)
    life.say(1_000, operator('o'))
    life.say(2_500, member('m', sender))
    life.host.runOut()
    expect(asked(life)).toEqual(expected)
  }
})

test('whoever asks in whatever order: nothing is lost or answered twice, and nobody has fewer tools than alone', () => {
  const someone = fc.constantFrom('ann', 'ben', 'olga', 'dan', 'max')
  fc.assert(
    fc.property(fc.array(fc.tuple(someone, fc.boolean()), { minLength: 1, maxLength: 8 }), (said) => {
      const refs = said.map(([sender, asks], n): Said => ({
        id: `m${n}`,
        sender,
        ...(asks && mention),
        ...(sender === 'max' && { kind: 'peer' }),
      }))
      const life = lifeOf(refs)
      const batches = life.asks('compose').map(({ batch, tools = [] }: ComposeInput) => ({ batch, tools }))
      const seen = batches.flatMap(({ batch }) => batch).filter((id) => id !== 'busy')
      expect(new Set(seen).size).toBe(seen.length)
      const asking = refs.filter((ref) => ref.mentioned && ref.kind !== 'peer')
      for (const { id, sender } of asking) {
        const own = batches.find(({ batch }) => batch.includes(id))
        expect([id, own?.tools.length]).toEqual([id, sender === 'olga' ? 3 : 1])
      }
    }),
    { numRuns: 40 },
  )
})
