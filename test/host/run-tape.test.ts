// Records of a step become writes on the tape of the bot that the chart is of.
import { expect, test } from 'vitest'
import { recordOnTape, tapeWrites } from '../../src/host/run-tape.ts'
import { openRunTape } from '../../src/store/run-tape.ts'
import { inMemory } from './stores.ts'

const entry = { run: 'r1', id: '0.0', kind: 'tool_call', body: { tool: 'fs.read' }, tokens: 5 } as const
const event = { run: 'r1', id: 'failed', kind: 'event', body: { why: 'failed' }, tokens: 3 } as const
const child = '#agent/work/iris web:lobby'
const key = 'iris web:lobby'

test('a step’s records become writes in their order, under the key of the bot; other records and other charts write nothing', () => {
  const records = [
    { name: 'recordVerdict', params: { gate: 'run' } },
    { name: 'recordEntries', params: [entry] },
    { name: 'noteEntries', params: [event] },
    { name: 'mergeRun', params: { run: 'r1' } },
    { name: 'failRun', params: { run: 'r2', event } },
  ]
  const writes = [
    { do: 'append', key, at: 7, entries: [entry] },
    { do: 'note', key, at: 7, entries: [event] },
    { do: 'merge', key, at: 7, run: 'r1' },
    { do: 'fail', key, at: 7, run: 'r2', event },
  ]
  const written = (of: string) => tapeWrites({ key: of, at: 7, records })
  expect([written(child), written(key), written('#floor web:lobby')]).toEqual([writes, writes, []])
})

test('they are carried out on the tape', () => {
  const tape = openRunTape(inMemory())
  const step = (name: string, params: unknown) => recordOnTape(tape, { key: child, at: 1, records: [{ name, params }] })
  step('recordEntries', [entry])
  step('failRun', { run: 'r1', event })
  step('noteEntries', [{ ...entry, run: 'c1' }])
  step('recordEntries', [{ ...entry, run: 'r2' }])
  step('mergeRun', { run: 'r2' })
  expect(tape.after(key, 0, 10).map(({ run, id, state }) => [run, id, state])).toEqual([
    ['r1', '0.0', 'failed'],
    ['r1', 'failed', 'merged'],
    ['c1', '0.0', 'merged'],
    ['r2', '0.0', 'merged'],
  ])
})
