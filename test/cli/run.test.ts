// `chime run`, `chime schedule list` and `chime idle`, as a user calls them (A16).
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import type { BotVerdict } from '../../src/channels/web/event-stream.ts'
import { answerIn } from '../../src/cli/run/answer-in.ts'
import { servedIn } from '../e2e/running.ts'
import { folder } from '../world/folders.ts'
import { freePort } from '../world/loopback.ts'
import { chime, start } from './chime.ts'

const quick = (port: number, more = ''): string => `
bots:
  - { name: Iris, role: research assistant, expertise: "papers, statistics"${more} }
  - { name: Rex, role: code reviewer, expertise: tests }
channels: { web: { port: ${port}, rooms: [{ id: lobby }, { id: lab, bots: [rex] }] } }
groupSocial: { delay: { fastMs: [10, 20], normalMs: [10, 20], slowMs: [10, 20] } }
`

describe('chime run', () => {
  test('says one thing to the first bot, prints its answer, and ends well', async () => {
    const cwd = folder({ 'chime.yaml': quick(await freePort()) })
    const { code, out, err } = await chime(['run', 'which statistics fit experiments?'], { cwd })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^\(rehearsal\) .*statistics.*\n$/)
  })

  test('names the bot and prints JSON, by the service that runs already', async () => {
    const cwd = folder({ 'chime.yaml': quick(await freePort()) })
    const service = await servedIn(cwd)
    const { code, out } = await chime(['run', '--bot', 'Rex', '--json', 'which tests fail?'], { cwd })
    const { tookMs, ...told } = JSON.parse(out) as { tookMs: number; text: string }
    expect([code, tookMs > 0]).toEqual([0, true])
    expect(told).toEqual({ bot: 'rex', text: told.text, replies: [{ text: told.text, type: 'normal' }], silent: null })
    expect((await service.visitor.replies('lobby')).map(({ sender }) => sender)).toEqual(['rex'])
  })

  test('ends with 3 and the reason where the bot says nothing', async () => {
    const yaml = quick(await freePort()).replace('groupSocial: {', 'groupSocial: { enabled: false,')
    const { code, out, err } = await chime(['run', 'hello'], { cwd: folder({ 'chime.yaml': yaml }) })
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toMatch(/^chime: iris says nothing: .+\n$/)
  })

  test('ends with 1 where there is no such bot', async () => {
    const cwd = folder({ 'chime.yaml': quick(await freePort()) })
    expect(await chime(['run', '--bot', 'irsi', 'hello'], { cwd })).toEqual({
      code: 1,
      out: '',
      err: 'chime: --bot: did you mean "iris"?\n',
    })
  })
})

test('chime schedule list tells what is due next, beside a running service and after it', async () => {
  const row = ', schedule: [{ group: "web:lobby", when: "0 9 * * 1-5", zone: Europe/Berlin, text: Standup }]'
  const cwd = folder({ 'chime.yaml': quick(await freePort(), row) })
  const service = await servedIn(cwd)
  const listed = await chime(['schedule', 'list'], { cwd })
  expect(listed.err).toBe('')
  expect(listed.out).toMatch(
    /^iris web:lobby {2}c[0-9a-f]{7} reminder · 0 9 \* \* 1-5 Europe\/Berlin · next \d{4}-\d\d-\d\d 09:00 Europe\/Berlin · Standup\n$/,
  )
  await service.stop()
  const { out } = await chime(['schedule', 'list', '--json'], { cwd })
  expect(JSON.parse(out)).toMatchObject({ bot: 'iris', group: 'web:lobby', oneToOne: false, cron: '0 9 * * 1-5' })
})

test('chime idle runs until a signal ends it, and says what it does', async () => {
  const cwd = folder({ 'chime.yaml': `log: { format: json }\n${quick(await freePort())}` })
  const child = start(['idle'], { cwd })
  let out = ''
  for await (const piece of child.stdout) {
    out += String(piece)
    if (out.includes('idle: the schedule alone runs')) break
  }
  child.kill('SIGTERM')
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(0)
})

describe('what a run makes of verdicts', () => {
  const told = (gate: string, outcome: string, why: string, turn: number | null, more: Partial<BotVerdict> = {}) =>
    ({ bot: 'iris', turn, at: 0, gate, outcome, why, messages: [], ...more }) as BotVerdict
  const opened = told('dispatch', 'start', 'mentioned', 1, { messages: ['m'] })
  const replied = (turn: number) => told('dispatch', 'end', 'replied', turn)
  const tools = told('compose', 'draft', 'toolsCalled', 1)
  const ran = (outcome: string, numbers: object) => told('work', outcome, 'runAnswered', 1, { numbers: { ...numbers } })
  const detached = told('work', 'detached', 'runDetached', 1)
  const report = told('dispatch', 'start', 'runReported', 2, { messages: ['m'] })
  const silent = told('compose', 'skip', 'modelSilent', 1)
  const answered = { is: 'answered' }

  test.each<[string, BotVerdict[], unknown]>([
    ['nothing yet', [], undefined],
    ['a turn under way', [opened], undefined],
    ['an answer', [opened, replied(1)], answered],
    ['somebody else’s turn', [{ ...opened, messages: ['other'] }, replied(1)], undefined],
    [
      'another bot',
      [
        { ...opened, bot: 'rex' },
        { ...replied(1), bot: 'rex' },
      ],
      undefined,
    ],
    ['silence', [opened, silent, told('dispatch', 'end', 'silent', 1)], { is: 'silent', why: silent }],
    ['work that the turn waits for', [opened, tools, ran('answered', { chars: 4 })], undefined],
    ['its answer', [opened, tools, ran('answered', { chars: 4 }), replied(1)], answered],
    ['a notice while work goes on', [opened, tools, detached, replied(1)], undefined],
    ['work that is over and not told', [opened, tools, detached, replied(1), ran('answered', { chars: 4 })], undefined],
    ['its report', [opened, tools, detached, replied(1), ran('answered', { chars: 4 }), report, replied(2)], answered],
    [
      'work that comes to nothing',
      [opened, tools, detached, replied(1), ran('failed', {})],
      { is: 'silent', why: ran('failed', {}) },
    ],
    ['a command', [told('control', 'command', 'commandTaken', null, { messages: ['m'] })], undefined],
    ['its answer beside turns', [told('control', 'answered', 'commandAnswered', null, { messages: ['m'] })], answered],
  ])('%s', (_, verdicts, outcome) => {
    expect(answerIn(verdicts, { bot: 'iris', message: 'm' })).toEqual(outcome)
  })
})
