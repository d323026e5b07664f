// A service whose store is hours ahead of the wall clock: it answers at once, and tells everybody the wall's time.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { machineTime } from '../../src/host/local/real-clock.ts'
import { openClockStore } from '../../src/store/clock.ts'
import { openDatabase } from '../../src/store/database.ts'
import { openTalk } from '../../src/store/talk.ts'
import { key } from '../channels/bridge/bridge-world.ts'
import { says, scriptedPeer, toldIn } from '../channels/bridge/scripted-peer.ts'
import { iris, rex, tempFolders } from './running.ts'
import { waitFor } from './visitor.ts'
import { serviceWorld } from '../world/service-world.ts'

const folder = tempFolders()
const [minute, hour] = [60_000, 3_600_000]

/** As a service left it that ran eight hours ahead until somebody corrected the wall clock. */
function storeAhead(home: string, aheadMs: number): void {
  const db = openDatabase(join(home, 'data', 'chime.sqlite'))
  const { wall, uptime, boot } = machineTime()
  const time = wall() + aheadMs
  openClockStore(db).keep({ time, wall: time, uptime: uptime(), boot })
  openTalk(db).put('web:lobby', {
    id: 'm-0',
    ts: time - hour,
    sender: 'person:bob',
    name: 'Bob',
    bot: false,
    text: 'Hello there.',
  })
  db.close()
}

test('the clock set back eight hours while the service is down: an answer comes at once, and every time told is the wall’s', async () => {
  const peer = await scriptedPeer()
  const home = folder()
  storeAhead(home, 8 * hour)
  const peers = [{ id: 'beta', url: peer.url, keys: { in: [key(1)], out: [key(2)] }, groups: ['web:lobby'] }]
  const { chat, service } = await serviceWorld({
    home,
    bots: [iris, rex],
    reply: 'A Welch test.',
    social: { policy: 'mention', prompt: { timeZone: 'UTC' } },
    rest: { bridge: { id: 'alpha', peers } },
  })
  const started = Date.now()
  const isNow = (time: number): boolean => Math.abs(time - started) < minute
  const id = await service.visitor.say('lobby', 'Iris, which test fits 12 samples?')
  await service.visitor.reply('lobby', { id, bot: 'iris' })

  // Above a day boundary the line of an hour ago stands under its own day: the times are compared.
  const prompt = chat.asked.find(({ stage }) => stage === 'compose')?.user ?? ''
  const shown = /\d{1,2} \w{3} \d{4} \d{2}:\d{2}(?= UTC)/.exec(prompt)?.[0] ?? ''
  const messages = await service.visitor.messages('lobby')
  const told = await waitFor('the reply at the peer', () => peer.got[0])
  const { time } = JSON.parse(told.body) as { time: string }
  const verdicts = service.lines.filter(({ gate }) => gate !== undefined).map(({ at }) => Date.parse(String(at)))
  expect({
    prompt: isNow(Date.parse(`${shown} UTC`) + 30_000),
    messages: messages.map(({ ts }) => isNow(ts)),
    event: isNow(Date.parse(time)),
    signature: isNow(Number(told.headers['webhook-timestamp']) * 1_000),
    verdicts: [...new Set(verdicts.map(isNow))],
    text: toldIn(told.body).text,
  }).toEqual({
    prompt: true,
    messages: [true, true],
    event: true,
    signature: true,
    verdicts: [true],
    text: 'A Welch test.',
  })

  const asked = { group: 'web:lobby', message: 'm-9', sender: { id: 'max', name: 'Max' }, text: 'Fine.', mentions: [] }
  expect(await says(service.url, 'beta', key(1), { ...asked, hops: 1, root: 'm-9' })).toBe(202)
  const { status, clock } = (await service.visitor.health()) as { status: string; clock: Record<string, unknown> }
  expect([status, clock['jumps'], Math.round(Number(clock['aheadMs']) / minute)]).toEqual(['ok', 1, 480])
  expect(service.lines.filter(({ msg }) => msg.startsWith('the wall clock was set back by 8 h'))).toHaveLength(1)
})
