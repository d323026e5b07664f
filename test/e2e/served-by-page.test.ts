// An operator serves and stops serving people over HTTP: in force for the next message, and after a restart.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { seeded } from '../crash/seeded.ts'
import { serviceWorld } from '../world/service-world.ts'
import { type Running, running, tempFolders } from './running.ts'
import type { ServedShown } from '../../src/feed/contract.ts'
import { postJson } from '../world/posting.ts'

const folder = tempFolders()
const actor = 'iris web:lobby'
const mallory = 'person:mallory'

async function asked({ url }: Running, order: unknown, headers: Record<string, string> = {}) {
  const answer = await postJson(`${url}/api/served`, order, { headers })
  return { status: answer.status, body: (await answer.json()) as ServedShown & { code?: string; detail?: string } }
}

const shown = async ({ url }: Running, key = actor): Promise<ServedShown> =>
  (await (await fetch(`${url}/api/served?actor=${encodeURIComponent(key)}`)).json()) as ServedShown

const add = (list: 'allowFrom' | 'denyFrom', id = mallory, where = 'group') => ({ do: 'add', actor, where, list, id })
const remove = (id = mallory, where = 'group') => ({ do: 'remove', actor, where, id })

async function isAnswered({ visitor }: Running, text: string): Promise<void> {
  const id = await visitor.say('lobby', text, { name: 'Mallory' })
  await visitor.reply('lobby', { id, bot: 'iris' })
}

async function isRefused({ visitor }: Running, text: string, why: string): Promise<void> {
  const id = await visitor.say('lobby', text, { name: 'Mallory' })
  await expect
    .poll(async () => (await visitor.verdicts('lobby')).filter(({ messages }) => messages.includes(id)), {
      timeout: 12_000,
    })
    .toEqual([expect.objectContaining({ gate: 'admission', why })])
}

const world = (web: object = { allowFrom: ['person:ann'] }, rest: object = {}) =>
  serviceWorld({
    home: folder(),
    hasCompany: true,
    rest: { channels: { web: { rooms: [{ id: 'lobby' }, { id: 'hall' }], ...web } }, ...rest },
  })

test('who was refused is answered once an operator serves them, and refused again once removed, restarts between', async () => {
  const { home, file, chat, service: first } = await world()
  await isRefused(first, 'Iris, how many samples?', 'senderUnlisted')
  expect((await shown(first)).people).toEqual([
    { id: mallory, name: 'Mallory', at: expect.any(Number), why: 'senderUnlisted' },
  ])
  expect(chat.asked.length).toBe(0)
  const { status, body } = await asked(first, add('allowFrom'))
  expect([status, body.listed]).toEqual([
    200,
    [
      { where: 'group', list: 'allowFrom', id: mallory, by: 'page', at: expect.any(Number) },
      { where: 'channel', list: 'allowFrom', id: 'person:ann', by: 'file' },
    ],
  ])
  await isAnswered(first, 'Iris, and now?')
  await first.stop()

  const second = await running(home, file)
  onTestFinished(second.stop)
  await isAnswered(second, 'Iris, still?')
  expect((await asked(second, remove())).body.listed.map(({ id }) => id)).toEqual(['person:ann'])
  const calls = chat.asked.length
  await isRefused(second, 'Iris, hello?', 'senderUnlisted')
  await second.stop()

  const third = await running(home, file)
  onTestFinished(third.stop)
  await isRefused(third, 'Iris, anybody?', 'senderUnlisted')
  expect([calls, chat.asked.length]).toEqual([2, 2])
  // The file is as it was, and every change is a line of the log.
  expect(readFileSync(join(home, 'chime.yaml'), 'utf8')).not.toContain(mallory)
  const changes = [first, second, third].flatMap(({ lines }) =>
    lines.filter(({ msg }) => msg === 'who is served was changed by the page'),
  )
  expect(changes.map(({ do: what, list, place, id }) => ({ what, list, place, id }))).toEqual([
    { what: 'add', list: 'allowFrom', place: 'web:lobby', id: mallory },
    { what: 'remove', place: 'web:lobby', id: mallory },
  ])
})

test('a denial by the page holds in its group alone, or in all of the channel', async () => {
  const { service } = await world({})
  await isAnswered(service, 'Iris, how many?')
  await asked(service, add('denyFrom'))
  await isRefused(service, 'Iris, and now?', 'senderDenied')
  const elsewhere = await service.visitor.say('hall', 'Iris, and here?', { name: 'Mallory' })
  await service.visitor.reply('hall', { id: elsewhere, bot: 'iris' })
  await asked(service, add('denyFrom', mallory, 'channel'))
  // Serving them in one group does not win over the channel's denial.
  const { body } = await asked(service, add('allowFrom'))
  expect(body.people).toEqual([
    { id: mallory, name: 'Mallory', at: expect.any(Number), why: 'senderDenied', fixed: 'channel' },
  ])
  await isRefused(service, 'Iris, still not?', 'senderDenied')
  await asked(service, remove(mallory, 'channel'))
  await isAnswered(service, 'Iris, again?')
})

