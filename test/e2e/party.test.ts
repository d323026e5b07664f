// `chime party` with sockets and processes: two processes of bots and people on a real XMPP server, and web rooms.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Summary } from '../../src/lab/party/tell.ts'
import { startProsody } from '../../tools/prosody.mjs'
import { tempFolders } from './running.ts'

const bin = fileURLToPath(new URL('../../bin/chime.mjs', import.meta.url))
const isLeftOut = process.env['CHIME_SKIP_XMPP'] === '1'
const hasProc = existsSync('/proc/self/cwd')
const timeoutMs = 120_000
const folder = tempFolders()

/** What it leaves behind is in `home`. */
function start(args: readonly string[], home: string) {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, TMPDIR: home }
  const child = spawn(process.execPath, [bin, 'party', '--json', ...args], { cwd: home, env, timeout: timeoutMs })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const printed = Promise.all([text(child.stdout), text(child.stderr)])
  return {
    child,
    async summary(): Promise<{ code: number | null; err: string; party: Summary }> {
      const [out, err] = await printed
      return { code: await ended, err, party: JSON.parse(out || 'null') as Summary }
    },
  }
}

function leftIn(home: string) {
  // Node keeps compiled code there.
  const files = readdirSync(home).filter((name) => name.startsWith('chime-'))
  return { files, processes: processesOf(home) }
}

/** Processes that work in a folder or were told of it. */
function processesOf(home: string): string[] {
  if (!hasProc) return []
  return readdirSync('/proc').filter((pid) => {
    try {
      return (
        readlinkSync(`/proc/${pid}/cwd`).startsWith(home) || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(home)
      )
    } catch {
      return false
    }
  })
}

/** What every party has to show, however slow the machine is. */
function expectManners({ questions, overlaps, rejudgements, suited, leftAlone, silent }: Summary): void {
  expect(questions.open).toBeGreaterThan(3)
  expect(questions.answered / questions.open).toBeGreaterThan(0.7)
  expect(suited.bySuited / suited.of).toBeGreaterThan(0.7)
  expect(questions.called).toBeGreaterThan(1)
  expect([questions.calledAnswered, questions.calledAlone]).toEqual([questions.called, questions.called])
  expect(rejudgements.dropped).toBeGreaterThan(0)
  // Twenty times as fast, a late post is twenty times as late.
  expect(overlaps.questions).toBeLessThanOrEqual(questions.answered / 4)
  expect(leftAlone).toEqual({ messages: expect.any(Number), silent: true, woken: true })
  expect(leftAlone?.messages).toBeGreaterThan(1)
  expect(leftAlone?.messages).toBeLessThanOrEqual(12)
  expect(silent['loop']).toBeGreaterThan(0)
}

describe.skipIf(isLeftOut)('in XMPP rooms', () => {
  test(
    'two processes of bots: who is called answers alone, others think again, and left alone they fall silent (L3, X3, M1)',
    {
      timeout: timeoutMs,
    },
    async () => {
      const home = folder()
      const args = ['--channel', 'xmpp', '--rooms', '6', '--minutes', '4', '--people', '3', '--speed', '20']
      const { code, err, party } = await start(args, home).summary()
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(party).toMatchObject({
        channel: 'xmpp',
        processes: 2,
        bots: 3,
        people: 3,
        rooms: 6,
        time: 'accelerated',
        speed: 20,
        model: 'rehearsal',
        interrupted: false,
      })
      expectManners(party)
      expect(leftIn(home)).toEqual({ files: [], processes: [] })
    },
  )

  test(
    'on a server that runs already, whose rooms wait for their owner and hide who is who',
    { timeout: timeoutMs },
    async () => {
      const users = ['one', 'two', 'three', 'four']
      const prosody = await startProsody(users)
      onTestFinished(prosody.stop)
      const home = folder()
      const accounts = users.map((user) => ({ jid: prosody.jid(user), password: prosody.password }))
      writeFileSync(join(home, 'accounts.yaml'), JSON.stringify({ rooms: 'private.localhost', accounts }))
      const server = ['--xmpp', prosody.service, '--accounts', 'accounts.yaml']
      const size = ['--bots', '2', '--people', '2', '--minutes', '2', '--speed', '60']
      const { code, err, party } = await start(['--channel', 'xmpp', ...server, ...size], home).summary()
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(party.messages.people).toBeGreaterThan(0)
      expect(party.leftAlone).toEqual({ messages: expect.any(Number), silent: true, woken: true })
    },
  )
})

