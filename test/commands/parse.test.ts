// A command is told from talk by its comma (A4).
import { expect, test } from 'vitest'
import { isCommandName, orderOf } from '../../src/commands/commands.ts'
import { commandIn } from '../../src/commands/parse.ts'

const isIris = (words: string): boolean => words === '' || words === '@Iris'

test.each([
  [',help', { name: 'help', words: '', line: 'help' }],
  [
    '@Iris ,Tape.Search  seven samples ',
    { name: 'tape.search', words: 'seven samples', line: 'Tape.Search  seven samples' },
  ],
  ['，why m1', { name: 'why', words: 'm1', line: 'why m1' }],
  ['@Iris ,ls -l | head', { name: 'ls', words: '-l | head', line: 'ls -l | head' }],
])('%s is one', (text, expected) => {
  expect(commandIn(text, isIris)).toEqual(expected)
})

test.each([
  'Iris, help me',
  'Iris,help me',
  '小研，stop',
  ', help',
  ',帮助',
  'we saw it ,mute or not',
  `${'@Iris '.repeat(30)},help`,
  '',
])('%s is none', (text) => {
  expect(commandIn(text, isIris)).toBeUndefined()
})

test('mute, unmute, stop and policy order what the page orders; the others only ask', () => {
  expect(
    [
      ['mute', ''],
      ['unmute', ''],
      ['stop', ''],
      ['policy', 'Open'],
      ['policy', 'default'],
      ['policy', 'loud'],
      ['help', ''],
      ['rm', '-rf'],
    ].map(([name = '', words = '']) => orderOf(name, words)),
  ).toEqual([
    { type: 'operator.mute' },
    { type: 'operator.unmute' },
    { type: 'operator.drop' },
    { type: 'operator.policy', policy: 'open' },
    { type: 'operator.policy', policy: null },
    undefined,
    undefined,
    undefined,
  ])
  expect(['why', 'constructor', 'rm'].map(isCommandName)).toEqual([true, false, false])
})
