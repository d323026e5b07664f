// `chime tape`: what runs wrote down, read beside a service, taken out, and reset without one.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'
import { openRunTape } from '../../src/store/run-tape.ts'
import { anchor, entry, fact, lobby } from '../store/tape-entries.ts'
import { folder } from '../world/folders.ts'
import { chime, start } from './chime.ts'

const at = Date.UTC(2026, 10, 27, 4)

/** A folder with a store that somebody holds, as a service does. */
function held() {
  const cwd = folder()
  mkdirSync(join(cwd, 'data'))
  const db = openDatabase(join(cwd, 'data', 'chime.sqlite'))
  const close = (): void => void (db.isOpen && db.close())
  onTestFinished(close)
  const tape = openRunTape(db)
  tape.append(lobby, at, [entry('12', '1.0', { kind: 'tool_call', body: { tool: 'fs.read', path: 'budget.xlsx' } })])
  tape.append(lobby, at, [entry('12', '1.0r', { body: { text: '预算表\nwith 60 rows' } })])
  tape.merge(lobby, '12', at)
  tape.append(lobby, at, [entry('13', '1.0', { body: 'budget, again' })])
  tape.fail(lobby, '13', at, entry('13', 'failed', { kind: 'event', body: { why: 'outOfTime' } }))
  tape.note(lobby, at, [anchor('c1', 'a'), fact('c1', 'f', 'Ann likes tea')])
  tape.append('rex direct web:ann', at, [entry('7', '1.0')])
  const run = (...args: string[]) => chime(['tape', ...args], { cwd })
  const inChinese = (...args: string[]) => chime(['tape', ...args], { cwd, env: { LANG: 'zh_CN.UTF-8' } })
  return { cwd, tape, close, run, inChinese }
}

test('tapes, their entries, one run, and what has a word, beside whoever holds the store', async () => {
  const { run, inChinese } = held()
  const told = await Promise.all([
    run('list'),
    inChinese('list'),
    run('show', 'iris', 'web:lobby', '--most', '3'),
    run('show', 'iris', 'web:lobby', '--run', '12'),
    inChinese('show', 'iris', 'web:lobby', '--run', '13'),
    run('search', 'iris', 'web:lobby', '预算', 'rows'),
    run('search', 'iris', 'web:lobby', 'bugdet.xlsx'),
    run('search', 'iris', 'web:lobby', 'again', '--all'),
    inChinese('search', 'iris', 'web:lobby', 'again'),
  ])
  expect(told.map(({ out, err }) => out + err)).toEqual([
    `bot   group           entries  anchors  tokens since the last one  size
iris  web:lobby       6        1        10                         1 KB
rex   direct web:ann  1        0        0                          1 KB
`,
    `机器人  群              条目  锚点  上个锚点以来的 token  大小
iris    web:lobby       6     1     10                    1 KB
rex     direct web:ann  1     0     0                     1 KB
`,
    `Earlier entries are left out: --most 12 shows more.
     4  2026-11-27 04:00:00  event        13/failed  outOfTime
     5  2026-11-27 04:00:00  anchor       c1/a  a so far
     6  2026-11-27 04:00:00  fact         c1/f  Ann likes tea
`,
    `     1  2026-11-27 04:00:00  tool_call    12/1.0  fs.read budget.xlsx
     2  2026-11-27 04:00:00  tool_result  12/1.0r  预算表 with 60 rows
`,
    `     3  2026-11-27 04:00:00  tool_result  13/1.0 (失败)  budget, again
     4  2026-11-27 04:00:00  event        13/failed  outOfTime
`,
    `     2  2026-11-27 04:00:00  tool_result  12/1.0r  预算表 with 60 rows
`,
    `No entry has all of the words. These are alike:
     1  2026-11-27 04:00:00  tool_call    12/1.0  fs.read budget.xlsx
`,
    `     3  2026-11-27 04:00:00  tool_result  13/1.0 (failed)  budget, again
`,
    '没有找到。\n',
  ])
})

