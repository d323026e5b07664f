// No output of a replay overwrites what it reads, or another output.
import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chime } from './chime.ts'
import { folder } from '../world/folders.ts'

const talk = `${JSON.stringify({ id: 'a', ts: 1_000, group: 'lab', sender: 'ann', text: 'hi' })}\n`
const config = 'bots:\n  - name: Iris\n'

function talkFolder(): string {
  const cwd = folder({ 'talk.jsonl': talk, 'a.yaml': config, 'b.yaml': `${config}\n` })
  mkdirSync(join(cwd, 'in'))
  symlinkSync('../talk.jsonl', join(cwd, 'in', 'soft.jsonl'))
  symlinkSync('..', join(cwd, 'in', 'up'))
  linkSync(join(cwd, 'talk.jsonl'), join(cwd, 'hard.jsonl'))
  return cwd
}

const contents = (cwd: string) =>
  readdirSync(cwd)
    .filter((name) => name !== 'in')
    .map((name) => [name, readFileSync(join(cwd, name), 'utf8')])

test.each([
  [['--trace', 'talk.jsonl'], '--trace talk.jsonl would overwrite talk.jsonl'],
  [['--report', './in/../talk.jsonl'], '--report ./in/../talk.jsonl would overwrite talk.jsonl'],
  [['--trace', 'in/soft.jsonl'], '--trace in/soft.jsonl would overwrite talk.jsonl'],
  [['--report', 'hard.jsonl'], '--report hard.jsonl would overwrite talk.jsonl'],
  [['--trace', 'new', '--report', 'in/up/new'], '--report in/up/new would overwrite new'],
  [['--config', 'a.yaml', '--trace', 'a.yaml'], '--trace a.yaml would overwrite a.yaml'],
  [['--compare', 'a.yaml', 'b.yaml', '--report', 'b.yaml'], '--report b.yaml would overwrite b.yaml'],
])('%j is refused before anything is written', async (args, why) => {
  const cwd = talkFolder()
  const before = contents(cwd)
  const { code, out, err } = await chime(['replay', 'talk.jsonl', '--bot', 'Iris', ...args], { cwd })
  expect({ code, out, err }).toEqual({ code: 1, out: '', err: `chime: ${why}: give it another file\n` })
  expect(contents(cwd)).toEqual(before)
})

test('what is no file, as /dev/null, may be written twice', async () => {
  const args = ['--trace', '/dev/null', '--report', '/dev/null']
  const { code, err } = await chime(['replay', 'talk.jsonl', '--bot', 'Iris', ...args], { cwd: talkFolder() })
  expect({ code, err }).toEqual({ code: 0, err: '' })
})

test.each([
  ['', 'nothing can be played, it is empty: give it JSON lines such as {"id": "1", '],
  ['\n\n', 'nothing can be played, it is empty: give it JSON lines such as {"id": "1", '],
  ['hello\n', 'nothing can be played, its one line is no record (line 1: it is no JSON): give it JSON lines'],
  ['[1]\n{}\n', 'nothing can be played, none of its 2 lines is a record (line 1: '],
])('what holds no record is an error that says what is wanted: %j', async (text, why) => {
  const cwd = folder({ 'talk.jsonl': text })
  const calls = [
    ['replay', 'talk.jsonl', '--bot', 'Iris'],
    ['eval', 'talk.jsonl'],
  ]
  const refused = { code: 1, out: '', err: expect.stringContaining(`chime: talk.jsonl: ${why}`) }
  expect(await Promise.all(calls.map((call) => chime(call, { cwd })))).toEqual([refused, refused])
})

test('what cannot be read is an error with the next step', async () => {
  const cwd = talkFolder()
  writeFileSync(join(cwd, 'bin.jsonl'), Buffer.from([0x7b, 0xff, 0xfe, 0x00]))
  const errors = await Promise.all(
    ['missing.jsonl', 'in', 'bin.jsonl'].map((file) => chime(['replay', file, '--bot', 'Iris'], { cwd })),
  )
  expect(errors).toEqual([
    { code: 1, out: '', err: 'chime: missing.jsonl cannot be read: there is no such file: check its path\n' },
    {
      code: 1,
      out: '',
      err: 'chime: in cannot be read: it is a folder, not a file: name a file of JSON lines in it\n',
    },
    { code: 1, out: '', err: expect.stringMatching(/^chime: bin.jsonl cannot be read: .*: save the file as UTF-8\n$/) },
  ])
})
