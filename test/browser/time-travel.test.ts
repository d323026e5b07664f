// Time travel: every pane follows the cursor, a moment can be shared as a link, and Esc leads back to the present.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quick, rex, rooms, type Running } from '../e2e/running.ts'
import { browserTests } from './chromium.ts'
import { heard, litStates, momentOf, pageOf, polling, say, turnIs } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
const actor = encodeURIComponent('rex web:lobby')
let service: Running

beforeAll(async () => {
  service = await served({ bots: [rex], groupSocial: quick, channels: rooms('lobby') })
})

afterAll(() => service?.stop())

test('every pane follows a step back, a link leads another page there, Esc leads back to live', async () => {
  const page = await open(`${pageOf(service)}#actor=${actor}`)
  await page.locator('[data-state].on').first().waitFor()
  await say(page, 'Rex, does this test leak?')
  await heard(page, '(rehearsal)')
  await page.getByRole('button', { name: 'answered' }).waitFor()
  await turnIs(page, 'idle')
  const live = await momentOf(page)
  expect(live).toMatchObject({ header: '● Live', turn: '○idle', board: '○idle', address: `#actor=${actor}` })

  await page.locator('h1').click()
  const path: string[] = []
  for (let seq = Number(live.timeline); seq >= 1; seq -= 1) {
    // oxlint-disable-next-line no-await-in-loop -- a person presses one key after the other
    path.push(await back(seq))
  }
  expect(path.filter((id, i) => id !== path[i - 1])).toEqual([
    'group.turn.idle',
    'group.turn.cooling.resting',
    'group.turn.sending.delivering',
    'group.turn.delaying.pausing',
    'group.turn.dispatching.composing',
  ])

  await page.keyboard.press('ArrowRight')
  await turnIs(page, 'delaying')
  const moment = await momentOf(page)
  expect(moment).toEqual({
    header: expect.stringMatching(/^❙❙ You’re viewing the past: \d\d:\d\d:\d\d #2$/),
    turn: '▸delaying › pausing',
    event: '✓ compose #2',
    lit: [
      'group.commands',
      'group.commands.idle',
      'group.control',
      'group.control.free',
      'group.intake',
      'group.intake.idle',
      'group.memory',
      'group.memory.resting',
      'group.turn',
      'group.turn.delaying',
      'group.turn.delaying.pausing',
      'group.vitality',
      'group.vitality.COOLING',
      'group.withdrawal',
      'group.withdrawal.idle',
      'group.work',
      'group.work.idle',
    ],
    talk: [{ who: 'Ann', text: 'Rex, does this test leak?', outcomes: ['◆ working · Typing delay'] }],
    why: {
      sentence: expect.stringMatching(/^Rex has a reply ready: /),
      gates: [
        expect.stringContaining('passed: Buffer'),
        'passed: Dispatch: 1 message · COOLING 1/1',
        'passed: Control',
        'passed: Loop',
        'passed: Policy',
        'passed: Addressee',
        'passed: Relevance',
        'passed: Budget',
        'passed: Decide',
        expect.stringMatching(/^passed: Compose: \d+ chars · normal · ≈ 0 · rehearsal$/),
        expect.stringMatching(/^waiting: Typing delay: \d+ ms · pace hint · hint fast$/),
      ],
    },
    timeline: '2',
    board: '▸pausing',
    address: `#actor=${actor}&at=2`,
  })

  const other = await open(page.url())
  await expect.poll(() => momentOf(other), polling).toEqual(moment)

  await page.keyboard.press('Escape')
  await page.locator('.paused-at').waitFor({ state: 'detached' })
  expect(await momentOf(page)).toEqual(live)

  /** One step back; the leaf of the turn that is lit then. */
  async function back(seq: number): Promise<string> {
    await page.keyboard.press('ArrowLeft')
    await page.locator('.paused-at', { hasText: `#${seq}` }).waitFor()
    const lit = (await litStates(page)).filter((id) => id.startsWith('group.turn.'))
    return lit.toSorted((a, b) => b.length - a.length)[0] ?? ''
  }
})
