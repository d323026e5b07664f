// Commands in the text of a model: lines that begin with one, and nothing else (A4).
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandLinesIn } from '../../src/commands/lines.ts'

const isTool = (name: string): boolean => name === 'fs.read' || name === 'fs_read'
/** `name|words` of each, and what is left of the text. */
const read = (text: string): [string[], string] => {
  const { lines, rest } = commandLinesIn(text, isTool)
  return [lines.map(({ name, words }) => `${name}|${words}`), rest]
}

test.each([
  [',tape.search seven samples', [['tape.search|seven samples'], '']],
  ['I look.\n ,fs.read notes.txt\n\nSoon more.', [['fs.read|notes.txt'], 'I look.\n\nSoon more.']],
  ['，tape.search 预算', [['tape.search|预算'], '']],
  ['\u200b,\u200bx', [[], '\u200b,\u200bx']],
  ['\u200b ,mute', [['mute|'], '']],
  ['$fs.read {"path":"a"}', [['fs.read|{"path":"a"}'], '']],
  ['$fs_read{"path":"a"}\r\n,ls', [['fs_read|{"path":"a"}', 'ls|'], '']],
  ['$fs.read {\n  "path": "a"\n}\nThat is it.', [['fs.read|{\n  "path": "a"\n}'], 'That is it.']],
  ['$fs.read {"path": \n and no more\n\nText.', [['fs.read|{"path":\n and no more'], 'Text.']],
  [',tools\n,fs.read {"path":"a"} x\ny', [['tools|', 'fs.read|{"path":"a"} x\ny'], '']],
] as const)('%j is read as its commands and the rest', (text, expected) => {
  expect(read(text)).toEqual(expected)
})

test.each([
  'Iris, mute',
  'We saw it ,mute or not',
  '> ,mute',
  '- ,mute',
  '`,mute`',
  '    ,mute',
  ', mute',
  ',1,2,3',
  ',b,c',
  ',“mute”',
  '$fs.read',
  '$fs.read gives the text',
  '$price {"path":"a"}',
  '```\n,mute\n```',
  'Write:\n\n~~~~ sh\n,mute\n```\n,ls\n~~~~\n',
  '```\n,mute\n,never closed',
])('%j is text', (text) => {
  expect(read(text)).toEqual([[], text.trim()])
})

test('behind a block of code a command is one again', () => {
  const { lines, before, rest, code } = commandLinesIn('Look:\n```\n,mute\n```\n,tools\nSo.', isTool)
  expect([lines.map(({ name }) => name), before, rest, [...code]]).toEqual([
    ['tools'],
    'Look:\n```\n,mute\n```',
    'Look:\n```\n,mute\n```\nSo.',
    ['```', ',mute'],
  ])
})

test('what is left of a text has no command in it, whatever the text', () => {
  const piece = fc.constantFrom(
    ',mute',
    '    ,mute',
    '\t,ls',
    '，ls',
    '$fs.read {',
    '}',
    '```',
    '~~~',
    ' ',
    '\u200b',
    'text',
    '"a": 1',
    '\n',
    '\n\n',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      const { rest, code } = commandLinesIn(text, isTool)
      expect(commandLinesIn(rest, isTool, code).lines).toEqual([])
    }),
    { numRuns: 300 },
  )
})
