// How work that takes longer is told: few lines, each of them new, one message where the channel can edit (A11).
import { describe, expect, test } from 'vitest'
import type { GroupInput } from '../../machines/group/settings.ts'
import { type Overrides, type Script } from '../fakes/group-life.ts'
import { call, calls, lifeWith, mention, rights, thinks } from '../fakes/run-life.ts'

/** A step each 30 s; beside its calls the model says so. */
const telling = (notes: readonly (string | undefined)[]): Script => ({
  compose: () => calls(call('1.0')),
  act: () => ({ outcome: { output: { isError: false, entries: [], grown: 10 } }, afterMs: 29_000 }),
  think: (n) => {
    const note = notes[n - 1]
    if (n > notes.length) return thinks('It is done.')
    const thought = { calls: [call(`${n + 1}.0`)], entries: [], grown: 10, tokens: 100, ...(note && { note }) }
    return { outcome: { output: thought }, afterMs: 1_000 }
  },
})
const roomy = {
  ...rights,
  run: { ...rights.run, maxSteps: 20 },
  maxTokens: 200_000,
  limits: [{ durationMs: 3_600_000, maxTokens: 400_000 }],
}
const long = Array.from({ length: 18 }, (_, n) => `Step ${n + 1}.`)

const lifeOf = (notes: readonly (string | undefined)[], input: Partial<GroupInput> = {}, over: Overrides = {}) => {
  const life = lifeWith(telling(notes), { agent: roomy, ...input }, over)
  life.say(1_000, mention)
  life.host.runUntil(900_000)
  return life
}

describe('work that takes ten minutes', () => {
  test('three lines at the most: a minute after the notice, then after twice and four times as long', () => {
    expect(lifeOf(long).sent()).toEqual([
      [22_000, 'I am looking into it.'],
      [82_000, 'Step 2.'],
      [202_000, 'Step 6.'],
      [442_000, 'Step 14.'],
      [expect.any(Number), 'It is done.'],
    ])
  })

  test('a line that says nothing new is left out', () => {
    const half = long.slice(2).map((_, n) => (n < 9 ? 'Half is read.' : 'half is read'))
    const notes = [undefined, 'I am looking into it!', ...half]
    expect(
      lifeOf(notes)
        .sent()
        .map(([, text]) => text),
    ).toEqual(['I am looking into it.', 'Half is read.', 'It is done.'])
  })

  /** Each delivery, with the message that it takes the place of; `ids`: what stands after each. */
  const editsOf = (ids: readonly string[]) => {
    const deliver = (n: number) => ({ outcome: { output: { id: ids[n - 1] ?? '' } }, afterMs: 100 })
    const life = lifeWith({ ...telling(long), deliver }, { agent: roomy, canEdit: true })
    life.say(1_000, mention)
    life.host.runUntil(900_000)
    return life.asks('deliver').map(({ text, edits }: { text: string; edits?: string }) => [text, edits])
  }

  test('where the channel can edit they are one message', () => {
    expect(editsOf(['line', 'line', 'line', 'line', 'answer'])).toEqual([
      ['I am looking into it.', undefined],
      ['Step 2.', 'line'],
      ['Step 6.', 'line'],
      ['Step 14.', 'line'],
      ['It is done.', undefined],
    ])
  })

  test('where it could be changed no more, the later ones take the place of the new one', () => {
    expect(editsOf(['line', 'line', 'new line', 'new line', 'answer']).map(([, edits]) => edits)).toEqual([
      undefined,
      'line',
      'line',
      'new line',
      undefined,
    ])
  })

  test('each is paid for as any message: one that the budget does not allow is left out, and leaves no sign (U2)', () => {
    const shortWindow = { durationMs: 150_000, maxMessages: 1, maxTokens: 100_000 }
    const limits = { shortWindow, spreadFrom: 1, maxPersonShare: 1 }
    const life = lifeOf(long, { canReact: true }, { limits, reserveBudgetRatio: 0 })
    expect(life.sent().map(([, text]) => text)).toEqual(['I am looking into it.', 'Step 6.', 'Step 14.', 'It is done.'])
    expect(life.asks('sign')).toEqual([])
  })

  test('none while the bot is muted, nor after the work was called off', () => {
    const life = lifeWith(telling(long), { agent: roomy })
    life.say(1_000, mention)
    life.say(100_000, { ...mention, wish: 'stop' })
    life.host.runUntil(900_000)
    expect(life.sent().map(([, text]) => text)).toEqual(['I am looking into it.', 'Step 2.'])
  })

  test('a turn under way is not disturbed: the line comes after it', () => {
    const life = lifeWith(
      {
        ...telling(long),
        compose: (n) =>
          n === 1
            ? calls(call('1.0'))
            : {
                outcome: {
                  output: { text: 'Hi.', type: 'short', similarity: 0, model: 's', rehearsal: true, tokens: 100 },
                },
                afterMs: 10_000,
              },
      },
      { agent: roomy },
    )
    life.say(1_000, mention)
    life.say(80_000, { ...mention, sender: 'ben' })
    life.host.runUntil(190_000)
    expect(life.sent().map(([, text]) => text)).toEqual(['I am looking into it.', 'Hi.', 'Step 3.'])
  })
})

test('a chart that tells the room nothing new is as quick as before: short work sets off no line', () => {
  const life = lifeWith(telling(['One.']))
  life.say(1_000, mention)
  life.host.runUntil(400_000)
  expect(life.sent().map(([, text]) => text)).toEqual(['I am looking into it.', 'It is done.'])
})
