// An operator mutes, pauses, drops and sets policies over HTTP; what holds across a restart holds.
import { expect, onTestFinished, test } from 'vitest'
import { type Running, rooms, running, tempFolders, withCompany } from './running.ts'
import { said } from './visitor.ts'
import { postJson } from '../world/posting.ts'

const folder = tempFolders()

async function started(where: string): Promise<Running> {
  withCompany(where)
  const service = await running(where, { channels: rooms('one', 'two') })
  onTestFinished(() => service.stop())
  return service
}

async function ordered({ url }: Running, order: unknown) {
  const answer = await postJson(`${url}/api/control`, order)
  const body = (await answer.json()) as { told?: number; detail?: string }
  return [answer.status, body.told ?? body.detail]
}

const outcomeOf = async ({ visitor }: Running, room: string, text: string) => {
  const id = await visitor.say(room, text)
  return said(await visitor.outcome(room, 'rex', id))
}

const silent = ['dispatch start: mentioned', 'control skip: operatorSilenced', 'dispatch end: silent']

test('a bot is muted in one group, and answers there again when it is unmuted', async () => {
  const service = await started(folder())
  expect(await ordered(service, { do: 'mute', actor: 'rex web:one' })).toEqual([200, 1])
  expect(await outcomeOf(service, 'one', 'Rex, what do you think?')).toEqual(silent)
  expect((await outcomeOf(service, 'two', 'Rex, what do you think?')).at(-1)).toBe('dispatch end: replied')
  expect(await ordered(service, { do: 'unmute', actor: 'rex web:one' })).toEqual([200, 1])
  expect((await outcomeOf(service, 'one', 'Rex, and now?')).at(-1)).toBe('dispatch end: replied')
})

test('a paused bot is silent in all its groups, after a restart too, until it is resumed (S1)', async () => {
  const where = folder()
  const before = await started(where)
  expect(await ordered(before, { do: 'pause', bot: 'rex' })).toEqual([200, 2])
  await before.stop()

  const after = await started(where)
  expect(await outcomeOf(after, 'one', 'Rex, what do you think?')).toEqual(silent)
  expect(await ordered(after, { do: 'resume', bot: 'rex' })).toEqual([200, 2])
  expect((await outcomeOf(after, 'two', 'Rex, and now?')).at(-1)).toBe('dispatch end: replied')
})

test('a policy set for one group holds there until it is taken back', async () => {
  const service = await started(folder())
  await ordered(service, { do: 'policy', actor: 'rex web:one', policy: 'mention' })
  expect(await outcomeOf(service, 'one', 'Does anybody review code with tests?')).toEqual([
    'dispatch start: batchReady',
    'policy skip: mentionsOnly',
    'dispatch end: silent',
  ])
})

test.each([
  ['no JSON', '{', 'the body is not JSON', 400],
  ['an unknown order', { do: 'explode', actor: 'rex web:one' }, /^do: Invalid discriminator value/, 400],
  ['an unknown policy', { do: 'policy', actor: 'rex web:one', policy: 'loud' }, /^policy: Invalid option/, 400],
  ['an unknown group', { do: 'mute', actor: 'rex web:nowhere' }, 'no such actor: GET /api/board lists them', 404],
  ['an unknown bot', { do: 'pause', bot: 'nobody' }, 'no such bot: there are iris, rex', 404],
  ['too much', { do: 'mute', actor: 'x'.repeat(5_000) }, 'an order has at most 4096 bytes', 413],
])('%s gets a clear refusal, and nothing happens', async (_, order, detail, status) => {
  const service = await started(folder())
  const answer = await ordered(service, order)
  expect(answer).toEqual([status, expect.stringMatching(detail)])
  expect(service.lines.filter(({ level }) => level === 'error')).toEqual([])
})
