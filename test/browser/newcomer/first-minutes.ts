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
  /** Each line of the newcomer with what the room shows of its fate at each bot. */
  lines: { text: string; fates: string[] }[]
}

const shows: Record<Lang, { name: string; tabs: RegExp }> = {
  en: { name: 'Your name', tabs: /^(Statechart|Sequence|Context)$/ },
  zh: { name: '你的名字', tabs: /^(状态图|时序图|上下文)$/ },
}

export async function playFirstMinutes({ page, lang, betweenMs, shot = async () => {} }: Visit): Promise<Played> {
  const findings: string[] = []
  const look = async (part: string): Promise<void> => {
    const found = [
      ...(await overflowOf(page)),
      ...(await untouchable(page)),
      ...(await axeFindings(page)),
      ...(lang === 'zh' ? await englishOn(page) : []),
    ]
    findings.push(...found.map((each) => `${part}: ${each}`))
  }
  await toRoom(page)
  await page.locator('.tries button').first().waitFor()
  await shot('1-empty')
  await look('the empty room')
  await page.locator('.name-field, .composer input').first().fill(lang === 'zh' ? '安安' : 'Ann')
  await page.locator('.tries button').first().click()
  if ((await page.locator('#say').inputValue()) !== '') await page.locator('#say').press('Enter')
  await page.waitForTimeout(betweenMs)
  for (const [i, text] of talkIn[lang].entries()) {
    // oxlint-disable no-await-in-loop -- a person says one thing after the other
    await page.locator('#say').fill(text)
    await page.locator('#say').press('Enter')
    await page.waitForTimeout(betweenMs)
    if (i === 2) await shot('2-talk')
    // oxlint-enable no-await-in-loop
  }
  await settled(page)
  await look('the room')
  await shot('3-room')
  const lines = await linesOf(page)
  await page.locator('.message').first().click()
  await forEachPane(page, async (pane) => {
    await look(pane)
    findings.push(...(await unreachedByTab(page)).map((each) => `${pane}: ${each}`))
    await shot(`4-${pane}`)
  })
  await forEachTab(page, shows[lang].tabs, look)
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await look('the help')
  await page.keyboard.press('Escape')
  return { findings, lines }
}
