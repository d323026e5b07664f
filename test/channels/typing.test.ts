import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Step } from '../../src/room/steps.ts'
import { makeTyping } from '../../src/channels/typing.ts'

const key = 'iris feishu:oc_1'
const asked = { id: 'om_2', mentioned: true, kind: 'person' }

const step = (change: Partial<Step>): Step => ({
  key,
  actor: 1,
  seq: 1,
  at: 1,
  event: { type: 'any', at: 1 },
  snapshot: {
    context: { turn: { batch: [{ id: 'om_1', mentioned: false }, asked, { id: 'om_3', mentioned: false }] } },
  },
  records: [],
  started: [],
  ...change,
})
const composes = step({ started: [{ id: 'compose', src: 'compose', input: {} }] })
const ends = step({ records: [{ name: 'recordVerdict', params: { gate: 'dispatch', outcome: 'end' } }] })

function watched(show: () => Promise<unknown> = () => Promise.resolve()) {
  const told: string[] = []
  const typing = makeTyping(async (bot, group, message) => {
    told.push(`${bot} ${group} ${message}`)
    await show()
    return async () => {
      await nextTurn()
      told.push('hidden')
    }
  })
  return { told, typing }
}

test('it shows on the message that is answered from the writing until the turn ends, once a turn (A11)', async () => {
  const { told, typing } = watched()
  for (const one of [step({}), composes, composes, ends, ends, composes]) typing.committed(one)
  await typing.stop()
  const shown = 'iris feishu:oc_1 om_2'
  expect(told.toSorted()).toEqual(['hidden', 'hidden', shown, shown])
})

test('the service stops when what was shown is hidden again, also of a turn that has just ended', async () => {
  const { told, typing } = watched()
  typing.committed(composes)
  typing.committed(ends)
  await typing.stop()
  expect(told).toEqual(['iris feishu:oc_1 om_2', 'hidden'])
})

test('a stopped actor types no more', async () => {
  const { told, typing } = watched()
  typing.committed(composes)
  typing.halted(key)
  await typing.stop()
  expect(told).toEqual(['iris feishu:oc_1 om_2', 'hidden'])
})

test('a channel that cannot show it is left alone', async () => {
  const { told, typing } = watched(() => Promise.reject(new Error('no')))
  typing.committed(composes)
  typing.committed(ends)
  await typing.stop()
  expect(told).toEqual(['iris feishu:oc_1 om_2'])
})
