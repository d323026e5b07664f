// Two bots of one service that both want to answer, on a channel that takes its time to post: who is heard first (L3).
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { acpNetwork } from '../channels/contract/acp-network.ts'
import { type Stage, wantsTo } from '../fakes/scripted-chat.ts'
import { type Answer, says } from '../llm/fake-provider.ts'
import { iris, rex, running, tempFolders } from './running.ts'
import { waitFor } from './visitor.ts'
import { configured } from '../world/service-world.ts'

const path = fileURLToPath(new URL('../../examples/acp-like-channel/acp-channel.ts', import.meta.url))
const folder = tempFolders()
const bots = ['iris', 'rex']

/** Says `text`; both are asked at the same time, and both want to speak. What they post is held. */
async function asked(text: string) {
  const network = await acpNetwork()
  onTestFinished(network.stop)
  const { chat, home, file } = await configured({
    home: folder(),
    hasCompany: true,
    bots: [iris, rex],
    reply: (n) => `Answer number ${n}.`,
    social: { decision: { sharedInRoom: false }, delay: { fastMs: [300, 300] } },
    rest: { channels: { modules: [{ name: 'acp', path, options: { url: network.url, pollMs: 5 } }] } },
  })
  const waiting: (() => void)[] = []
  const decide: Answer = (...call) => {
    waiting.push(() => wantsTo(...call))
    if (waiting.length === bots.length) for (const answer of waiting) answer()
  }
  chat.behave({ decide, rejudge: says('{"verdict":"drop","reason":"it is said"}') })
  const service = await running(home, file)
  onTestFinished(service.stop)
  const posts = network.hold()
  network.says('Ann', text)
  const story = (bot: string | undefined) =>
    service.lines
      .filter((line) => line['bot'] === bot && ['delay', 'rejudge', 'send'].includes(String(line['gate'])))
      .map((line) => `${String(line['gate'])} ${String(line['outcome'])}: ${String(line['why'])}`)
  return {
    posts,
    story,
    prompts: (stage: Stage) => chat.asked.filter((each) => each.stage === stage).map(({ user }) => user),
    /** What the bots posted in the end. */
    async said() {
      const isEnd = (line: { [key: string]: unknown }) => line['gate'] === 'dispatch' && line['outcome'] === 'end'
      for (const bot of bots) {
        // oxlint-disable-next-line no-await-in-loop -- one bot after the other
        await waitFor(`the end of ${bot}'s turn`, () =>
          service.lines.find((line) => isEnd(line) && line['bot'] === bot),
        )
      }
      return network.letters.filter(({ sender }) => sender.agent).map(({ content }) => content)
    },
  }
}

const pause = 'delay wait: typingDelay'
const sent = 'send sent: delivered'

test('a question to all gets one answer: the other bot waits for it and judges again with it', async () => {
  const { posts, story, prompts, said } = await asked('Do the statistics of these code review tests look right?')
  const first = await waitFor('a post', () => posts.by[0])
  const second = bots.find((bot) => bot !== first)
  await waitFor('what the other one does', () => story(second)[1])
  expect([posts.by, story(second)]).toEqual([[first], [pause, 'delay yield: floorTaken']])
  posts.letGo()
  const answers = await said()
  expect(answers).toEqual([expect.stringMatching(/^Answer number [12]\.$/)])
  expect(story(first)).toEqual([pause, sent])
  expect(story(second)).toEqual([pause, 'delay yield: floorTaken', 'rejudge drop: modelDrops'])
  expect(prompts('rejudge')).toEqual([expect.stringContaining(String(answers[0]))])
})

test('who asks both by name is answered by both, and neither waits for the other (I6)', async () => {
  const { posts, story, prompts, said } = await asked('Iris, Rex, is this right?')
  await waitFor('both posts', () => posts.by[1])
  expect(posts.by.toSorted()).toEqual(bots)
  posts.letGo()
  expect((await said()).toSorted()).toEqual(['Answer number 1.', 'Answer number 2.'])
  expect(bots.map(story)).toEqual([
    [pause, sent],
    [pause, sent],
  ])
  expect(prompts('rejudge')).toEqual([])
})
