// What is held for a call grows with what its models need: thoughts that cannot be switched off, a second try of a list.
import { expect, test } from 'vitest'
import { reservation } from '../../machines/rules/reservation.ts'
import type { ChatModel } from '../../src/llm/model.ts'
import { groupInputs } from '../../src/service/hosted-group.ts'
import { load } from '../config/load.ts'

const config = load({})
const plain: ChatModel = { name: 'plain', rehearsal: false, ask: () => Promise.reject(new Error('never asked')) }
const thinking: ChatModel = { ...plain, thoughtTokens: () => 500 }
const listed: ChatModel = { ...plain, among: [plain, thinking, plain] }

function inputOf(decision: ChatModel, reply: ChatModel) {
  const models = { decision: () => decision, reply: () => reply }
  return groupInputs(config, () => [], undefined, undefined, { models })('iris web:lobby')
}

test('thoughts are part of what stands beside the talk, for the call whose model thinks', () => {
  const { overhead } = inputOf(plain, plain)
  expect(inputOf(thinking, plain).overhead).toEqual({ ...overhead, decide: overhead.decide + 500 })
})

test('of a list one failed try is held beside the next, where the windows have room for it', () => {
  const [alone, list] = [inputOf(plain, plain), inputOf(listed, plain)]
  const ledger = { sends: [], calls: [] }
  const heldFor = (input: typeof alone, call: 'decide' | 'compose') =>
    reservation(input, ledger, 0, { call, type: 'short', asked: true })
  expect(heldFor(list, 'decide')).toBe(2 * heldFor(alone, 'decide'))
  expect(heldFor(list, 'compose')).toBe(heldFor(alone, 'compose'))
  const spent = {
    sends: [],
    calls: [[0, config.groupSocial.limits.shortWindow.maxTokens - 1_500]] as [number, number][],
  }
  const left = (input: typeof alone) => reservation(input, spent, 1, { call: 'decide', type: 'short', asked: true })
  expect(left(list)).toBeLessThan(2 * heldFor(alone, 'decide'))
})