test('all entries are exported as JSON lines, to a pipe or into a file of one’s own', async () => {
  const { cwd, run } = held()
  const piped = await run('export', 'iris', 'web:lobby')
  const file = await run('export', 'iris', 'web:lobby', '--file', 'out.jsonl')
  const again = await run('export', 'iris', 'web:lobby', '--file', 'out.jsonl')
  const path = join(cwd, 'out.jsonl')
  const lines = piped.out.trim().split('\n')
  expect({
    kinds: lines.map((line) => (JSON.parse(line) as { kind: string; state: string }).state),
    file: readFileSync(path, 'utf8') === piped.out,
    mode: (statSync(path).mode & 0o777).toString(8),
    said: [file.err, again.code, again.err],
  }).toEqual({
    kinds: ['merged', 'merged', 'failed', 'merged', 'merged', 'merged'],
    file: true,
    mode: '600',
    said: [
      '6 entries are in out.jsonl.\n',
      1,
      'chime: out.jsonl cannot be written: there is one already: name another\n',
    ],
  })
})

test('what is not there is named, with the next step', async () => {
  const { run } = held()
  const said = async (...args: string[]) => {
    const { code, err } = await run(...args)
    return `${code} ${err}`
  }
  expect(
    await Promise.all([
      said('show', 'iris', 'web:loby'),
      said('show', 'iris', 'web:lobby', '--run', '99'),
      said('show', 'iris'),
      said('reset', 'iris', 'web:lobby'),
      said('reset', 'iris', 'web:lobby', '--archive'),
    ]),
  ).toEqual([
    '1 chime: there is no tape of iris in web:loby: did you mean "iris web:lobby"?\n',
    '1 chime: there is no run 99 on this tape: chime tape show "iris" "web:lobby" lists the runs before the slash\n',
    "2 error: missing required argument 'group'\nTry: chime --help\n",
    '1 chime: say what becomes of the entries: --archive keeps a copy beside the store, --no-archive none\n',
    expect.stringMatching(/^1 chime: a service holds the store \/.*: stop it, reset the tape, and start it again\n$/),
  ])
  const { err } = await chime(['tape', 'list'], { cwd: folder() })
  expect(err).toMatch(
    /^chime: there is no store at \/.*: start the service first, or name its configuration with --config\n$/,
  )
})

test('a tape that is reset is empty, its copy has all of it, and the other tapes stay', async () => {
  const { cwd, close, run, inChinese } = held()
  const before = await run('export', 'iris', 'web:lobby')
  close()
  const reset = await run('reset', 'iris', 'web:lobby', '--archive')
  const folderOf = join(cwd, 'data', 'tapes')
  const [archived = ''] = readdirSync(join(folderOf, 'archive'))
  const dropped = await inChinese('reset', 'rex', 'direct web:ann', '--no-archive')
  expect({
    said: reset.out.replace(/in .*jsonl/, 'in FILE'),
    isWhole: readFileSync(join(folderOf, 'archive', archived), 'utf8') === before.out,
    mode: (statSync(join(folderOf, 'archive', archived)).mode & 0o777).toString(8),
    archives: readdirSync(join(folderOf, 'archive')).length,
    dropped: dropped.out,
    left: (await run('list')).out.split('\n').slice(1, 3),
    mirrored: readdirSync(folderOf).filter((name) => name !== 'archive'),
  }).toEqual({
    said: 'A copy is in FILE.\nThe tape of iris web:lobby is empty; it had 6 entries.\n',
    isWhole: true,
    mode: '600',
    archives: 1,
    dropped: 'rex direct web:ann 的运行记录已清空，原有 1 条条目。\n',
    left: [
      'iris  web:lobby       0        0        0                          0 KB',
      'rex   direct web:ann  0        0        0                          0 KB',
    ],
    mirrored: [],
  })
})

test('new entries follow as they are written, and the end of a run is told', async () => {
  const { cwd, tape } = held()
  const child = start(['tape', 'follow', 'iris', 'web:lobby'], { cwd })
  const out = text(child.stdout)
  await new Promise<void>((resolve) => child.stderr.once('data', () => resolve()))
  const heard = (word: string) =>
    new Promise<void>((resolve) => {
      let all = ''
      child.stdout.on('data', (chunk: Buffer) => (all += String(chunk)).includes(word) && resolve())
    })
  const late = heard('late one')
  tape.append(lobby, at, [entry('14', '1.0', { body: 'a late one' })])
  await late
  const ended = heard('in force')
  tape.merge(lobby, '14', at)
  await ended
  child.kill()
  expect((await out).split('\n').slice(-3)).toEqual([
    '     8  2026-11-27 04:00:00  tool_result  14/1.0 (goes on)  a late one',
    'Run 14 has ended: it is in force.',
    '',
  ])
  expect(existsSync(join(cwd, 'data', 'tapes'))).toBe(false)
})
