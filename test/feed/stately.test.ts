import { createMachine } from 'xstate'
import { expect, test } from 'vitest'
import { graphOf } from '../../machines/graph.ts'
import { groupMachine } from '../../machines/group/group.ts'
import { makeStately } from '../../src/feed/stately.ts'
import { inputWith, yes } from '../fakes/group-life.ts'
import { received, virtualWorld } from '../world/world.ts'

interface Sent {
  event: string
  data: { [key: string]: unknown; type?: string; sessionId?: string; definition?: string; snapshot?: unknown }
}

/** Groups whose talk, people and models are full of what must not leave, in virtual time. */
function secretGroups(options: Parameters<typeof makeStately>[1] = {}) {
  const stately = makeStately(groupMachine, options)
  const after = (output: object) => ({ outcome: { output: { ...output, tokens: 100 } }, afterMs: 100 })
  const failing = { outcome: { error: { message: 'secret: sk-secret-4711 refused', kind: 'retryable' } }, afterMs: 100 }
  let tries = 0
  const said = { text: 'the secret answer', type: 'short', similarity: 0, model: 'secret-model', rehearsal: false }
  const { host } = virtualWorld({
    inputOf: () => inputWith({}, { group: 'web:secret-lobby' }),
    answer(src) {
      if (src === 'decide') return after({ ...yes, reason: 'the secret reason' })
      if (src === 'compose') return after(said)
      return (tries += 1) === 1 ? failing : after({ id: 'secret-sent' })
    },
  })
  host.subscribe(({ key, event, snapshot }) =>
    stately.committed({ key, bot: key.split(' ')[0] ?? '', event, snapshot }),
  )
  let count = 0
  return {
    ...stately,
    host,
    say(key: string): void {
      const message = { id: `secret-message-${(count += 1)}`, sender: 'secret-ann', mentioned: true }
      host.tellAt(host.now(), key, { ...received(message, host.now()), text: 'the secret question' } as never)
    },
  }
}

const iris = 'iris web:secret-lobby'

/** What a page is told until it has heard enough. */
async function eventsUntil(stream: ReadableStream<Uint8Array>, isEnough: (sent: Sent[]) => boolean): Promise<Sent[]> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true })
    if (isEnough(sentIn(text))) break
  }
  return sentIn(text)
}

const atLeast = (count: number) => (sent: Sent[]) => sent.length >= count
const snapshotsOf = (name: string, count: number) => (sent: Sent[]) =>
  sent.filter(({ data }) => data.type === '@xstate.snapshot' && data.sessionId === name).length === count

const sentIn = (text: string): Sent[] =>
  [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, event = '', data = '']) => ({
    event,
    data: JSON.parse(data) as Sent['data'],
  }))

const registered = (sent: Sent[]) => sent.flatMap(({ data }) => (data.type === '@xstate.actor' ? [data.sessionId] : []))

test('a whole turn is told as states, event names and figures, and nothing of the talk', async () => {
  const { host, say, stream } = secretGroups()
  const open = stream()
  say(iris)
  host.runUntil(600_000)
  say('rex web:secret-attic')
  const sent = await eventsUntil(open, snapshotsOf('rex 1', 2))
  const seen = JSON.stringify(sent)
  expect(seen.toLowerCase()).not.toMatch(/secret|ann\b|4711|lobby|attic/)
  for (const state of ['deciding', 'composing', 'pausing', 'delivering', 'backingOff']) expect(seen).toContain(state)
  expect(
    sent.map(({ data }) => Object.keys((data.snapshot as { context?: object } | undefined)?.context ?? {})),
  ).toContainEqual(['turns', 'turn', 'batch', 'waiting', 'messagesIn5m', 'speakersIn5m', 'skipsInARow'])
})

test('a step is an event and a snapshot, as Stately’s inspector names them', async () => {
  const { say, stream } = secretGroups()
  say(iris)
  const open = stream()
  say(iris)
  const [actor, event, snapshot] = await eventsUntil(open, atLeast(3))
  const common = {
    sessionId: 'iris 1',
    rootId: 'iris 1',
    createdAt: expect.stringMatching(/^\d+$/) as string,
    _version: '0.7.2',
  }
  const context = { turns: 1, turn: 1, batch: 1, messagesIn5m: 1, speakersIn5m: 1, skipsInARow: 0, waiting: 0 }
  expect(actor).toMatchObject({ event: 'inspect', data: { ...common, type: '@xstate.actor', name: 'iris 1' } })
  expect(event).toEqual({
    event: 'inspect',
    data: { ...common, type: '@xstate.event', id: expect.any(String) as string, event: { type: 'message.received' } },
  })
  expect(snapshot).toEqual({
    event: 'inspect',
    data: {
      ...common,
      type: '@xstate.snapshot',
      id: null,
      event: { type: 'message.received' },
      snapshot: {
        status: 'active',
        value: {
          vitality: 'COOLING',
          control: 'free',
          intake: 'idle',
          turn: { dispatching: 'composing' },
          memory: 'resting',
          work: 'idle',
          commands: 'idle',
          withdrawal: 'idle',
        },
        context: { ...context, messagesIn5m: 2, waiting: 1 },
      },
    },
  })
})

test('the chart goes with the first word of each actor alone, and is whole', async () => {
  const { host, say, stream } = secretGroups()
  const open = stream()
  say(iris)
  host.runUntil(600_000)
  say('rex web:secret-attic')
  say(iris)
  say('zoe web:end')
  const sent = await eventsUntil(open, snapshotsOf('zoe 1', 2))
  expect(registered(sent)).toEqual(['iris 1', 'rex 1', 'zoe 1'])
  expect(sent.filter(({ data }) => data.definition !== undefined)).toHaveLength(3)
  const chart = graphOf(createMachine(JSON.parse(sent[0]?.data.definition ?? '') as never))
  const shape = ({ nodes, edges }: typeof chart) => ({
    nodes: nodes.map(({ id, type }) => `${id} ${type}`).toSorted(),
    edges: edges.map(({ id, targets }) => `${id} → ${targets.join(', ')}`).toSorted(),
  })
  expect(shape(chart)).toEqual(shape(graphOf(groupMachine)))
})

test('a page that comes later is told of the groups that stepped last', async () => {
  const { say, stream } = secretGroups({ maxActors: 2 })
  for (const key of [iris, 'iris web:b', 'rex web:b', iris]) say(key)
  expect(registered(await eventsUntil(stream(), atLeast(2)))).toEqual(['rex 1', 'iris 1'])
})

test('groups beyond the limit are left out, and the page is told so once', async () => {
  const { say, stream } = secretGroups({ maxActors: 1 })
  const open = stream()
  for (const key of [iris, 'rex web:b', 'rex web:c', iris]) say(key)
  const sent = await eventsUntil(open, snapshotsOf('iris 1', 3))
  expect(registered(sent)).toEqual(['iris 1'])
  expect(sent.filter(({ event }) => event === 'full')).toEqual([{ event: 'full', data: { actors: 1 } }])
  expect(sent.at(-1)?.data.sessionId).toBe('iris 1')
})

test('a page that does not read holds nothing up, and is told how many steps it missed', async () => {
  const { say, stream } = secretGroups({ ringSize: 10 })
  const open = stream()
  say(iris)
  for (let n = 0; n < 40; n += 1) say(iris)
  const [gap, ...rest] = await eventsUntil(open, atLeast(22))
  const steps = rest.filter(({ data }) => data.type === '@xstate.event').length
  // The first message made the actor, a step of its own.
  expect([gap, steps]).toEqual([{ event: 'gap', data: { missed: 42 - 10 } }, 10])
})
