// A service that is killed and comes back ten hours later: what was posted is known, what is too old is left (S5, L6).
import { expect, onTestFinished, test, vi } from 'vitest'
import { openClockStore, readClock } from '../../src/store/clock.ts'
import { openDatabase } from '../../src/store/database.ts'
import { answersOf, refusing } from './refusing.ts'
import { running, tempFolders } from './running.ts'
import { spawned } from './spawned.ts'
import { said, waitFor } from './visitor.ts'
import { configured } from '../world/service-world.ts'

const folder = tempFolders()
const tenHours = 10 * 3_600_000

async function killedAndBack(groupSocial: object = {}) {
  const world = { home: folder(), hasCompany: true, reply: 'Take more samples.', social: groupSocial }
  const { chat, home, file } = await configured(world)
  const before = await spawned(home, file)
  onTestFinished(() => before.kill())
  return {
    chat,
    before,
    async back() {
      await before.kill()
      hoursPassed(before.store)
      const { now } = Date
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + tenHours)
      onTestFinished(() => clock.mockRestore())
      const after = await running(home, file)
      onTestFinished(() => after.stop())
      return after
    },
  }
}

/** The machine was up all the while. */
function hoursPassed(store: string): void {
  const db = openDatabase(store)
  const { kept } = readClock(db)
  if (kept?.uptime === undefined) throw new Error('the service kept no time')
  openClockStore(db).keep({ ...kept, uptime: kept.uptime - tenHours })
  db.close()
}

const drafted = ['dispatch start: mentioned', 'compose draft: written', 'delay wait: typingDelay']

test('a reply that was posted and not settled is found by its key and booked as sent', async () => {
  const { before, back } = await killedAndBack()
  const mend = refusing(before.store, answersOf.deliver)
  const id = await before.visitor.say('lobby', 'Iris, how many?')
  const reply = await before.visitor.reply('lobby', { id, bot: 'iris' })
  await before.kill()
  mend()
  const { visitor } = await back()
  expect(said(await visitor.outcome('lobby', 'iris', id))).toEqual([
    ...drafted,
    'send sent: delivered',
    'dispatch end: replied',
  ])
  expect(await visitor.replies('lobby')).toEqual([reply])
})

test('a reply that was on its way and not posted is not posted any more', async () => {
  const { before, back } = await killedAndBack()
  const mends = ['INSERT ON room_message WHEN new.bot = 1', answersOf.failedSend].map((what) =>
    refusing(before.store, what),
  )
  const id = await before.visitor.say('lobby', 'Iris, how many?')
  await waitFor('a refused write', () => before.lines().find(({ msg }) => String(msg).startsWith('the store refused')))
  await before.kill()
  for (const mend of mends) mend()
  const { visitor } = await back()
  expect(said(await visitor.outcome('lobby', 'iris', id))).toEqual([
    ...drafted,
    'send failed: replyExpired',
    'dispatch end: silent',
  ])
  expect(await visitor.replies('lobby')).toEqual([])
})

test('messages that waited in the buffer are too old to answer, and cost no call', async () => {
  const { chat, before, back } = await killedAndBack({ batching: { intervalMs: 60_000 } })
  const id = await before.visitor.say('lobby', 'how many?')
  const { visitor } = await back()
  expect(said(await visitor.outcome('lobby', 'iris', id))).toEqual([
    'dispatch start: batchReady',
    'delay skip: messageTooOld',
    'dispatch end: silent',
  ])
  expect(chat.asked).toEqual([])
})
