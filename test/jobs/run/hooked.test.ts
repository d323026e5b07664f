// Hooks around the model calls of jobs: what a model is asked, and what counts of its answer (A6).
import { expect, test } from 'vitest'
import type { ThinkInput } from '../../../machines/agent/children.ts'
import { makeCompose } from '../../../src/jobs/compose.ts'
import { handOff } from '../../../src/jobs/run/hand-off.ts'
import { think } from '../../../src/jobs/run/think.ts'
import type { ChatAnswer, ChatRequest } from '../../../src/llm/model.ts'
import type { HookModule, ModelRequest } from '../../../src/tools/hooks/contract.ts'
import { readTool } from '../../../src/tools/fs/read.ts'
import { writeTool } from '../../../src/tools/fs/write.ts'
import { makeRegistry } from '../../../src/tools/registry.ts'
import { hooksOf } from '../../tools/hooks/sources.ts'
import { context, depsWith, toCompose } from '../jobs.ts'

const key = 'iris web:lobby'
const registry = makeRegistry([readTool, writeTool])
const both = ['fs.read', 'fs.write']
const readsNotes = { id: 'c1', name: 'fs.read', arguments: '{"path":"notes.txt"}' }
const writes = { id: 'c2', name: 'fs.write', arguments: '{"path":"notes.txt","text":"x"}' }

/** A model that answers so, and what it was asked. */
function asked(answer: Partial<ChatAnswer>, ...modules: HookModule[]) {
  const requests: ChatRequest[] = []
  const model = {
    name: 'scripted-1',
    rehearsal: false,
    ask(request: ChatRequest) {
      requests.push(request)
      return Promise.resolve({ text: '', finish: 'stop', model: 'scripted-1', tokens: 123, ...answer })
    },
  }
  const deps = {
    ...depsWith(model, { tools: registry, textCommands: { shell: false } }),
    ...(modules.length > 0 && { hooks: hooksOf(...modules).hooks }),
    tools: registry,
    tape: { ofRun: () => [] },
  }
  const { batch, targets, type, maxChars, markdown, maxOutputTokens, maxTalkTokens, timeoutMs, at } = toCompose
  const input: ThinkInput = {
    run: 'r1',
    turn: 1,
    step: 3,
    at,
    batch,
    targets,
    steering: [],
    tools: both,
    type,
    maxChars,
    markdown,
    maxTokens: 4_000,
    maxOutputTokens,
    maxTalkTokens,
    timeoutMs,
  }
  return {
    requests,
    offered: () => requests.map(({ tools = [], maxTokens }) => [tools.map(({ name }) => name), maxTokens]),
    step: () => think(deps, input, { ...context, key }),
    summary: () => handOff(deps, { ...input, handoff: 'long', tools: [] }, { ...context, key }),
    reply: (tools = both) => makeCompose(deps)({ ...toCompose, maxTokens: 4_000, tools }, context),
  }
}

const fewer: HookModule = { beforeModel: () => ({ dropTools: ['fs.write'], maxOutputTokens: 20 }) }

test('without hooks a request is what it was, to the byte', async () => {
  const [none, silent] = [asked({ text: 'Seven.' }), asked({ text: 'Seven.' }, { beforeModel: () => undefined })]
  for (const { step, reply, summary } of [none, silent]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (const ask of [step, reply, summary]) await ask()
  }
  const sent = ({ requests }: typeof none) =>
    requests.map(({ messages, tools, maxTokens }) => [messages, tools, maxTokens])
  expect(sent(silent)).toEqual(sent(none))
})

test.each(['step', 'reply'] as const)(
  'of a %s the tools that are dropped are neither offered nor called',
  async (what) => {
    const work = asked({ calls: [readsNotes, writes], text: 'I look.' }, fewer)
    const made = await work[what]()
    expect(work.offered()).toEqual([[['fs.read'], 20]])
    const calls = 'run' in made ? made.run?.calls : 'calls' in made ? made.calls : []
    expect(calls?.map(({ tool: name, refused }) => [name, refused])).toEqual([
      ['fs.read', undefined],
      ['fs.write', 'notAllowed'],
    ])
  },
)

test('a reply from which all tools are dropped is one without tools', async () => {
  const work = asked({ text: 'Seven.' }, { beforeModel: () => ({ dropTools: ['*'] }) })
  const plain = asked({ text: 'Seven.' })
  expect((await work.reply()).text).toBe('Seven.')
  await makeCompose(depsWith({ name: 'scripted-1', rehearsal: false, ask: plainAsk(plain.requests) }))(
    { ...toCompose, maxTokens: 4_000 },
    context,
  )
  expect(work.requests[0]?.messages).toEqual(plain.requests[0]?.messages)
  expect(work.requests[0]?.tools).toBeUndefined()
})

const plainAsk = (requests: ChatRequest[]) => (request: ChatRequest) => {
  requests.push(request)
  return Promise.resolve({ text: 'Seven.', finish: 'stop', model: 'scripted-1', tokens: 123 })
}

test.each(['step', 'reply', 'summary'] as const)(
  'a %s that is refused is not asked, costs nothing, and its hook read all of the prompt',
  async (what) => {
    let seen: ModelRequest | undefined
    const work = asked(
      { text: 'Seven.' },
      {
        beforeModel(request) {
          seen = request
          return { refuse: 'no keys' }
        },
      },
    )
    await expect(work[what]()).rejects.toMatchObject({
      kind: 'refused',
      why: 'hookRefused',
      reason: 'no keys',
      numbers: { hook: 'h0' },
      tokens: 0,
    })
    expect(work.requests).toEqual([])
    expect(seen?.messages.some(({ content }) => content.includes('which test then?'))).toBe(true)
  },
)

test.each(['step', 'reply', 'summary'] as const)(
  'a %s whose answer is refused, or lost with its text, is paid and not used',
  async (what) => {
    const paid = { kind: 'refused', why: 'hookRefused', tokens: 123 }
    const refusing = asked({ text: 'Seven.' }, { afterModel: () => ({ refuse: 'no' }) })
    await expect(refusing[what]()).rejects.toMatchObject({ ...paid, reason: 'no' })
    const dropping = asked({ text: 'Seven.' }, { afterModel: () => ({ dropText: true }) })
    await expect(dropping[what]()).rejects.toMatchObject(paid)
    const failing = asked(
      { text: 'Seven.' },
      {
        afterModel() {
          throw new Error('x')
        },
      },
    )
    await expect(failing[what]()).rejects.toMatchObject({ ...paid, why: 'hookFailed' })
  },
)

test('calls are dropped by their places, lines of the text among them, and the text with what it says', async () => {
  const work = asked(
    { text: 'I look.\n,fs.read other.txt', calls: [readsNotes, writes] },
    {
      afterModel({ calls }) {
        return {
          dropText: true,
          dropCalls: calls.flatMap(({ arguments: of }, n) => (of.includes('notes') ? [n] : [])),
          reason: 'not notes',
        }
      },
    },
  )
  const { calls, entries, note } = await work.step()
  expect(calls.map(({ tool: name, refused }) => [name, refused])).toEqual([
    ['fs.read', undefined],
    ['fs.read', 'byHook'],
    ['fs.write', 'byHook'],
  ])
  expect([note, entries.map(({ kind, body }) => [kind, (body as { dropped?: string }).dropped])]).toEqual([
    undefined,
    [
      ['tool_call', undefined],
      ['tool_call', 'not notes'],
      ['tool_call', 'not notes'],
    ],
  ])
})
