// No output of a replay overwrites what it reads, or another output.
import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chime, folder } from './chime.ts'

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
