import { describe, expect, onTestFinished, test } from 'vitest'
import { followTurns } from '../../src/cli/chat/turns.ts'
import type { WhyKey } from '../../machines/group/verdicts/why.ts'
import type { BotVerdict } from '../../src/channels/web/event-stream.ts'
import { openDatabase } from '../../src/store/database.ts'
import { servedIn } from '../e2e/running.ts'
import { bare, chime } from './chime.ts'
import { freePort } from '../world/loopback.ts'
import { folder } from '../world/folders.ts'

const quick = (port: number): string => `
channels: { web: { port: ${port}, rooms: [{ id: lobby, title: Lobby }, { id: lab, title: Lab, bots: [iris] }] } }
groupSocial:
  batching: { intervalMs: 1500 }
  dispatch: { cooldownMs: 300 }
  mentionMinIntervalMs: 50
  delay: { fastMs: [10, 20], normalMs: [10, 20], slowMs: [10, 20] }
`

/** The lines of a talk; what the bots thought comes in no fixed order. */
const linesOf = (out: string): string[] => out.trimEnd().split('\n').map(bare).toSorted()

describe('a chat through a pipe', () => {
  test('every line is sent, the bots answer or stay silent and say why, and then it ends', async () => {
    const cwd = folder({ 'chime.yaml': quick(await freePort()) })
    const input = 'The coffee is back\n\n  Iris, which statistics fit experiments? \n'
    const { code, out, err } = await chime(['chat', '--name', 'Ann'], { cwd, input })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(linesOf(out)).toEqual([
      expect.stringMatching(/^  Rex stays silent: (?!addressee).*(?:others|else)/),
      'Ann: Iris, which statistics fit experiments?',
      'Ann: The coffee is back',
      expect.stringMatching(/^Iris: \(rehearsal\) .*statistics/),
    ])
  })

  test('without a line there is nothing to wait for', async () => {
    const cwd = folder({ 'chime.yaml': quick(await freePort()) })
    expect(await chime(['chat', '--room', 'lab'], { cwd })).toEqual({ code: 0, out: '', err: '' })
  })

  test('an unknown room ends with the rooms there are', async () => {
    const cwd = folder({ 'chime.yaml': quick(await freePort()) })
    const ran = await chime(['chat', '--room', 'attic'], { cwd, input: 'hi' })
    expect(ran).toEqual({ code: 1, out: '', err: 'chime: there is no room "attic": --room takes lobby, lab\n' })
  })

  test('nobody chats under the name of a bot', async () => {
    const cwd = folder({ 'chime.yaml': quick(await freePort()) })
    const ran = await chime(['chat', '--name', 'IRIS'], { cwd, input: 'hi' })
    expect(ran).toEqual({ code: 1, out: '', err: 'chime: IRIS is a name of the bot Iris: choose another\n' })
  })
})

describe('a chat while the store is held', () => {
  test('it goes to the service that runs already, and leaves it running', async () => {
    const cwd = folder({ 'chime.yaml': quick(await freePort()) })
    const env = { CHIME_TOKEN: 'secret-of-the-house' }
    const service = await servedIn(cwd, env)
    const { code, out, err } = await chime(['chat', '--name', 'Ann', '--room', 'lab'], {
      cwd,
      env,
      input: 'hello Iris',
    })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(linesOf(out)).toEqual(['Ann: hello Iris', expect.stringMatching(/^Iris: \(rehearsal\) /)])
    const headers = { authorization: 'Bearer secret-of-the-house' }
    const answer = await fetch(`${service.url}/api/rooms/lab/messages`, { headers })
    const { messages } = (await answer.json()) as { messages: { name: string }[] }
    expect(messages.map(({ name }) => name)).toEqual(['Ann', 'Iris'])
  })

  test('when no service answers there, it says who holds the store', async () => {
    const cwd = folder({ 'chime.yaml': quick(await freePort()) })
    const db = openDatabase(`${cwd}/data/chime.sqlite`)
    onTestFinished(() => db.close())
    const { code, out, err } = await chime(['chat'], { cwd, input: 'hi' })
    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^chime: the store .* is held by another Chime: /),
    })
  })
})

describe('what a chat makes of verdicts', () => {
  const verdict = (
    gate: BotVerdict['gate'],
    outcome: string,
    why: WhyKey,
    rest: Partial<BotVerdict> = {},
  ): BotVerdict => ({
    bot: 'iris',
    turn: 1,
    at: 0,
    gate,
    outcome,
    why,
    messages: [],
    ...rest,
  })

  test('a turn that ends without a reply is told with the gate that ended it', () => {
    const turns = followTurns(['iris'])
    expect(turns.see(verdict('dispatch', 'start', 'batchReady', { messages: ['m1'] }))).toBeUndefined()
    expect(turns.see(verdict('decide', 'reply', 'modelWants'))).toBeUndefined()
    const refusal = verdict('rejudge', 'drop', 'modelDrops', { reason: 'somebody has answered', tokens: 9 })
    expect(turns.see(refusal)).toBeUndefined()
    expect(turns.see(verdict('dispatch', 'end', 'silent'))).toEqual(refusal)
  })

  test('that a bot leaves the words of another bot alone is not told', () => {
    const turns = followTurns(['iris', 'rex'])
    turns.replied('iris', 'r1')
    turns.see(verdict('dispatch', 'start', 'batchReady', { bot: 'rex', messages: ['r1'] }))
    turns.see(verdict('addressee', 'skip', 'addressedToOther', { bot: 'rex' }))
    expect(turns.see(verdict('dispatch', 'end', 'silent', { bot: 'rex' }))).toBeUndefined()
  })

  test('a turn that ends with a reply is no silence, whatever failed in it', () => {
    const turns = followTurns(['iris'])
    turns.see(verdict('dispatch', 'start', 'batchReady', { messages: ['m1'] }))
    turns.see(verdict('decide', 'failed', 'interrupted'))
    expect(turns.see(verdict('dispatch', 'end', 'replied'))).toBeUndefined()
  })

  test('a message given up by a full queue is a silence of its own', () => {
    const turns = followTurns(['iris'])
    turns.posted('m1')
    const dropped = verdict('dispatch', 'drop', 'queueFull', { turn: null, messages: ['m1'] })
    expect(turns.see(dropped)).toEqual(dropped)
    expect(turns.isQuiet()).toBe(true)
  })

  test('it is quiet once every bot has read everything and heard the others', () => {
    const turns = followTurns(['iris', 'rex'])
    const quiet = [turns.isQuiet()]
    turns.posted('m1')
    for (const bot of ['iris', 'rex']) {
      turns.see(verdict('dispatch', 'start', 'batchReady', { bot, messages: ['m1'] }))
      quiet.push(turns.isQuiet())
      turns.see(verdict('dispatch', 'end', 'silent', { bot }))
      quiet.push(turns.isQuiet())
    }
    turns.replied('iris', 'r1')
    quiet.push(turns.isQuiet())
    turns.see(verdict('buffer', 'flush', 'intervalOver', { bot: 'rex', turn: null, messages: ['r1'] }))
    quiet.push(turns.isQuiet())
    expect(quiet).toEqual([true, false, false, false, true, false, true])
  })
})
