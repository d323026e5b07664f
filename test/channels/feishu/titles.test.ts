import { expect, onTestFinished, test, vi } from 'vitest'
import { makeIdentities } from '../../../src/channels/feishu/identities.ts'
import { openApp } from '../../../src/channels/feishu/sdk.ts'
import { makeTitles } from '../../../src/channels/feishu/titles.ts'
import { fakeFeishu } from '../../fakes/feishu/fake-feishu.ts'

async function room() {
  const fake = await fakeFeishu({ people: ['ann', 'bo'], apps: [{ handle: 'iris' }, { handle: 'rex' }] })
  onTestFinished(fake.stop)
  const identities = makeIdentities()
  const log = { debug: () => undefined }
  const apps = new Map(['iris', 'rex'].map((bot) => [bot, openApp({ ...fake.app(bot), domain: fake.url, log })]))
  let now = 1_000
  const { of } = makeTitles({ apps, identities, now: () => now })
  return {
    fake,
    identities,
    of,
    wait: (ms: number): void => void (now += ms),
    askedFor: () => fake.calls.flatMap(({ name, app }) => (name === 'chat' ? [app] : [])),
    titleOf: (group: string, heardBy = new Set<string>()) =>
      vi.waitUntil(() => of(group, heardBy), { interval: 5, timeout: 5_000 }),
  }
}

test('a group is called by its name, asked for once by a bot that is in it', async () => {
  const { fake, of, titleOf, askedFor } = await room()
  const group = `feishu:${fake.group('The  lab\u202E', ['ann', 'rex'])}`
  expect(of(group, new Set(['rex']))).toBeUndefined()
  expect(await titleOf(group, new Set(['rex']))).toBe('The lab')
  expect({ again: of(group, new Set(['rex'])), asked: askedFor() }).toEqual({ again: 'The lab', asked: ['rex'] })
})

test('of a chat that nobody has heard yet the bots are asked in turn', async () => {
  const { fake, titleOf, askedFor } = await room()
  expect(await titleOf(`feishu:${fake.group('den', ['bo', 'rex'])}`)).toBe('den')
  expect(askedFor()).toEqual(['iris', 'rex'])
})

test('no more than twenty such chats are asked about, those that are heard come on top', async () => {
  const { fake, of, titleOf, askedFor } = await room()
  const silent = Array.from({ length: 30 }, (_, n) => `feishu:${fake.group(`silent ${n}`, ['ann', 'iris'])}`)
  for (const group of silent) of(group, new Set())
  const heard = `feishu:${fake.group('heard', ['ann', 'iris'])}`
  expect(await titleOf(heard, new Set(['iris']))).toBe('heard')
  expect({ asked: askedFor().length, next: of(silent[20] ?? '', new Set()) }).toEqual({
    asked: 21,
    next: undefined,
  })
})

test('a one-to-one chat is called by the person once that name is known', async () => {
  const { fake, identities, of, titleOf } = await room()
  const chat = fake.p2p('ann', 'iris')
  of(`feishu:${chat}`, new Set(['iris']))
  await fake.until(() => fake.calls.some(({ name }) => name === 'chat'))
  identities.see(fake.app('iris').appId, chat, { openId: fake.openId('ann', 'iris'), name: 'Ann' })
  expect(await titleOf(`feishu:${chat}`, new Set(['iris']))).toBe('Ann')
})

test('a passing failure leaves the chat to be asked about again, a minute later and not at every look', async () => {
  const { fake, of, titleOf, askedFor, wait } = await room()
  fake.fail('chat', { http: 500, code: 2200 })
  const [lab, bots] = [`feishu:${fake.group('lab', ['iris'])}`, new Set(['iris'])]
  of(lab, bots)
  await fake.until(() => askedFor().length === 1)
  // The next chat is asked about once the answer about the first has been read.
  await titleOf(`feishu:${fake.group('den', ['rex'])}`, new Set(['rex']))
  for (let look = 0; look < 10; look += 1) of(lab, bots)
  await titleOf(`feishu:${fake.group('attic', ['rex'])}`, new Set(['rex']))
  const soon = askedFor().filter((app) => app === 'iris').length
  wait(60_000)
  expect([soon, await titleOf(lab, bots)]).toEqual([1, 'lab'])
})

test('a chat of another channel, and one that cannot be seen, has no title', async () => {
  const { fake, of, titleOf, askedFor } = await room()
  const hidden = `feishu:${fake.group('hidden', ['ann'])}`
  expect([of('web:lobby', new Set()), of(hidden, new Set(['iris']))]).toEqual([undefined, undefined])
  await titleOf(`feishu:${fake.group('lab', ['iris'])}`, new Set(['iris']))
  expect({ title: of(hidden, new Set(['iris'])), asked: askedFor() }).toEqual({
    title: undefined,
    asked: ['iris', 'iris'],
  })
})
