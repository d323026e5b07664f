// Who asked for less motion gets none; the others see what has just happened.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quick, rex, rooms, type Running } from '../e2e/running.ts'
import { browserTests } from './chromium.ts'
import { heard, pageOf, say, turnIs } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
let service: Running

beforeAll(async () => {
  service = await served({ bots: [rex], groupSocial: quick, channels: rooms('reduce', 'no-preference') })
})

afterAll(() => service?.stop())

test.each([
  { reducedMotion: 'reduce', moves: false },
  { reducedMotion: 'no-preference', moves: true },
] as const)(
  'during a turn, under "$reducedMotion", something is animated: $moves',
  async ({ reducedMotion, moves }) => {
    const actor = encodeURIComponent(`rex web:${reducedMotion}`)
    const page = await open(`${pageOf(service)}#actor=${actor}`, { reducedMotion })
    await page.locator('[data-state].on').first().waitFor()
    await page.evaluate(`{
    window.everMoved = new Set()
    const look = () => {
      for (const { effect } of document.getAnimations()) window.everMoved.add(effect.target.getAttribute('class'))
      requestAnimationFrame(look)
    }
    look()
  }`)
    await say(page, 'Rex, does this test leak?')
    await heard(page, '(rehearsal)')
    await page.getByRole('button', { name: 'answered' }).waitFor()
    await turnIs(page, 'idle')
    const moved = await page.evaluate<string[]>('[...window.everMoved]')
    expect(moves ? moved.includes('flow') : moved).toEqual(moves ? true : [])
  },
)
