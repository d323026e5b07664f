// A run whose prompt becomes too long, and one that fails: a real service, a model on loopback (A2, A3).
import { expect, onTestFinished, test } from 'vitest'
import { openForReading } from '../../src/store/database.ts'
import { openRunTape } from '../../src/store/run-tape.ts'
import { inSteps, readConversation, speaks } from '../fakes/scripted-tools.ts'
import { type Answer, failure, says } from '../llm/fake-provider.ts'
import { tempFolders } from './running.ts'
import { working } from './working.ts'

const folder = tempFolders()
const key = 'iris web:lobby'

const isHandoff = (body: Record<string, unknown>): boolean => lastOf(body).includes('Hand it off to yourself')
const lastOf = (body: Record<string, unknown>): string => readConversation(body).messages.at(-1)?.content ?? ''
const tooLong = failure(
  400,
  'This model’s maximum context length is 4096 tokens. However, your messages resulted in 5120.',
)

async function reading(compose: Answer) {
  const given = await working(folder(), [''])
  given.chat.behave({ compose })
  return given
}

test('a prompt that the model finds too long: the work is summed up, goes on from there, and is answered', async () => {
  let wasTooLong = false
  const { chat, service } = await reading((response, body) => {
    const { step, messages, results } = readConversation(body)
    if (isHandoff(body)) return says('Asked: the samples. Found: seven, in notes.txt.')(response, body)
    if (messages.some(({ content }) => content.includes('Found: seven'))) return says('Seven samples.')(response, body)
    if (step === 0)
      return speaks(() => ({ calls: [['fs.write', { path: 'notes.txt', text: 'Seven samples. '.repeat(400) }]] }))(
        response,
        body,
      )
    if (step === 1) return speaks(() => ({ calls: [['fs.read', { path: 'notes.txt' }]] }))(response, body)
    wasTooLong = results.join('').includes('Seven samples.')
    tooLong(response, body)
  })
  const id = await service.visitor.say('lobby', 'Iris, write down how many samples we take, and tell me.')
  expect((await service.visitor.reply('lobby', { id, bot: 'iris' })).text).toBe('Seven samples.')
  const [handoff, last] = chat.asked.slice(-2)
  expect([wasTooLong, chat.asked.length, handoff?.conversation.tools]).toEqual([true, 5, []])
  // No call and no result stands in either, and the talk does.
  const roles = [handoff, last].map((each) => each?.conversation.messages.map(({ role }) => role))
  expect(roles).toEqual([
    ['system', 'user'],
    ['system', 'user', 'user'],
  ])
  expect([handoff, last].map((each) => each?.user.includes('write down how many samples'))).toEqual([true, true])
  const [anchor, ...more] = tapeOf(service.store).anchors(key)
  expect([anchor?.body, anchor?.state, more]).toEqual([
    { name: 'overflow', summary: 'Asked: the samples. Found: seven, in notes.txt.', talkUntil: id },
    'merged',
    [],
  ])
})

test('a run that fails in its third step leaves the context as it was, and one event', async () => {
  const { chat, service } = await reading(
    inSteps({ calls: [['fact.remember', { text: 'Ann takes notes.' }]] }, 'Noted.'),
  )
  const first = await service.visitor.say('lobby', 'Iris, remember that Ann takes notes.')
  await service.visitor.reply('lobby', { id: first, bot: 'iris' })
  const before = shownOf(service.store)
  const steps = inSteps(
    { calls: [['fact.remember', { text: 'Ben brings cake.' }]] },
    { calls: [['tape.handoff', { name: 'cake', summary: 'Ben brings cake.' }]] },
  )
  let calls = 0
  chat.behave({
    compose: (response, body) => {
      if (isHandoff(body)) return says('Summed up: cake.')(response, body)
      return ((calls += 1) <= 2 ? steps : tooLong)(response, body)
    },
  })
  await service.visitor.say('lobby', 'Iris, remember that Ben brings cake.')
  await service.visitor.verdict('lobby', { gate: 'work', outcome: 'failed', why: 'runTooLong' })
  const after = shownOf(service.store)
  expect(before.facts).toEqual([{ text: 'Ann takes notes.', messages: [first] }])
  expect({ ...after, rows: after.rows.slice(0, -1) }).toEqual(before)
  expect(after.rows.at(-1)).toMatchObject({ kind: 'event', body: { name: 'run', outcome: 'failed' } })
})

/** As a reader beside the service finds it. */
function tapeOf(store: string) {
  const db = openForReading(store)
  onTestFinished(() => db.close())
  return openRunTape(db)
}

function shownOf(store: string) {
  const tape = tapeOf(store)
  const { anchor, entries } = tape.context(key, 100_000)
  const shown = entries.map(({ n, kind, body }) => ({ n, kind, body }))
  return { anchor, rows: shown, facts: tape.facts(key).map(({ body }) => body) }
}
