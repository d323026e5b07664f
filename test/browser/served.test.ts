// An operator serves somebody who was refused, stops serving, adds and removes by id: by mouse, by keyboard, in both languages.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { quick, rex, type Running } from '../e2e/running.ts'
import { browserTests } from './chromium.ts'
import { heard, pageOf, polling } from './look.ts'
import { served } from './served.ts'

const open = browserTests()

async function world(web: object = { allowFrom: ['person:ann'], denyFrom: ['person:trudy'] }): Promise<Running> {
  const service = await served({
    bots: [rex],
    groupSocial: quick,
    channels: { web: { rooms: [{ id: 'lobby' }], ...web } },
  })
  onTestFinished(() => service.stop())
  return service
}

const pageAt = (service: Running, options: Parameters<typeof open>[1] = {}): Promise<Page> =>
  open(`${pageOf(service)}#actor=${encodeURIComponent('rex web:lobby')}`, options)

const tells = (service: Running, name: string, text = 'Rex, does this test leak?') =>
  service.visitor.say('lobby', text, { name })

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Who is served in lobby' })

async function shown(page: Page) {
  await page.getByRole('button', { name: 'People' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('heading', { name: 'Lists' }).waitFor()
  return dialog
}

const people = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('[data-person]')].map((row) =>
    [row.dataset.person, row.querySelector('.chip').lastChild.textContent, row.querySelector('button')?.textContent ?? ''].join(' | '))`)
const listed = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('[data-listed]')].map((row) =>
    [row.dataset.listed, row.querySelector('.chip').lastChild.textContent, row.querySelector('button')?.textContent ?? ''].join(' | '))`)

test('who was refused is served with one button and answered, and no longer served with the next', async () => {
  const service = await world()
  await tells(service, 'Trudy')
  await tells(service, 'Mallory')
  const page = await pageAt(service)
  const dialog = await shown(page)
  expect(await people(page)).toEqual(['person:mallory | not served | Serve', 'person:trudy | not served | '])
  await dialog.getByRole('button', { name: 'Serve Mallory' }).click()
  await dialog.getByRole('status').getByText('Mallory is served from the next message on.').waitFor()
  const stop = dialog.getByRole('button', { name: 'Stop serving Mallory' })
  // The same button: who uses the keyboard is still there.
  expect(await stop.evaluate('document.activeElement.textContent')).toBe('Stop serving')
  expect(await listed(page)).toEqual([
    'person:mallory | served | Remove',
    'person:ann | served | ',
    'person:trudy | never served | ',
  ])
  const id = await tells(service, 'Mallory')
  await service.visitor.reply('lobby', { id, bot: 'rex' })
  await stop.click()
  await dialog.getByRole('status').getByText('Mallory is not served any more.').waitFor()
  expect(await people(page)).toEqual(['person:mallory | not served | Serve', 'person:trudy | not served | '])
  const refused = await tells(service, 'Mallory', 'Rex, and now?')
  await service.visitor.verdict('lobby', { gate: 'admission', why: 'senderDenied' })
  expect((await service.visitor.replies('lobby')).filter(({ replyTo }) => replyTo === refused)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.evaluate('document.activeElement.textContent')).toBe('People')
})

test('the keyboard alone adds somebody by id, is told what is wrong with one, and removes them', async () => {
  const service = await world()
  const page = await pageAt(service, { mayComplain: /400/ })
  await page.getByRole('button', { name: 'People' }).focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await dialog.getByRole('textbox', { name: 'Id on web' }).focus()
  await page.keyboard.type('two words')
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').getByText('the id of a person or a group').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('person:bo')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => listed(page), polling).toContain('person:bo | served | Remove')
  expect([await dialog.getByRole('alert').count(), await dialog.getByRole('textbox').inputValue()]).toEqual([0, ''])
  const row = dialog.locator('[data-listed="person:bo"]')
  expect(await row.textContent()).toContain('everywhere on web')
  const id = await tells(service, 'Bo')
  await service.visitor.reply('lobby', { id, bot: 'rex' })
  await dialog.getByRole('button', { name: 'Remove person:bo' }).focus()
  await page.keyboard.press('Enter')
  await row.waitFor({ state: 'detached' })
  expect(await page.evaluate('document.activeElement.textContent')).toBe('person:bo is removed.')
})

test('in a room that is open to all, somebody is never served again until they are removed', async () => {
  const service = await world({})
  const page = await pageAt(service)
  const dialog = await shown(page)
  await dialog.getByText('Everybody is served here').waitFor()
  await dialog.getByRole('textbox', { name: 'Id on web' }).fill('person:mallory')
  await dialog.getByRole('button', { name: 'Never serve' }).click()
  await expect.poll(() => listed(page), polling).toEqual(['person:mallory | never served | Remove'])
  await tells(service, 'Mallory')
  await expect.poll(() => people(page), polling).toEqual(['person:mallory | not served | Serve'])
  await dialog.getByRole('button', { name: 'Remove person:mallory' }).click()
  await dialog.locator('[data-person] .tone-live').waitFor()
  await page.keyboard.press('Escape')
  await tells(service, 'Mallory', 'Rex, and now?')
  await heard(page, '(rehearsal)')
})

test.each([
  { lang: 'en', locale: 'en-GB', name: 'People' },
  { lang: 'zh', locale: 'zh-CN', name: '服务对象' },
])('axe finds nothing in it, in $lang, in both themes, wide and narrow', async ({ locale, name }) => {
  const service = await world()
  await tells(service, 'Trudy')
  await tells(service, 'Mallory')
  const page = await pageAt(service, { locale, reducedMotion: 'reduce' })
  await page.getByRole('button', { name }).click()
  await page.locator('[data-listed]').first().waitFor()
  await page.locator('[data-person] button').first().click()
  await page.locator('.served-done:not(:empty)').waitFor()
  await page.evaluate(axe.source)
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 800, 390]) {
      // oxlint-disable no-await-in-loop -- one page, one look after the other
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      const found = await page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`)
      const isWithin = await page.evaluate('document.querySelector(".served").scrollWidth <= innerWidth')
      expect({ colorScheme, width, found, isWithin }).toEqual({ colorScheme, width, found: [], isWithin: true })
      // oxlint-enable no-await-in-loop
    }
})
