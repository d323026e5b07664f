// Somebody new plays with the page: looks at the empty room, tries what it offers, talks, asks why, looks at every part.
import type { Page } from 'playwright-core'
import { axeFindings, englishOn, overflowOf, unreachedByTab, untouchable } from './findings.ts'
import { type Lang, talkIn } from './talk.ts'

export interface Visit {
  page: Page
  lang: Lang
  /** So long a newcomer reads before the next line, ms. */
  betweenMs: number
  /** Keeps a picture of the page as it is now. */
  shot?: (moment: string) => Promise<void>
}

export interface Played {
  /** What is wrong, as sentences with the part of the page in front. */
  findings: string[]
  /** Each line of the newcomer with what the room shows of its outcome at each bot. */
  lines: { text: string; outcomes: string[] }[]
}

export async function playFirstMinutes({ page, lang, betweenMs, shot = async () => {} }: Visit): Promise<Played> {
  const findings: string[] = []
  // What is wrong in every part is told once.
  const add = (part: string, found: readonly string[]): void => {
    const isNew = (each: string): boolean => !findings.some((known) => known.endsWith(each))
    findings.push(...new Set(found.filter(isNew).map((each) => `${part}: ${each}`)))
  }
  const look = async (part: string): Promise<void> => {
    const found = [
      ...(await overflowOf(page)),
      ...(await untouchable(page)),
      ...(await axeFindings(page)),
      ...(lang === 'zh' ? await englishOn(page) : []),
    ]
    add(part, found)
  }
  await page.locator('.tries button').first().waitFor()
  await page.locator('.view .chart, .view').first().waitFor({ state: 'attached' })
  await rested(page)
  await shot('1-empty')
  await look('the empty room')

  // What the page offers is typed in; it goes out once the newcomer has a name.
  const tries = page.locator('.tries button')
  const first = (await tries.first().textContent()) ?? ''
  await tries.first().click()
  await page.locator('.composer input').fill(lang === 'zh' ? '安安' : 'Ann')
  await page.locator('.composer input').press('Enter')
  await page.waitForTimeout(betweenMs)
  for (const text of talkIn[lang]) {
    // oxlint-disable no-await-in-loop -- a person says one thing after the other
    await page.locator('#say').fill(text)
    await page.locator('#say').press('Enter')
    await page.waitForTimeout(betweenMs)
    // oxlint-enable no-await-in-loop
  }
  await settled(page)
  // Nobody's hand or pointer is anywhere in the picture.
  await shot('2-room')
  await look('the room')
  const lines = await linesOf(page, [first, ...talkIn[lang]])

  await page.locator('.message .said').first().click()
  for (const pane of await panesOf(page)) {
    // oxlint-disable no-await-in-loop -- one page, one part after the other
    await page.locator(`.panes .${pane}`).click()
    await drawn(page)
    await look(pane)
    add(pane, await unreachedByTab(page))
    // oxlint-enable no-await-in-loop
  }
  for (const tab of await page.locator('.centre [role=tab]').all()) {
    // oxlint-disable no-await-in-loop
    if (!(await tab.isVisible())) await page.locator('.panes .pane-chart').click()
    await tab.click()
    await drawn(page)
    await look(`the tab ${await tab.textContent()}`)
    // oxlint-enable no-await-in-loop
  }
  add('the page', await unreachedByTab(page))
  await page.locator('h1').click()
  await page.keyboard.press('?')
  // What it says of the store comes last.
  await page.locator('.help .stored:not(:empty)').waitFor()
  await look('the help')
  await page.keyboard.press('Escape')
  return { findings, lines }
}

/** Until every bot has made up its mind about every message. */
async function settled(page: Page): Promise<void> {
  const undecided = page.locator('.typing, .outcome.tone-wait, .outcome.tone-think, span.outcome:empty')
  for (let looks = 0; looks < 240; looks += 1) {
    // oxlint-disable no-await-in-loop -- until there is nothing to wait for
    if ((await undecided.count()) === 0) return
    await page.waitForTimeout(500)
    // oxlint-enable no-await-in-loop
  }
}

/** Until the chart, as far as one is shown, lies where it fits. */
const rested = (page: Page): Promise<void> =>
  page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() =>
    Promise.all((document.querySelector('.chart .scene')?.getAnimations() ?? []).map(({ finished }) => finished))).then(() => {})`)

/** What was clicked is drawn a frame later. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))')

const panesOf = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.panes button')].filter((button) => button.checkVisibility())
    .map(({ classList }) => classList[0])`)

const linesOf = (page: Page, said: readonly string[]): Promise<Played['lines']> =>
  page.evaluate(`{
    const messages = [...document.querySelectorAll('.message')]
    ;${JSON.stringify(said)}.map((text) => {
      const message = messages.find((each) => each.querySelector('.text').textContent === text)
      const outcomes = [...(message?.querySelectorAll('.outcome') ?? [])]
      return { text, outcomes: outcomes.map(({ textContent }) => textContent.trim().replaceAll(/\\s+/g, ' ')) }
    })
  }`)
