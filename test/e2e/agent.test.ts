// A bot works: a real service, a model on loopback that calls tools, files in a folder of its own (A5, A6).
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { StepRecord } from '../../src/feed/contract.ts'
import { inSteps, readConversation, type Said } from '../fakes/scripted-tools.ts'
import { says } from '../llm/fake-provider.ts'
import { tempFolders } from './running.ts'
import { waitFor } from './visitor.ts'
import { working } from './working.ts'

const folder = tempFolders()
const key = 'iris web:lobby'

interface Line {
  kind: string
  state: string
  id: string
}

const rows = [
  ['message', '0'],
  ['message', '1'],
  ['tool_call', '1.0'],
  ['tool_result', '1.0r'],
  ['tool_call', '2.0'],
  ['tool_call', '2.1'],
  ['tool_result', '2.0r'],
  ['tool_result', '2.1r'],
  ['tool_call', '3.0'],
  ['tool_result', '3.0r'],
  ['message', '4'],
]

test('it writes a file, reads it, repairs what failed by the error, and answers; all of it is on the tape', async () => {
  const { home, chat, service } = await working(folder(), [
    { text: 'I look it up.', calls: [['fs.write', { path: 'notes.txt', text: 'Seven samples.' }]] },
    {
      calls: [
        ['fs.read', { path: 'note.txt' }],
        ['fs.read', '{"path"'],
      ],
    },
    { calls: [['fs.read', { path: 'notes.txt' }]] },
    'The notes say: seven samples.',
  ])
  const id = await service.visitor.say('lobby', 'Iris, write down how many samples we take, and tell me.')
  const reply = await service.visitor.reply('lobby', { id, bot: 'iris' })
  expect(reply.text).toBe('The notes say: seven samples.')
  const conversations = chat.asked.filter(({ stage }) => stage === 'compose').map(({ conversation }) => conversation)
  expect(conversations.map(({ step, tools }) => [step, tools.map(({ name }) => name)])).toEqual(
    [0, 1, 2, 3].map((step) => [
      step,
      ['fs_read', 'fs_list', 'fs_write', 'fs_edit', 'fact_remember', 'tape_page', 'tape_handoff'],
    ]),
  )
  expect(conversations.map(({ results }) => results.map((result) => result.includes('<error>')))).toEqual([
    [],
    [false],
    [true, true],
    [false],
  ])
  expect(conversations[3]?.results[0]).toContain('Seven samples.')
  const tapes = join(home, 'data', 'tapes')
  const tape = await waitFor('the tape as a file', () => {
    const [file] = existsSync(tapes) ? readdirSync(tapes) : []
    const lines = file === undefined ? [] : readFileSync(join(tapes, file), 'utf8').trim().split('\n')
    return lines.length >= rows.length ? lines.map((line) => JSON.parse(line) as Line) : undefined
  })
  const sides = ({ id: a }: Line, { id: b }: Line): number =>
    a.startsWith('2.') && b.startsWith('2.') && a.length === b.length ? (a < b ? -1 : 1) : 0
  expect(tape.toSorted(sides).map(({ kind, state, id: of }) => [kind, state, of])).toEqual(
    rows.map(([kind, of]) => [kind, 'merged', of]),
  )
  const invoked = `#agent/work/${key}`
  const answer = await fetch(`${service.url}/api/tape?${new URLSearchParams({ actor: invoked }).toString()}`)
  const steps = (await answer.json()) as StepRecord[]
  const told = steps.flatMap(({ verdicts }) => verdicts.map(({ outcome, why }) => `${outcome} ${why}`))
  // The two reads of step 2 end in any order.
  expect([...told.slice(0, 2), ...told.slice(2, 4).toSorted(), ...told.slice(4)]).toEqual([
    'acted toolAnswered',
    'step toolsCalled',
    'error toolFailed',
    'refused toolRefused',
    'step toolsCalled',
    'acted toolAnswered',
    'step runAnswered',
  ])
})

