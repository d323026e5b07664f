import { expect, onTestFinished, test } from 'vitest'
import type { FeishuApp } from '../../../src/channels/feishu/app.ts'
import { openApp } from '../../../src/channels/feishu/sdk.ts'
import { makeTyping } from '../../../src/channels/feishu/typing.ts'
import { fakeFeishu } from '../../fakes/feishu/fake-feishu.ts'
import { allScopes } from '../../fakes/feishu/scopes.ts'

async function room(scopes: readonly string[] = allScopes) {
  const fake = await fakeFeishu({ people: ['ann'], apps: [{ handle: 'iris', scopes }] })
  onTestFinished(fake.stop)
  const lab = fake.group('lab', ['ann', 'iris'])
  const app = openApp({ ...fake.app('iris'), domain: fake.url, log: { debug: () => undefined } })
  return {
    fake,
    question: fake.say('ann', lab, 'How many samples?'),
    reactions: () => fake.posted(lab)[0]?.reactions ?? [],
    calls: () => fake.calls.flatMap(({ name }) => (name === 'react' || name === 'unreact' ? [name] : [])),
    show: makeTyping(() => app),
  }
}

test('a reaction stands on the message until it is taken back by its id: two calls (A11)', async () => {
  const { question, reactions, calls, show } = await room()
  const hide = await show('iris', question)
  expect(reactions()).toEqual([{ by: 'iris', emoji: 'Typing' }])
  await hide()
  expect({ reactions: reactions(), calls: calls() }).toEqual({ reactions: [], calls: ['react', 'unreact'] })
})

test.each([
  ['the calls of the month are used up', { code: 99991403 }],
  ['the app lacks the scope', { http: 400, code: 99991672 }],
])('it stops for good when %s', async (_, failure) => {
  const { fake, question, reactions, calls, show } = await room()
  fake.fail('react', failure)
  await (
    await show('iris', question)
  )()
  await (
    await show('iris', question)
  )()
  expect({ reactions: reactions(), calls: calls() }).toEqual({ reactions: [], calls: ['react'] })
})

test('it stays stopped when the platform takes calls again', async () => {
  const reacted: string[] = []
  const react = ({ message }: { message: string }) => Promise.resolve({ id: `r${reacted.push(message)}` })
  const app = { appId: 'cli_1', isOverQuota: true, react } as Partial<FeishuApp> as FeishuApp
  const show = makeTyping(() => app)
  await show('iris', 'om_1')
  await makeTyping(() => ({ ...app, isOverQuota: false }))('iris', 'om_2')
  Object.assign(app, { isOverQuota: false })
  await show('iris', 'om_3')
  expect(reacted).toEqual(['om_2'])
})

test('errors never matter: a passing one leaves the next turn its reaction', async () => {
  const { fake, question, reactions, calls, show } = await room()
  fake.fail('react', { http: 500, code: 2200 })
  await (
    await show('iris', question)
  )()
  fake.fail('unreact', { http: 400, code: 231007 })
  await (
    await show('iris', question)
  )()
  expect({ reactions: reactions(), calls: calls() }).toEqual({
    reactions: [{ by: 'iris', emoji: 'Typing' }],
    calls: ['react', 'react', 'unreact'],
  })
})

test('what Feishu does not know as a message costs no call', async () => {
  const { calls, show } = await room()
  await (
    await show('iris', 'web-7')
  )()
  expect(calls()).toEqual([])
})
