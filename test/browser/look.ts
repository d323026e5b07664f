// What a person sees on the visualizer's page, as plain values, and how a person uses it.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** For `expect.poll`: a loaded machine draws late, never wrongly. */
export const polling = { timeout: 20_000, interval: 25 }

export const pageOf = (service: { url: string }): string => `${service.url}/visualizer/`

/** Types into the room and sends with Enter. */
export async function say(page: Page, text: string, name = 'Ann'): Promise<void> {
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  await page.locator('#say').fill(text)
  await page.locator('#say').press('Enter')
  await expect.poll(() => page.locator('#say').inputValue(), polling).toBe('')
}

/** Until the room shows a message with this text. */
export const heard = (page: Page, text: string): Promise<void> =>
  page.getByRole('log').getByText(text).first().waitFor()

/** Ids of the states that are lit on the chart; from afar a state's name is drawn apart from its box. */
export const litStates = (page: Page): Promise<string[]> =>
  page.evaluate(
    `[...new Set([...document.querySelectorAll('[data-state].on')].map(({ dataset }) => dataset.state))].toSorted()`,
  )

/** Everything that will ever be lit on the chart from now on. */
export async function watchLit(page: Page): Promise<() => Promise<string[]>> {
  await page.locator('[data-state].on').first().waitFor()
  await page.evaluate(`{
    const seen = (window.everLit = new Set())
    const look = () => document.querySelectorAll('[data-state].on').forEach(({ dataset }) => seen.add(dataset.state))
    new MutationObserver(look).observe(document, { subtree: true, attributes: true, attributeFilter: ['class'] })
    look()
  }`)
  return () => page.evaluate<string[]>('[...window.everLit]')
}

/** Every message of the room: who, what, and its outcome at each bot. */
export const talkOf = (page: Page): Promise<{ who: string; text: string; outcomes: string[] }[]> =>
  page.evaluate(`[...document.querySelectorAll('.message')].map((message, at, all) => ({
    who: all.slice(0, at + 1).findLast((each) => each.querySelector('.name')).querySelector('.name').textContent,
    text: message.querySelector('.text').textContent,
    outcomes: [...message.querySelectorAll('.outcome')].map(({ textContent }) => textContent.trim()),
  }))`)

/** The why-panel: its sentence, and each gate that was met with what it compared. */
export const whyOf = (page: Page): Promise<{ sentence: string | null; gates: string[] }> =>
  page.evaluate(`({
    sentence: document.querySelector('.why-sentence bdi')?.textContent ?? null,
    gates: [...document.querySelectorAll('.why .gate')].map((gate) =>
      [gate.querySelector('[role=img]').ariaLabel, gate.querySelector('b').textContent, gate.querySelector('.numbers')?.textContent]
        .filter(Boolean).join(': ')),
  })`)

/** The turn's state as the middle names it, once it is `state`. */
export const turnIs = (page: Page, state: string): Promise<void> =>
  page.locator('.crumb .chip:not(.vitality)', { hasText: state }).waitFor()

/** What every pane says of the moment that is shown. */
export async function momentOf(page: Page) {
  const text = (selector: string) => page.locator(selector).first().textContent()
  return {
    header: await text('.top .pill'),
    turn: await text('.crumb .chip:not(.vitality)'),
    event: await text('.crumb .event'),
    lit: await litStates(page),
    talk: await talkOf(page),
    why: await whyOf(page),
    timeline: await page.getByRole('slider').getAttribute('aria-valuenow'),
    board: await text('.group-line[aria-current=true] .chip'),
    address: new URL(page.url()).hash,
  }
}
