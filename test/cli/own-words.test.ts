// What a bot said stands in every later prompt: it neither forgets it nor says it twice (I4).
import { expect, test } from 'vitest'
import type { InboundMessage } from '../../src/channels/channel.ts'
import { makeVirtualGroups } from '../../src/lab/virtual/virtual-groups.ts'
import type { ChatModel, ChatRequest } from '../../src/llm/model.ts'
import { demoConfig } from '../config/demo-config.ts'

const startAt = Date.UTC(2026, 0, 5, 9)
const contentOf = ({ messages }: ChatRequest): string => messages.map(({ content }) => content).join('\n')

/** Lines of talk without numbers and ages. */
const linesOf = (prompt: string): string[] =>
  prompt.split('\n').flatMap((line) => (/^\d+\S? \d+s /.test(line) ? [line.replace(/^\d+(\S?) \d+s /, '$1')] : []))

/** One bot whose model answers what it is told to; `say` returns the prompts until `seconds`. */
function room(reply: (n: number) => string) {
  const asked: ChatRequest[] = []
  const posts: InboundMessage[] = []
  let replies = 0
  const model: ChatModel = {
    name: 'scripted',
    rehearsal: false,
    ask(request) {
      asked.push(request)
      const text = request.format === 'json' ? '{"want_to_reply":false,"verdict":"send"}' : reply((replies += 1))
      return Promise.resolve({ text, finish: 'stop', model: 'scripted', tokens: 100 })
    },
  }
  const groups = makeVirtualGroups({
    config: demoConfig,
    bots: demoConfig.bots.slice(0, 1),
    roster: [],
    decide: { decision: () => model, reply: () => model, latency: 2_000 },
    seed: 1,
    startAt,
    traced: () => {},
    said: (message) => void posts.push(message),
  })
  let said = 0
  return {
    posts,
    async say(seconds: number, text: string, name = 'Ann'): Promise<void> {
      const sender = { id: name.toLowerCase(), name, bot: false }
      said += 1
      await groups.listen({ id: `m${said}`, group: 'web:lobby', ts: startAt + seconds * 1_000, sender, text })
    },
    /** The prompts until then, but those that were returned before. */
    async promptsUntil(seconds: number): Promise<string[]> {
      await groups.passUntil(startAt + seconds * 1_000)
      return asked.splice(0).map(contentOf)
    },
  }
}

test('a draft is judged beside its question, and the reply stands in the next prompt, between the lines that it went out between', async () => {
  const { say, promptsUntil, posts } = room((n) => (n === 1 ? 'Take Welch.' : 'As I said.'))
  await say(1, 'Iris, which test fits?')
  await say(3, 'my groups are small', 'Bob')
  const [, judged = ''] = await promptsUntil(12)
  expect(linesOf(judged)).toEqual(['*Ann: Iris, which test fits?', 'Bob: my groups are small'])
  expect(judged).toContain('\nYour draft: Take Welch.\n')
  expect(posts.map(({ text }) => text)).toEqual(['Take Welch.'])
  await say(13, 'Iris, and why?')
  const [next = ''] = await promptsUntil(60)
  expect(linesOf(next)).toEqual([
    '*Ann: Iris, which test fits?',
    'Bob: my groups are small',
    'you >1: Take Welch.',
    '*Ann: Iris, and why?',
  ])
})

test('what it said forty long lines ago stands in the prompt of a reply', async () => {
  const { say, promptsUntil } = room((n) => (n === 1 ? 'Take 60 more people.' : 'By the usual formula.'))
  await say(1, 'Iris, how many people do we need?')
  await promptsUntil(30)
  for (let i = 0; i < 40; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await say(31 + 5 * i, `${'we talk about the weather of the whole week '.repeat(4)}${i}`, 'Bob')
  }
  await promptsUntil(600)
  await say(601, 'Iris, you just said 60 more, how did you get that?')
  const prompts = await promptsUntil(660)
  expect(prompts.map((prompt) => /you(?: >\d+)?: Take 60 more people\./.test(prompt))).toEqual([true])
})