test('whatever is added and removed between two lines, each is served as the lists stand then', async () => {
  const { service, chat } = await world()
  const random = seeded(11)
  /** By place the list that she was added to. */
  const lists = new Map<string, 'allowFrom' | 'denyFrom'>()
  let served = 0
  for (let n = 0; n < 24; n += 1) {
    const where = random.one(['group', 'channel'])
    const list = random.one(['allowFrom', 'denyFrom', undefined] as const)
    // oxlint-disable-next-line no-await-in-loop -- one order after the other
    const { status } = await asked(service, list ? add(list, mallory, where) : remove(mallory, where))
    expect(status).toBe(list || lists.has(where) ? 200 : 404)
    if (list) lists.set(where, list)
    else lists.delete(where)
    const all = [...lists.values()]
    const isServed = all.length > 0 && !all.includes('denyFrom')
    const words = `Iris, and number ${n}?`
    // oxlint-disable-next-line no-await-in-loop
    if (isServed) await isAnswered(service, words)
    // oxlint-disable-next-line no-await-in-loop
    else await isRefused(service, words, all.includes('denyFrom') ? 'senderDenied' : 'senderUnlisted')
    served += isServed ? 1 : 0
    expect(chat.asked.length).toBe(served)
  }
  expect([served > 3, served < 20]).toEqual([true, true])
})

test('who stands in the file, too, is shown as from the file, and stays there', async () => {
  const { service } = await world({ allowFrom: ['person:ann'], denyFrom: ['person:eve'] })
  await asked(service, add('allowFrom', 'person:ann', 'channel'))
  expect((await shown(service)).listed).toEqual([
    { where: 'channel', list: 'allowFrom', id: 'person:ann', by: 'file' },
    { where: 'channel', list: 'denyFrom', id: 'person:eve', by: 'file' },
  ])
  expect((await asked(service, remove('person:ann', 'channel'))).status).toBe(200)
  const { status, body } = await asked(service, remove('person:ann', 'channel'))
  expect([status, body.code]).toEqual([409, 'inFile'])
  await asked(service, add('allowFrom', 'person:eve'))
  await service.visitor.say('lobby', 'Iris, me?', { name: 'Eve' })
  expect((await shown(service)).people).toEqual([
    { id: 'person:eve', name: 'Eve', at: expect.any(Number), why: 'senderDenied', fixed: 'file' },
  ])
})

test('who is dropped is known by name until a restart, and who stays context after it, too', async () => {
  const { home, file, service: first } = await world(undefined, { groups: { 'web:hall': { unlisted: 'ignore' } } })
  const names = async (service: Running): Promise<string[][]> =>
    Promise.all([actor, 'iris web:hall'].map(async (key) => (await shown(service, key)).people.map(({ name }) => name)))
  await first.visitor.say('lobby', 'Hi!', { name: 'Mallory' })
  await first.visitor.say('hall', 'Hi!', { name: 'Eve' })
  expect(await names(first)).toEqual([['Mallory'], ['Eve']])
  await first.stop()
  const second = await running(home, file)
  onTestFinished(second.stop)
  expect(await names(second)).toEqual([['Mallory'], []])
})

test('bad ids, strange rooms, other origins and empty removals are refused with a reason, and change nothing', async () => {
  const { service } = await world(
    { allowFrom: ['person:ann'] },
    { groups: { 'web:hall': { allowFrom: ['person:bo'] } } },
  )
  const codes = await Promise.all(
    [
      add('allowFrom', ''),
      add('allowFrom', 'two words'),
      add('allowFrom', 'x'.repeat(201)),
      { ...add('allowFrom'), id: 2 ** 60 },
      { ...add('allowFrom'), where: 'everywhere' },
      { ...add('allowFrom'), actor: 'iris web:nowhere' },
      remove('person:nobody'),
      { ...add('allowFrom', mallory, 'channel'), actor: 'iris web:hall' },
    ].map(async (order) => {
      const { status, body } = await asked(service, order)
      return [status, body.code]
    }),
  )
  expect(codes).toEqual([
    [400, 'badId'],
    [400, 'badId'],
    [400, 'badId'],
    [400, 'badId'],
    [400, 'invalidBody'],
    [404, 'noSuchActor'],
    [404, 'notListed'],
    [409, 'ownList'],
  ])
  const { body } = await asked(service, add('allowFrom', 'two words'))
  expect(body.detail).toContain('id: the id of a person or a group')
  expect((await asked(service, add('allowFrom'), { origin: 'http://evil.example' })).status).toBe(403)
  expect((await shown(service)).listed.map(({ by }) => by)).toEqual(['file'])
})

test('without the token nobody asks or changes who is served', async () => {
  const { service } = await world({ token: 'a-token-that-is-long-enough' })
  const refused = await Promise.all([
    fetch(`${service.url}/api/served?actor=${encodeURIComponent(actor)}`),
    asked(service, add('allowFrom')),
  ])
  expect(refused.map(({ status }) => status)).toEqual([401, 401])
  const allowed = await asked(service, add('allowFrom'), { authorization: 'Bearer a-token-that-is-long-enough' })
  expect(allowed.status).toBe(200)
})