describe('in web rooms', () => {
  test('one process of bots in six rooms shows the same manners (L3, X3, M1)', { timeout: timeoutMs }, async () => {
    const home = folder()
    const { code, err, party } = await start(
      ['--channel', 'web', '--rooms', '6', '--minutes', '4', '--speed', '20'],
      home,
    ).summary()
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(party).toMatchObject({ channel: 'web', processes: 1, rooms: 6, time: 'accelerated', interrupted: false })
    expectManners(party)
    expect(leftIn(home)).toEqual({ files: [], processes: [] })
  })

  test('Ctrl-C ends it with the figures so far and leaves nothing behind', { timeout: timeoutMs }, async () => {
    const home = folder()
    const trace = join(folder(), 'trace.jsonl')
    const party = start(['--channel', 'web', '--rooms', '20', '--speed', '10', '--trace', trace], home)
    await traced(trace, '"send","room":"party-')
    party.child.kill('SIGINT')
    const { code, err, party: summary } = await party.summary()
    expect({ code, err }).toEqual({ code: 130, err: '' })
    expect(summary).toMatchObject({ channel: 'web', interrupted: true, leftAlone: null })
    expect(summary.messages.bots).toBeGreaterThan(0)
    const words = readFileSync(trace, 'utf8').matchAll(/^\{"kind":"(said|send)","room":"party-/gm)
    const kinds = Array.from(words, ([, kind]) => kind)
    const count = (kind: string) => kinds.filter((each) => each === kind).length
    expect({ people: count('said'), bots: count('send') }).toEqual(summary.messages)
    expect(leftIn(home)).toEqual({ files: [], processes: [] })
  })

  test.runIf(hasProc)('a party that is killed takes its processes with it', { timeout: timeoutMs }, async () => {
    const home = folder()
    const trace = join(folder(), 'trace.jsonl')
    const party = start(['--channel', 'web', '--speed', '10', '--trace', trace], home)
    await traced(trace, '"said"')
    expect(processesOf(home).length).toBeGreaterThan(1)
    party.child.kill('SIGKILL')
    await vi.waitFor(() => expect(processesOf(home)).toEqual([]), { timeout: timeoutMs, interval: 50 })
  })

  test.runIf(hasProc)(
    'a process of bots that dies ends the party with its last lines',
    { timeout: timeoutMs },
    async () => {
      const home = folder()
      const trace = join(folder(), 'trace.jsonl')
      const party = start(['--channel', 'web', '--speed', '10', '--trace', trace], home)
      await traced(trace, '"said"')
      const [victim] = processesOf(join(home, 'chime-party-'))
      process.kill(Number(victim), 'SIGKILL')
      const { code, err, party: summary } = await party.summary()
      expect({ code, summary }).toEqual({ code: 1, summary: null })
      expect(err).toMatch(
        /^chime: the process of Iris, Rex, Dora ended \(SIGKILL\)\. Its last lines:\n {2}\{.*"listening/,
      )
      expect(leftIn(home)).toEqual({ files: [], processes: [] })
    },
  )
})

/** Resolves when the trace has such a line. */
const traced = (path: string, what: string): Promise<void> =>
  vi.waitFor(() => expect(readFileSync(path, 'utf8')).toContain(what), { timeout: timeoutMs, interval: 50 })
