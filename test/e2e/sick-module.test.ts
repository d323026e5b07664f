// A channel module that fails, at whatever time: its bots are not there, and everybody else goes on.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { never } from '../channels/foreign-module.ts'
import { refusing } from './refusing.ts'
import { tempFolders } from './running.ts'
import { said, waitFor } from './visitor.ts'
import { serviceWorld } from '../world/service-world.ts'

const folder = tempFolders()

/** A service whose second channel is a module with these parts. */
async function withModule(parts: Record<string, string>, { home = folder(), options = {} } = {}) {
  const usual = {
    name: "name: 'net'",
    identify: 'identify: async (bot) => bot',
    start: 'start: async () => {}',
    send: "send: async () => ({ id: 'p1' })",
    stop: 'stop: async () => {}',
  }
  const channel = Object.values({ ...usual, ...parts }).join(', ')
  writeFileSync(join(home, 'net.mjs'), `export default (options) => ({ ${channel} })`)
  const channels = { modules: [{ name: 'net', path: './net.mjs', options }] }
  return serviceWorld({ home, social: { policy: 'mention' }, rest: { channels } })
}

/** To Iris, as a module writes it. */
const question = `{ id: 'm1', group: 'net:lab', ts: Date.now(), sender: { id: 'ann', name: 'Ann', bot: false }, text: 'Iris, how many?' }`

/** Who answers Ann in the lobby. */
async function answerer({ visitor }: Awaited<ReturnType<typeof withModule>>['service']): Promise<string> {
  return (await visitor.reply('lobby', { id: await visitor.say('lobby', 'Iris, how many?'), bot: 'iris' })).sender
}

test('that does not start: the service is up without it, /health says so, and it is started when it can be', async () => {
  const { service } = await withModule(
    {
      start: `start: async () => {
        if (!globalThis.netIsThere) throw new Error('no licence, by the key ' + options.apiKey)
      }`,
    },
    { options: { apiKey: 'k-123456' } },
  )
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'netIsThere'))
  expect(await answerer(service)).toBe('iris')
  await waitFor('the failure', () => service.lines.find(({ msg }) => msg.startsWith('the bot is not online')))
  expect(await service.visitor.health()).toMatchObject({
    status: 'degraded',
    channelsDown: 1,
    linesDown: 1,
    failures: {
      channels: { error: expect.stringMatching(/its channel could not be started: no licence, by the key …$/) },
    },
  })
  Reflect.set(globalThis, 'netIsThere', true)
  await waitFor('the module', () =>
    service.lines.find((line) => line.msg === 'the bot is online' && line['channel'] === 'net'),
  )
  expect(await service.visitor.health()).toMatchObject({ status: 'ok', channelsDown: 0, linesDown: 0 })
})

test('whose start never ends keeps nobody waiting', async () => {
  const { service } = await withModule({ start: `start: () => ${never}` })
  expect(await answerer(service)).toBe('iris')
  expect(await service.visitor.health()).toMatchObject({ status: 'degraded', channelsDown: 1 })
})

test.each([
  ['in a timer', "setTimeout(() => { throw new Error('too late') })"],
  ['in a promise that nobody awaits', "void Promise.reject(new Error('too late'))"],
  ['at a socket’s error', "(await import('node:net')).connect(1, '127.0.0.1')"],
  ['with what has no text', 'setTimeout(() => { throw Object.create(null) })'],
])('that throws %s ends no process, and is told', async (_, code) => {
  const { service } = await withModule({ start: `start: async () => { ${code} }` })
  await waitFor('the failure', () => service.lines.find(({ msg }) => msg.startsWith('the channel’s own code failed')))
  expect(await answerer(service)).toBe('iris')
  expect(await service.visitor.health()).toMatchObject({ failures: { channels: { count: 1 } } })
})

test.each([
  ['throws', "send: () => { throw new Error('no way') }"],
  ['never ends', `send: () => ${never}`],
  ['answers nonsense', 'send: async () => 7'],
])('whose send %s keeps its own reply alone from being sent', async (_, send) => {
  const { service } = await withModule({
    send,
    start: `start: async (intake) => void setTimeout(() => intake([${question}]), 50)`,
  })
  await waitFor('the reply', () =>
    service.lines.find((line) => line['group'] === 'net:lab' && line['gate'] === 'delay'),
  )
  expect(await answerer(service)).toBe('iris')
})

test('that starts slowly: what another channel hands in meanwhile costs one call, and none counts as cut off', async () => {
  const home = folder()
  const slow = { start: 'start: () => new Promise((resolve) => setTimeout(resolve, options.ms))' }
  const { service, chat } = await withModule(slow, { home, options: { ms: 0 } })
  const mend = refusing(service.store, 'INSERT ON message')
  expect(await service.visitor.post('lobby', 'Iris, how many?', { id: 'm1' })).toMatchObject({ status: 503 })
  await service.stop()
  mend()
  const { service: next, chat: then } = await withModule(slow, { home, options: { ms: 300 } })
  expect(said(await next.visitor.outcome('lobby', 'iris', 'm1'))).toEqual([
    'dispatch start: mentioned',
    'compose draft: written',
    'delay wait: typingDelay',
    'send sent: delivered',
    'dispatch end: replied',
  ])
  expect([chat.asked.length, then.asked.length]).toEqual([0, 1])
})

test('that hands in what is no message harms nobody, and its stop that never ends is not waited for', async () => {
  const { service } = await withModule({
    start: 'start: async (intake) => { intake(7).catch(() => {}); intake([{ id: 1 }, null]) }',
    stop: `stop: () => ${never}`,
  })
  const { visitor } = service
  const id = await visitor.say('lobby', 'Iris, how many?')
  expect(said(await visitor.outcome('lobby', 'iris', id)).at(-1)).toBe('dispatch end: replied')
  await service.stop()
  expect(service.lines.map(({ msg }) => msg)).toContain('it did not end well: net: stop() took longer than 5000 ms')
}, 20_000)
