// What a command may take, and that it is over when it is to be: with everything that it started (A6).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasNoBox, running, shell, until } from './box.ts'
import { context } from './context.ts'

const isLeftOut = await hasNoBox()

/** Ignores what asks it to end, has children that do, one of them in a session of its own, and keeps busy. */
const stubborn = (mark: string) =>
  `trap '' TERM INT HUP QUIT; sleep ${mark} & (trap '' TERM HUP; setsid sleep ${mark} & sleep ${mark}) & while :; do :; done`
const sleepers = 3

let marks = 0
/** Seconds to sleep that no other test asks for. */
const newMark = () => `3${process.pid}.${(marks += 1)}`

describe.skipIf(isLeftOut)('a command is over, with all that it started,', () => {
  test('at once when the work is stopped, whatever it ignores', async () => {
    const mark = newMark()
    const stopping = new AbortController()
    const { bash } = shell({ signal: stopping.signal })
    const result = bash(stubborn(mark))
    await until(mark, sleepers)
    stopping.abort(new Error('stopped'))
    expect(await until(mark, 0)).toBeLessThan(1_000)
    expect(await result).toBe('Error: stopped')
  })

  test('when its time is over, the shorter of its own and that of the call', async () => {
    const mark = newMark()
    const since = performance.now()
    expect([
      await shell().bash(stubborn(mark), { timeoutSeconds: 1 }),
      await shell({ timeoutMs: 1_200 }).bash(stubborn(mark)),
    ]).toEqual(['ToolError: (ended: it was not done after 1 s)', 'ToolError: (ended: it was not done after 0.7 s)'])
    expect(performance.now() - since).toBeLessThan(4_000)
    expect(await until(mark, 0)).toBeLessThan(1_000)
  })

  test('when it itself is done', async () => {
    const mark = newMark()
    expect(await shell().bash(`setsid sleep ${mark} & nohup sleep ${mark} & echo done`)).toBe('done\n(exit code 0)')
    expect(await until(mark, 0)).toBeLessThan(1_000)
  })

  test('when the service is killed', async () => {
    const mark = newMark()
    const { workspace } = context()
    const service = spawn(
      process.execPath,
      [fileURLToPath(new URL('run-bash.ts', import.meta.url)), workspace, stubborn(mark)],
      {
        stdio: 'ignore',
      },
    )
    onTestFinished(() => void service.kill('SIGKILL'))
    await until(mark, sleepers)
    service.kill('SIGKILL')
    await once(service, 'exit')
    expect(await until(mark, 0)).toBeLessThan(1_000)
  })

  test('and is not begun where the work was stopped before', async () => {
    const mark = newMark()
    const { bash, workspace } = shell({ signal: AbortSignal.abort(new Error('stopped')) })
    expect([await bash(`sleep ${mark}`), running(mark), workspace.length > 0]).toEqual(['Error: stopped', 0, true])
  })
})

describe.skipIf(isLeftOut)('a command may take so much', () => {
  test('of output: its beginning and its end are told, and more than can be read ends it', async () => {
    const { bash } = shell()
    const long = await bash('seq 1 100000')
    const [head = '', tail = ''] = long.split(/\n… \d+ bytes left out …\n/)
    expect([
      long.length < 66_000,
      head.startsWith('1\n2\n3\n'),
      tail.endsWith('\n99999\n100000\n(exit code 0)'),
    ]).toEqual([true, true, true])
    expect(await bash('yes')).toMatch(/\ny\n\(ended: it wrote more than 10 MB\)$/)
  })

  test('of memory, of a file, and of processes', async () => {
    const { bash } = shell()
    expect(await bash(`perl -e '$a = "x" x 700000000; print "had"'`)).toMatch(/^ToolError: (?!.*had)/)
    expect(await bash('head -c 30000000 /dev/zero > big; stat -c %s big; rm big')).toMatch(/20000000\n\(exit code 0\)$/)
    const forks = `perl -e 'for (1..100) { $p = fork; defined $p or print("full at $_") && exit; $p or sleep 20 && exit }'`
    expect(await bash(forks)).toMatch(/^full at (?:[1-5]\d|6[0-4])\n\(exit code 0\)$/)
  })

  test('of the workspace: one that fills it is ended, and one that clears it is not', { timeout: 60_000 }, async () => {
    const { bash } = shell()
    const full = 'for n in 1 2 3 4; do head -c 19000000 /dev/zero > $n; done; sleep 20'
    expect([await bash(full), await bash('rm ?; sleep 1.2; ls'), await bash('ls /tmp')]).toEqual([
      'ToolError: (ended: the workspace is full: remove something first)',
      '(exit code 0)',
      '(exit code 0)',
    ])
  })
})
