// Whom it is told that a message was taken back: charts in which it may wait, or that may be at work for it.
import { expect, test } from 'vitest'
import { recallsOf } from '../../../src/app/runs.ts'
import { loadYaml } from '../../config/load.ts'

const config = loadYaml(`
bots:
  - { name: Iris, agent: { allow: [{ tools: [fs.read], groups: ['web:lobby'], by: members }] } }
  - { name: Rex }
`)
const taken = { group: 'web:lobby', id: 'm1', text: undefined }

test('those that there are, in the group and in a chat of two; not where it was only changed', () => {
  const event = { type: 'message.recalled', message: 'm1' }
  expect(recallsOf(config, taken, () => true)).toEqual([
    { key: 'iris web:lobby', event },
    { key: 'iris direct web:lobby', event },
    { key: 'rex web:lobby', event },
    { key: 'rex direct web:lobby', event },
  ])
  expect(recallsOf(config, taken, (key) => key === 'iris web:lobby')).toEqual([{ key: 'iris web:lobby', event }])
  expect(recallsOf(config, { ...taken, text: 'other words' }, () => true)).toEqual([])
})
