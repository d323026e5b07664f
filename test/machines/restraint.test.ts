// What people may ask of a bot's zeal: quiet rooms, and a wish for quiet that holds until it is taken back.
import { describe, expect, test } from 'vitest'
import type { ComposeInput } from '../../machines/group/children.ts'
import type { Talkativeness } from '../../machines/group/settings.ts'
import type { MessageRef } from '../../machines/group/types.ts'
import { groupLife, inputWith } from '../fakes/group-life.ts'

const life = (talkativeness: Talkativeness = 'normal') => groupLife(inputWith({ talkativeness }))
const question: Partial<MessageRef> = { id: 'q', sender: 'ann', question: true, relevance: 0.6 }
const calls = (group: ReturnType<typeof life>): string[] => group.asked.map(({ at, src }) => `${at} ${src}`)

describe('in a quiet room', () => {
  test('a request is answered as everywhere', () => {
    const group = life('quiet')
    group.say(1_000, { mentioned: true })
    group.host.runUntil(1_500)
    expect(calls(group)).toEqual(['1000 compose'])
  })

  test('a question of its field is judged when nobody has answered it for 20 s', () => {
    const group = life('quiet')
    group.say(1_000, question)
    group.host.runUntil(21_200)
    expect(calls(group)).toEqual(['21000 decide'])
  })

  test('an answer by anybody ends it', () => {
    const group = life('quiet')
    group.say(1_000, question)
    group.say(15_000, { sender: 'bob', relevance: 0 })
    group.host.runUntil(60_000)
    expect(calls(group)).toEqual([])
    expect(new Set(group.at('policy').map(({ why }) => why))).toEqual(new Set(['heldBack']))
  })

  test('nothing else is judged, however much of it there is', () => {
    const group = life('quiet')
    for (let i = 0; i < 20; i += 1) group.say(1_000 + i * 1_000, { sender: `p${i % 3}`, relevance: 0.9 })
    group.host.runOut()
    expect(calls(group)).toEqual([])
  })
})

test('a lively bot joins in after half as many lines', () => {
  const starts = (['normal', 'lively'] as const).map((talkativeness) => {
    const group = life(talkativeness)
    for (let i = 0; i < 4; i += 1) group.say(1_000 + i * 4_000, { sender: `p${i}`, relevance: 0 })
    group.host.runUntil(17_000)
    return group.at('dispatch', 'start').length
  })
  expect(starts).toEqual([0, 1])
})

describe('after a person asked it for quiet', () => {
  const hushed = () => {
    const group = life()
    group.say(1_000, { id: 'hush', asked: 'alone', wish: 'quiet' })
    group.host.runUntil(60_000)
    return group
  }
  const controlVerdicts = (group: ReturnType<typeof life>) =>
    group.at('control').map(({ outcome, why, messages }) => `${outcome}: ${why} ${messages.join()}`)

  test('it says so, answers with a sign at most, and holds back', () => {
    const group = hushed()
    expect(controlVerdicts(group)).toEqual(['hushed: askedForQuiet hush'])
    const composed = group.asked.filter(({ src }) => src === 'compose').map(({ input }) => (input as ComposeInput).type)
    expect(composed).toEqual(['reaction'])
    group.say(100_000, { sender: 'bob', relevance: 0.9 })
    group.host.runUntil(130_000)
    expect(group.at('policy').map(({ why }) => why)).toEqual(['heldBack'])
  })

  test('who asks it is answered, and it stays quiet until a person asks it to speak again', () => {
    const group = hushed()
    group.say(100_000, { id: 'free', mentioned: true, wish: 'free' })
    group.say(200_000, { sender: 'bob', relevance: 0.9 })
    group.host.runUntil(210_000)
    expect(controlVerdicts(group)).toEqual(['hushed: askedForQuiet hush', 'unhushed: askedToSpeak free'])
    expect(calls(group).at(-1)).toMatch(/^203000 decide|compose|deliver/)
    expect(group.at('policy')).toEqual([])
  })
})

test('nothing is ever said because a room went quiet', () => {
  const group = life('lively')
  group.say(1_000, { addressedToOther: true })
  group.host.runUntil(36_000_000)
  expect(calls(group)).toEqual([])
})
