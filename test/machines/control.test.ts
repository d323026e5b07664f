import { describe, expect, test } from 'vitest'
import { groupMachine } from '../../machines/group/group.ts'
import type { GroupSettings } from '../../machines/group/settings.ts'
import { openDatabase } from '../../src/store/database.ts'
import { inputWith } from '../fakes/group-life.ts'
import { type LocalLife, localLife } from '../host/local-life.ts'

const draft = { text: 'One.', type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 100 }

const open = (settings: Partial<GroupSettings> = {}): LocalLife =>
  localLife({ db: openDatabase(':memory:'), machine: groupMachine, input: inputWith(settings) })

const order = (life: LocalLife, what: string, more: object = {}): void =>
  void life.host.commit([{ key: 'g', event: { type: `operator.${what}`, ...more } }])

const said = ({ verdicts }: LocalLife): string[] =>
  verdicts
    .filter(({ gate }) => gate === 'control')
    .map(({ outcome, why, tokens = 0 }) => `${outcome}: ${why} ${tokens}`)

/** A mention, up to the moment when its draft waits. */
async function drafted(life: LocalLife): Promise<void> {
  life.say({ id: 'a', mentioned: true })
  await life.settle({ output: draft })
}

describe('an operator ends what is under way', () => {
  test.each([
    ['drop', 'skip: operatorDropped 0'],
    ['mute', 'skip: operatorMuted 0'],
    ['pause', 'skip: operatorPaused 0'],
  ])('%s: a draft that waits is not sent', async (what, why) => {
    const life = open()
    await drafted(life)
    order(life, what)
    expect(said(life).filter((each) => each.startsWith('skip'))).toEqual([why])
    life.clock.advance(life.clock.now() + 600_000)
    expect(life.calls).toEqual([])
  })

  test('a call under way is called off, and charged all that was held for it (U3)', () => {
    const life = open()
    life.say({ id: 'a', mentioned: true })
    const { budget } = life.context() as { budget: { reserved: { tokens: number } } }
    order(life, 'drop')
    expect(life.calls).toEqual([])
    expect(said(life)).toEqual([`skip: operatorDropped ${budget.reserved.tokens}`])
    expect(life.context()['budget']).toMatchObject({ calls: [[life.clock.now(), budget.reserved.tokens]] })
  })

  test('what the channel has been given already cannot be taken back, and is booked', async () => {
    const life = open()
    await drafted(life)
    life.clock.advance(life.clock.now() + 10_000)
    order(life, 'mute')
    await life.settle({ output: { id: 'sent' } })
    expect(life.verdicts.filter(({ gate }) => gate === 'send').map(({ outcome }) => outcome)).toEqual(['sent'])
    expect(life.state()).toMatchObject({ control: 'muted' })
  })

  test.each(['drop', 'mute', 'pause'])('%s: what the channel did not take is not tried again', async (what) => {
    const life = open()
    await drafted(life)
    life.clock.advance(life.clock.now() + 10_000)
    order(life, what)
    await life.settle({ error: { kind: 'unavailable' } })
    life.clock.advance(life.clock.now() + 600_000)
    expect([life.calls, said(life).at(-1), (life.state() as { turn: string }).turn]).toEqual([
      [],
      'skip: operatorStopped 0',
      'idle',
    ])
  })

  test('without a turn there is nothing to drop: the tape has the order, and nothing happens', () => {
    const life = open()
    life.say({ id: 'a' })
    order(life, 'drop')
    expect([said(life), life.steps.at(-1)?.event.type]).toEqual([[], 'operator.drop'])
  })
})

describe('a bot that an operator keeps silent', () => {
  test('reads along, answers no mention, and says why', () => {
    const life = open()
    order(life, 'mute')
    life.say({ id: 'a', mentioned: true })
    expect(life.calls).toEqual([])
    expect(said(life)).toEqual(['muted: operatorMuted 0', 'skip: operatorSilenced 0'])
    order(life, 'unmute')
    life.clock.advance(life.clock.now() + 60_000)
    life.say({ id: 'b', mentioned: true })
    expect(life.calls.map(({ src }) => src)).toEqual(['compose'])
  })

  test('a group that was muted is so still when the pause of the bot ends', () => {
    const life = open()
    const control = () => {
      const { paused } = life.context()['input'] as { paused?: boolean }
      return [(life.state() as { control: string }).control, ...(paused ? ['paused'] : [])].join(' ')
    }
    const seen = ['mute', 'pause', 'unmute', 'mute', 'resume', 'unmute'].map((what) => {
      order(life, what)
      return control()
    })
    expect(seen).toEqual(['muted', 'muted paused', 'free paused', 'muted paused', 'muted', 'free'])
  })

  test('a group that was not told of the pause learns of it when it is loaded', () => {
    const db = openDatabase(':memory:')
    const before = localLife({ db, machine: groupMachine })
    before.say({ id: 'a' })
    const after = localLife({ db, machine: groupMachine, clock: before.clock, input: inputWith({}, { paused: true }) })
    after.say({ id: 'b', mentioned: true }, 'g')
    expect([after.calls, said(after)]).toEqual([[], ['skip: operatorSilenced 0']])
  })
})

test('the policy an operator sets outranks the configured one until it is taken back', () => {
  const life = open({ policy: 'mention' })
  const asked = (id: string): string[] => {
    life.say({ id })
    life.clock.advance(life.clock.now() + 40_000)
    return life.calls.map(({ src }) => src)
  }
  expect(asked('a')).toEqual([])
  order(life, 'policy', { policy: 'open' })
  expect(asked('b')).toEqual(['compose'])
  order(life, 'drop')
  order(life, 'policy', { policy: null })
  expect(asked('c')).toEqual([])
  expect(life.verdicts.filter(({ outcome }) => outcome === 'policy').map(({ why, numbers }) => [why, numbers])).toEqual(
    [
      ['policySet', { policy: 'open' }],
      ['policyReset', { policy: 'mention' }],
    ],
  )
})