test('what takes longer is told once; ordinary talk goes on, who asked steers it, and its answer comes in a turn of its own', async () => {
  const { chat, service } = await working(
    folder(),
    [{ text: 'I go through the notes.', calls: [['fs.list', {}]] }, 'Nothing is there yet.'],
    { inlineMs: 50 },
  )
  const gate = Promise.withResolvers<void>()
  const later = inSteps({ text: 'I go through the notes.', calls: [['fs.list', {}]] }, 'Nothing is there yet.')
  chat.behave({
    compose: (response, body) => {
      const { step, messages } = readConversation(body)
      const isOfRun = step > 0
      if (isOfRun) void gate.promise.then(() => later(response, body))
      else if (messages.at(-1)?.content.includes('You are at work on an earlier request')) says('Soon.')(response, body)
      else later(response, body)
    },
  })
  const id = await service.visitor.say('lobby', 'Iris, what is in the notes?')
  expect((await service.visitor.reply('lobby', { id, bot: 'iris' })).text).toBe('I go through the notes.')
  const other = await service.visitor.say('lobby', 'Iris, are you there?', { name: 'Ben' })
  expect((await service.visitor.reply('lobby', { id: other, bot: 'iris' })).text).toBe('Soon.')
  const more = await service.visitor.say('lobby', 'Iris, only the new ones, please.')
  await service.visitor.verdict('lobby', { gate: 'work', outcome: 'heard', why: 'runSteered' })
  gate.resolve()
  const answer = await waitFor('the answer', async () =>
    (await service.visitor.replies('lobby')).find(({ text }) => text === 'Nothing is there yet.'),
  )
  expect([answer.replyTo, more]).toEqual([id, more])
  const judged = chat.asked.filter(({ stage }) => stage === 'rejudge')
  expect(judged).toHaveLength(1)
})

test('who asked calls it off: the call ends, nothing more is said, and what it may have cost is booked', async () => {
  const { chat, service } = await working(folder(), ['x'], { inlineMs: 50 })
  let isClosed = false
  chat.behave({
    compose: (response, body) => {
      if (readConversation(body).step === 0)
        return inSteps({ text: 'I look.', calls: [['fs.list', {}]] })(response, body)
      response.on('close', () => (isClosed = true))
    },
  })
  const id = await service.visitor.say('lobby', 'Iris, what is in the notes?')
  await service.visitor.reply('lobby', { id, bot: 'iris' })
  await waitFor('the second call', () => (chat.asked.length > 1 ? true : undefined))
  await service.visitor.say('lobby', 'Iris, stop')
  await service.visitor.verdict('lobby', { gate: 'work', outcome: 'stopped', why: 'runStopped' })
  await waitFor('the end of the call', () => isClosed || undefined)
  expect((await service.visitor.replies('lobby')).map(({ text }) => text)).toEqual(['I look.', '👌'])
})

test('without a rule for them nobody is offered tools, and the prompt says nothing of any (A6)', async () => {
  const { chat, service } = await working(folder(), ['Seven.'], {
    allow: [{ tools: ['fs.*'], groups: ['web:other'], by: 'members' }],
  })
  const id = await service.visitor.say('lobby', 'Iris, how many samples?')
  await service.visitor.reply('lobby', { id, bot: 'iris' })
  const { conversation, system } = chat.asked[0] ?? {}
  expect([conversation?.tools, system?.includes('tools')]).toEqual([[], false])
})

test('a bot whose text is posted nowhere sends by its own tool, and what it only writes nobody sees (A14)', async () => {
  const steps: (Said | string)[] = [
    { text: 'I send it.', calls: [['send', { text: 'Seven samples.' }]] },
    'Done, quietly.',
  ]
  const { chat, service } = await working(folder(), steps, { proactiveResponse: 'off' })
  const id = await service.visitor.say('lobby', 'Iris, how many samples?')
  expect((await service.visitor.reply('lobby', { id, bot: 'iris' })).text).toBe('Seven samples.')
  await service.visitor.verdict('lobby', { gate: 'work', outcome: 'answered', why: 'runAnswered' })
  expect((await service.visitor.replies('lobby')).map(({ text }) => text)).toEqual(['Seven samples.'])
  const [first, second] = chat.asked
  expect(first?.system).toContain('Nothing that you write as text is posted.')
  expect(second?.conversation?.results).toEqual(['sent'])
})
