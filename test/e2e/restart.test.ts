// Stopping in order and going on where it stopped: nothing pending is lost, nothing is said twice (S5).
import { expect, onTestFinished, test } from 'vitest'
import { tempFolders } from './running.ts'
import { spawned } from './spawned.ts'
import { said, waitFor } from './visitor.ts'
import { configured } from '../world/service-world.ts'

const folder = tempFolders()

async function talking(groupSocial: object) {
  const { chat, home, file } = await configured({ home: folder(), hasCompany: true, social: groupSocial })
  const start = async () => {
    const service = await spawned(home, file)
    onTestFinished(() => service.kill())
    return service
  }
  return { chat, start }
}

test('a reply whose pause is cut by SIGTERM is sent after the restart, when its pause is over', async () => {
  const { chat, start } = await talking({ delay: { fastMs: [2_500, 2_500] } })
  const first = await start()
  const id = await first.visitor.say('lobby', 'Iris, how many?')
  const paused = await first.visitor.verdict('lobby', { gate: 'delay', outcome: 'wait' })
  const page = await fetch(`${first.url}/api/rooms/lobby/stream`)
  const read = page.text().catch(() => 'cut off')
  expect(await first.stop()).toBe(0)
  expect(await read).toBe('cut off')
  expect(first.lines().at(-1)).toMatchObject({ level: 'info', msg: 'stopped', signal: 'SIGTERM' })
  expect(first.stderr()).toBe('')

  const second = await start()
  const reply = await second.visitor.reply('lobby', { id, bot: 'iris' })
  expect(reply.ts - paused.at).toBeGreaterThanOrEqual(2_500)
  expect(said(await second.visitor.outcome('lobby', 'iris', id))).toEqual([
    'dispatch start: mentioned',
    'compose draft: written',
    'delay wait: typingDelay',
    'send sent: delivered',
    'dispatch end: replied',
  ])
  expect(chat.asked.map(({ stage }) => stage)).toEqual(['compose'])
  expect(await second.visitor.messages('lobby')).toHaveLength(2)
})

test('a call that a stop cut off is charged and asked again', async () => {
  const { chat, start } = await talking({})
  chat.behave({ compose: () => {} })
  const first = await start()
  const id = await first.visitor.say('lobby', 'Iris, how many?')
  await waitFor('the question to the model', () => chat.asked[0])
  expect(await first.stop()).toBe(0)

  chat.behave()
  const second = await start()
  await second.visitor.reply('lobby', { id, bot: 'iris' })
  const verdicts = await second.visitor.outcome('lobby', 'iris', id)
  expect(said(verdicts)).toEqual([
    'dispatch start: mentioned',
    'compose failed: interrupted',
    'compose draft: written',
    'delay wait: typingDelay',
    'send sent: delivered',
    'dispatch end: replied',
  ])
  expect(verdicts.find(({ outcome }) => outcome === 'failed')?.tokens).toBeGreaterThan(0)
})

test('messages that wait in the buffer are taken up after the restart', async () => {
  const { start } = await talking({ batching: { intervalMs: 1_500 } })
  const first = await start()
  const ids = [await first.visitor.say('lobby', 'which papers are new?'), await first.visitor.say('lobby', 'anybody?')]
  expect(await first.stop()).toBe(0)

  const second = await start()
  const verdicts = await second.visitor.outcome('lobby', 'iris', ids[0] ?? '')
  expect(verdicts[0]).toMatchObject({ outcome: 'start', why: 'batchReady', messages: ids })
  expect(said(verdicts).at(-1)).toBe('dispatch end: replied')
})
