// What is held for a call grows with what its models need: thoughts that cannot be switched off, a second try.
import { expect, test } from 'vitest'
import { reservation } from '../../machines/rules/reservation.ts'
import type { ChatModel } from '../../src/llm/model.ts'
import { groupInputs } from '../../src/jobs/group-inputs.ts'
import { load } from '../config/load.ts'

const config = load({})
const plain: ChatModel = { name: 'plain', rehearsal: false, ask: () => Promise.reject(new Error('never asked')) }
const thinking: ChatModel = { ...plain, thoughtTokens: () => 500 }
const rehearsing: ChatModel = { ...plain, rehearsal: true }

function inputOf(decision: ChatModel, reply: ChatModel) {
  const models = { decision: () => decision, reply: () => reply }
  return groupInputs(config, () => [], undefined, undefined, { models })('iris web:lobby')
}

test('thoughts are part of what stands beside the talk, for the call whose model thinks', () => {
  const { overhead } = inputOf(plain, plain)
  expect(inputOf(thinking, plain).overhead).toEqual({ ...overhead, decide: overhead.decide + 500 })
})

test('one failed try is held beside the next, where the windows have room for it and the model may fail', () => {
  const [sure, unsure] = [inputOf(rehearsing, rehearsing), inputOf(plain, rehearsing)]
  const ledger = { sends: [], calls: [] }
  const reservedFor = (input: typeof sure, call: 'decide' | 'compose') =>
    reservation(input, ledger, 0, { call, type: 'short', asked: true })
  expect(reservedFor(unsure, 'decide')).toBe(2 * reservedFor(sure, 'decide'))
  expect(reservedFor(unsure, 'compose')).toBe(reservedFor(sure, 'compose'))
  const spent = {
    sends: [],
    calls: [[0, config.groupSocial.limits.shortWindow.maxTokens - 1_500]] as [number, number][],
  }
  const left = (input: typeof sure) => reservation(input, spent, 1, { call: 'decide', type: 'short', asked: true })
  expect(left(unsure)).toBeLessThan(2 * reservedFor(sure, 'decide'))
})
