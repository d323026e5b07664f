// A model by chance, as a seed repeats it: what it says depends on what it is asked and on nothing else, so that two hosts hear the same.
import { createHash } from 'node:crypto'
import type { ChatAnswer, ChatModel, ChatRequest, ToolCall } from '../../../src/llm/model.ts'
import { type Random, seeded } from '../../crash/seeded.ts'

const text = JSON.stringify

export function workingModel(seed: number): ChatModel {
  return {
    name: 'scripted',
    rehearsal: false,
    ask(request) {
      const random = seeded(digestOf(seed, request))
      request.mayCost?.(request.reservedTokens ?? request.maxTokens)
      return Promise.resolve({
        finish: 'stop',
        model: 'scripted',
        tokens: random.between(40, 90),
        ...answerTo(request, random),
      })
    },
  }
}

const digestOf = (seed: number, { messages, tools }: ChatRequest): number =>
  createHash('sha256')
    .update(text([seed, messages, tools?.map(({ name }) => name)]))
    .digest()
    .readUInt32BE()

function answerTo({ messages, tools = [] }: ChatRequest, random: Random): Pick<ChatAnswer, 'text' | 'calls'> {
  // What is asked of it stands last in what it is told; nobody in the room writes such words.
  const task = messages.map(({ content }) => content).join('\n')
  if (task.includes('"verdict"'))
    return { text: text({ verdict: random.one(['send', 'send', 'send', 'shorten', 'drop']) }) }
  if (task.includes('"want_to_reply"'))
    return {
      text: text({
        want_to_reply: random.chance(0.6),
        relevance: 0.9,
        reply_type: random.one(['short', 'normal']),
        delay_hint: 'fast',
      }),
    }
  const step = messages.filter(({ calls = [] }) => calls.length > 0).length
  if (tools.length === 0 || random.chance(step === 0 ? 0.1 : 0.3))
    return { text: `It is ${random.between(1, 99_999)} of them.` }
  const offered = new Set(tools.map(({ name }) => name))
  const hasSearched = messages.some(({ calls = [] }) => calls.some(({ name }) => name === 'tape.search'))
  const some = [
    ...someCalls,
    ...(offered.has('send') ? [sends, sends] : []),
    ...(hasSearched ? Array(9).fill(writes) : []),
  ]
  const calls = Array.from({ length: random.between(1, 3) }, (_, n) => callOf(`call_${step}_${n}`, some, random))
  return { text: random.chance(0.5) ? `I look at number ${random.between(1, 99_999)}.` : '', calls }
}

type Called = (random: Random) => readonly [string, object | string]

const callOf = (id: string, some: readonly Called[], random: Random): ToolCall => {
  const [name, args] = random.one(some)(random)
  return { id, name, arguments: typeof args === 'string' ? args : text(args) }
}

const file = (random: Random): string => random.one(['notes.txt', 'list.txt'])
const searches: Called = () => ['tape.search', { words: 'line' }]
const sends: Called = (random) => ['send', { text: `I found number ${random.between(1, 99_999)}.` }]
const writes: Called = (random) => ['fs.write', { path: file(random), text: `line ${random.between(1, 9)}\n` }]

/** Of every effect, some of them no calls to make; the search of the tape reads what came from outside: after it, writes wait for a word. */
const someCalls: readonly Called[] = [
  () => ['fs.list', {}],
  (random) => ['fs.read', { path: file(random) }],
  writes,
  (random) => ['fs.edit', { path: file(random), old: `line ${random.between(1, 9)}`, new: 'line 0' }],
  (random) => [
    'schedule.add',
    {
      when: `in ${random.between(5, 90)}s`,
      kind: random.one(['reminder', 'task']),
      text: `Look again, ${random.between(1, 99_999)}.`,
    },
  ],
  searches,
  searches,
  (random) => ['fact.remember', { text: `There are ${random.between(1, 999)} samples.` }],
  () => ['fs.read', '{"path"'],
  () => ['web.post', {}],
]
