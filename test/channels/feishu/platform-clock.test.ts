// A wall clock that is hours wrong makes no message of a platform an old one.
import { expect, onTestFinished, test } from 'vitest'
import { platformClock } from '../../../src/channels/feishu/platform-clock.ts'
import { openApp } from '../../../src/channels/feishu/sdk.ts'
import { loopback } from '../../world/loopback.ts'

const hour = 3_600_000

test('the wall clock is as far ahead as the last answer tells, however it is set afterwards', () => {
  const start = Date.parse('2026-11-22T12:00:00Z')
  let [real, error] = [0, 0]
  const clock = platformClock({ wall: () => start + real + error, ticks: () => real })
  const told = [clock.wallAhead()]
  clock.heard({ date: 'no date' })
  clock.heard(undefined)
  told.push(clock.wallAhead())
  clock.heard({ date: new Date(start + real - 59_000).toUTCString() })
  for (const set of [0, 8 * hour, -8 * hour]) {
    error = set
    real += 1_000
    told.push(clock.wallAhead())
  }
  clock.heard({ date: new Date(start + real).toUTCString() })
  told.push(clock.wallAhead())
  expect(told).toEqual([0, 0, 0, 8 * hour + 59_000, -8 * hour + 59_000, -8 * hour])
})

test('an app knows the platform’s clock from any of its answers', async () => {
  const { url: domain, stop } = await loopback((_, response) => {
    response.setHeader('date', new Date(Date.now() - 8 * hour).toUTCString())
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ code: 0, tenant_access_token: 't-1', expire: 7_200, bot: {} }))
  })
  onTestFinished(stop)
  const app = openApp({ appId: `cli_${'a'.repeat(16)}`, appSecret: 'secret', domain, log: { debug: () => {} } })
  await app.botInfo().catch(() => undefined)
  expect(Math.round((app.wallAhead?.() ?? 0) / hour)).toBe(8)
})
