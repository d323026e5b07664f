// What a model wrote beside its calls may stand in the room only where it tells nothing of them (A11).
import { expect, test } from 'vitest'
import { progressNote } from '../../../src/jobs/run/progress-note.ts'
import type { StoredEntry } from '../../../src/store/stored-entry.ts'

const row = (kind: string, body: object) => ({ kind, body }) as unknown as StoredEntry
const made = (tool: string, args: object) => row('tool_call', { tool, arguments: JSON.stringify(args) })
const tape = [
  made('fs.read', { path: 'reports/march-budget.md' }),
  row('tool_result', { call: '1.0', tool: 'fs.read', text: 'there is no file reports/march-budget.md', isError: true }),
  row('tool_result', { call: '2.0', tool: 'bash', error: 'interrupted' }),
  row('tool_result', { call: '3.0', tool: 'fs.list', text: 'The minutes of Monday were approved by everybody.' }),
]
const calls = [{ id: 'w1', name: 'web_search', arguments: '{"words":"boiling point of water","n":12}' }]
const tools = ['fs.read', 'fs.list', 'bash', 'web.search']
const noteOf = (line: string, given: readonly { id: string; name: string; arguments: string }[] = calls) =>
  progressNote(line, { calls: given }, { tools, tape })

test.each([
  'I have read half of the notes, and go on with the rest.',
  '我已经看完一半，接着看剩下的。',
  'The first part is done.',
  // A result that is no error is what the work is about.
  'The minutes of Monday were approved; next is Tuesday.',
])('it may: %s', (line) => {
  expect(noteOf(` ${line} `)).toBe(line)
})

test.each([
  ['nothing', '  '],
  ['too much', 'word '.repeat(60)],
  ['a tool as the house writes it', 'Now I call fs.read for the rest.'],
  ['a tool as it goes over the wire', 'Calling `web_search` again.'],
  ['a tool in other letters', 'I try BASH now.'],
  ['the whole of an argument', 'I look for the boiling point of water.'],
  ['a name in a path', 'I could not open march-budget.md, so I go on.'],
  ['a part of an argument', 'Looking for “point of water” now.'],
  ['an error', 'It says there is no file like that.'],
  ['a crash', 'It was cut off: it may have been done.'],
])('it may not where it says %s', (_, line) => {
  expect(noteOf(line)).toBeUndefined()
})

test('of arguments that cannot be read all of the text counts', () => {
  const cut = [{ id: 'w', name: 'fs_write', arguments: '{"text":"the secret plan of' }]
  expect(noteOf('Writing the secret plan of ours.', cut)).toBeUndefined()
})
