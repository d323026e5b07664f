// What the shell keeps of what was typed: nothing that may hold a key, no more than fits, readable by nobody else.
import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mayHoldKey, mostLines, openHistory } from '../../src/cli/shell/history.ts'
import { folder } from '../world/folders.ts'

const fails = (error: unknown): void => {
  throw error
}

test.each([
  'use sk-proj-abcdefghijklmnop',
  'ghp_0123456789abcdefghij0123456789abcdef',
  'api_key=12345',
  'The password is hunter2',
  '密码是 hunter2',
  'curl -H "Authorization: Bearer abcdefgh1234"',
  ',psql postgres://me:hunter2@db/x',
  ',mysql --password hunter2',
  '-----BEGIN OPENSSH PRIVATE KEY-----',
  'decode eyJhbGciOiJIUzI1NiJ9.e30.x',
  'd41d8cd98f00b204e9800998ecf8427e0a1b2c3d',
])('may hold a key: %s', (line) => {
  expect(mayHoldKey(line)).toBe(true)
})

test('a secret of the configuration is found however its signs are spaced', () => {
  expect(mayHoldKey('it is sword-fish 12 34 5', ['swordfish12345'])).toBe(true)
})

test.each([
  'How many tokens did the last run cost?',
  'Please read src/cli/shell/completion.ts and say what it does.',
  'What does internationalization mean?',
  'The keyboard is new.',
  ',why 4be0643f-1d98-473b-97cd-ca98a65347dd',
  ',skill.accept own-skill d41d8cd98f00b204e9800998ecf8427e0a1b2c3d',
  '把 notes.md 总结一下',
])('holds none: %s', (line) => {
  expect(mayHoldKey(line)).toBe(false)
})

test('the newest lines are there again at the next start, the newest first, each in a row once', () => {
  const home = folder()
  const store = join(home, 'chime.sqlite')
  const first = openHistory(store, [], fails)
  for (const line of ['one', 'two', 'two', ' aside', 'token: x', 'three']) first.keep(line)
  expect(openHistory(store, [], fails).lines).toEqual(['three', 'two', 'one'])
  chmodSync(join(home, 'shell-history'), 0o644)
  for (let n = 0; n < mostLines; n += 1) first.keep(`line ${n}`)
  expect(statSync(join(home, 'shell-history')).mode & 0o777).toBe(0o600)
  const last = openHistory(store, [], fails).lines
  expect([last.length, last[0], last.at(-1)]).toEqual([mostLines, `line ${mostLines - 1}`, 'line 0'])
  expect(readFileSync(join(home, 'shell-history'), 'utf8').split('\n').length).toBe(mostLines + 1)
})

test('where nothing can be written that is told once, and lines are recalled all the same', () => {
  const told: unknown[] = []
  const history = openHistory('/proc/none/chime.sqlite', [], (error) => told.push(error))
  expect([history.keep('one'), history.keep('two'), told.length]).toEqual([true, true, 1])
})
