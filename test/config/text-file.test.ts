// Files that people write are UTF-8; anything else is refused with the place, and never shown as other letters.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decodeText, readTextFile } from '../../src/config/text-file.ts'
import { watchedPersonas } from '../../src/config/watched-personas.ts'
import { load, problemsOf } from './load.ts'
import { folderOfFile } from '../world/folders.ts'

const folder = folderOfFile()

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')
const bigEndian = (text: string): Buffer => utf16(text).swap16()
const guess = 'is not UTF-8 (Latin-1 or another encoding?): save the file as UTF-8'

describe('bytes', () => {
  test.each([
    ['Latin-1', latin1('a\nb: café'), `byte 9 (line 2) ${guess}`],
    ['GBK', Buffer.from([0x61, 0xc4, 0xe3]), `byte 2 (line 1) ${guess}`],
    ['a character cut off at the end', Buffer.from('né').subarray(0, 2), `byte 2 (line 1) ${guess}`],
    [
      'what stands behind a true replacement sign',
      Buffer.concat([Buffer.from('\uFFFD\n\uFFFD'), latin1('é')]),
      `byte 8 (line 2) ${guess}`,
    ],
    ['half a surrogate', Buffer.from([0x61, 0xed, 0xa0, 0x80]), `byte 2 (line 1) ${guess}`],
    [
      'UTF-16 with its mark',
      Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('bots')]),
      'it is UTF-16, not UTF-8: save the file as UTF-8',
    ],
    [
      'UTF-16, the other end first',
      Buffer.concat([Buffer.from([0xfe, 0xff]), bigEndian('bots')]),
      'it is UTF-16, not UTF-8: save the file as UTF-8',
    ],
    ['UTF-16 without a mark', utf16('bots: []'), 'it is UTF-16, not UTF-8: save the file as UTF-8'],
    [
      'UTF-16 without a mark, the other end first',
      bigEndian('bots: []'),
      'it is UTF-16, not UTF-8: save the file as UTF-8',
    ],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), 'it is UTF-32, not UTF-8: save the file as UTF-8'],
    ['a zero', Buffer.from('a: b\0c'), 'byte 5 (line 1) is 0, which no text has: save the file as UTF-8'],
  ])('of %s are refused', (_what, bytes, problem) => {
    expect(() => decodeText(bytes)).toThrow(problem)
  })

  test.each([
    ['plain', 'bots: []'],
    ['of all planes', 'ä 長 😀 \uFFFD'],
    ['empty', ''],
    ['short', 'a'],
  ])('that are UTF-8 are read with and without a mark: %s', (_what, text) => {
    expect([decodeText(Buffer.from(text)), decodeText(Buffer.from(`\uFEFF${text}`))]).toEqual([text, text])
  })

  test('a device is refused before it is read', () => {
    expect(() => readTextFile('/dev/zero')).toThrow('it is a device, not a text file')
  })
})

describe('a configuration', () => {
  test.each([
    ['Latin-1', latin1('bots:\n  - name: José\n'), `chime.yaml: byte 20 (line 2) ${guess} (/here/chime.yaml)`],
    ['UTF-16', utf16('bots: []'), 'chime.yaml: it is UTF-16, not UTF-8: save the file as UTF-8 (/here/chime.yaml)'],
  ])('in %s is refused with the place', (_what, bytes, problem) => {
    expect(problemsOf({ files: { 'chime.yaml': bytes } })).toEqual([problem])
  })

  test('that nobody can have meant is refused by its name', () => {
    expect(problemsOf({ file: '' })).toEqual(['--config is empty: give it the path of a file, or leave it out'])
    expect(problemsOf({ file: 'here', files: { 'here/': '' } })).toEqual([
      'here: is a folder, not a file: check --config or CHIME_CONFIG (looked for /here/here)',
    ])
    expect(problemsOf({ file: '/dev/zero' })).toEqual(['/dev/zero: it is a device, not a text file (/dev/zero)'])
  })

  test('a byte order mark is no part of it', () => {
    expect(load({ files: { 'chime.yaml': '\uFEFFbots: [{ name: José }]' } }).bots.map(({ name }) => name)).toEqual([
      'José',
    ])
  })

  test.each(['', '\n\n', '# only a comment\n', '---\n', 'null', '~', '\uFEFF'])(
    'that says nothing is a mistake: %j',
    (yaml) => {
      expect(problemsOf({ files: { 'chime.yaml': yaml } })).toEqual([
        'chime.yaml: the file says nothing: write at least bots into it (chime.example.yaml shows how), or remove it for the built-in demo',
      ])
    },
  )

  test.each([
    [
      'bots: !include bots.yaml',
      'chime.yaml: line 1, column 7: a tag (!name) means nothing here (put a value that begins with ! in quotes): correct it and start again',
    ],
    [
      `bots: ${'['.repeat(20_000)}`,
      'chime.yaml: lists or keys are nested too deeply: a configuration has a few levels',
    ],
    [
      `a: &a [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 9 }, (_, n) => `${'bcdefghij'[n]}: &${'bcdefghij'[n]} [${`*${'abcdefghi'[n]},`.repeat(9)}]`).join('\n')}`,
      'chime.yaml: an alias (*name) has no anchor (&name), or too many: quote a value that begins with *',
    ],
    ['bots: []\nbots: []', 'chime.yaml: line 2, column 1: this key is given twice: correct it and start again'],
  ])('with tricks of YAML is refused in one line: %.40s', (yaml, problem) => {
    expect(problemsOf(yaml)).toEqual([problem])
  })

  test('its .env and its personas are UTF-8, too', () => {
    const bots = 'bots: [{ name: Ada, persona: ada.md }]'
    expect(problemsOf({ files: { '.env': latin1('CHIME_MODEL=é'), 'chime.yaml': bots } })).toEqual([
      `.env: byte 13 (line 1) ${guess} (/here/.env)`,
    ])
    expect(problemsOf({ files: { 'chime.yaml': bots, 'ada.md': latin1('Née à Paris') } })).toEqual([
      `chime.yaml: bots[0].persona: "ada.md": byte 2 (line 1) ${guess} (/here/ada.md)`,
    ])
    expect(load({ files: { 'chime.yaml': bots, 'ada.md': '\uFEFF \n' } }).warnings).toEqual([
      'bots[0].persona: there is no text at "ada.md": it has no effect',
    ])
  })
})

test('a persona that is saved in another encoding while the service runs keeps its last text, and that is told', () => {
  const file = join(folder, 'ada.md')
  const problems: string[] = []
  let now = 0
  const profile = watchedPersonas(
    (problem) => problems.push(problem),
    () => now,
  )
  const bot = { id: 'ada', persona: 'x', personaFiles: [file] } as Parameters<typeof profile>[0]
  writeFileSync(file, 'Née')
  const before = profile(bot).persona
  writeFileSync(file, latin1('Née à Paris'))
  now = 10_000
  expect([before, profile(bot).persona]).toEqual(['Née', 'Née'])
  expect(problems).toEqual([`${file}: byte 2 (line 1) ${guess}: its last text stays in use until it is back`])
})
