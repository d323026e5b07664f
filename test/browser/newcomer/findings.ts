// What stands between a newcomer and the page, as sentences; an empty list is a page without fault.
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Everything that can be seen and used now. */
const controls = `[...(document.querySelector('dialog[open], [aria-modal=true]') ?? document).querySelectorAll(
  'a[href], button, input, textarea, select, summary, [role=tab], [role=slider], [tabindex]')]
  .filter((element) => !element.disabled && element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('[inert], [aria-hidden=true], svg') && !element.matches('.skip') && element.getBoundingClientRect().width > 0)`
const named = `(element) => (element.tagName.toLowerCase() + ' ' +
  (element.ariaLabel ?? element.title ?? '') + ' ' + element.textContent.trim().replaceAll(/\\s+/g, ' ')).slice(0, 70).trim()`

/** Elements that stick out of the window, and words that are cut without an ellipsis. */
export const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(`{
    const name = ${named}
    const clips = (element) => ['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(element).overflowX)
    const isHeld = (element) => { for (let e = element.parentElement; e && e !== document.body; e = e.parentElement) if (clips(e)) return true }
    const seen = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility() && !element.closest('svg, .skip, .unseen'))
    const out = seen.filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (right > innerWidth + 1 || left < -1) && !isHeld(element)
    })
    const cut = seen.filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 &&
      ['hidden', 'clip'].includes(getComputedStyle(element).overflowX) && getComputedStyle(element).textOverflow !== 'ellipsis' &&
      [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
    ;[
      ...(document.documentElement.scrollWidth > innerWidth ? ['the page is wider than its window'] : []),
      ...out.slice(0, 5).map((element) => 'sticks out: ' + name(element)),
      ...cut.slice(0, 5).map((element) => 'is cut: ' + name(element)),
    ]
  }`)

/** Controls that a finger cannot hit, scrolled into sight first; how large they are is for axe to say (WCAG 2.5.8). */
export const untouchable = (page: Page): Promise<string[]> =>
  page.evaluate(`(async () => {
    const name = ${named}
    const frame = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const found = []
    for (const element of ${controls}.filter(({ id, role }) => role !== 'log' && id !== 'middle')) {
      let x, y
      // Once more where a part that came late pushed it out of sight.
      for (let looks = 0; looks < 5; looks += 1) {
        element.scrollIntoView({ block: 'center', inline: 'center' })
        // What floats over a list goes once the list has moved.
        await frame()
        const { left, top, width, height } = element.getBoundingClientRect()
        x = left + width / 2
        y = top + height / 2
        if (x >= 0 && y >= 0 && x < innerWidth && y < innerHeight) break
      }
      if (!element.isConnected) continue
      const hit = document.elementFromPoint(x, y)
      const isHit = hit && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.contains(element))
      if (!isHit) found.push('cannot be hit: ' + name(element) + ' but ' + (hit ? name(hit) : 'nothing'))
    }
    document.querySelectorAll('[role=log]').forEach((log) => log.scrollTo({ top: log.scrollHeight }))
    return found
  })()`)

/** Controls that Tab never comes to; the way to the end of the talk goes as soon as Tab comes to the last message. */
export async function unreachedByTab(page: Page): Promise<string[]> {
  await page.evaluate(
    `document.activeElement?.blur(); window.tabbed = new Set(); window.firstTabbed = undefined; getSelection().removeAllRanges()`,
  )
  for (let presses = 0; presses < 400; presses += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a person presses one key after the other
    await page.keyboard.press('Tab')
    // oxlint-disable-next-line no-await-in-loop
    const isRound = await page.evaluate<boolean>(`{
      const at = document.activeElement
      window.firstTabbed ??= at
      const isRound = at === document.body || at === window.firstTabbed
      // A row that is drawn anew is the same to a person.
      window.tabbed.add(at).add((${named})(at))
      isRound && window.tabbed.size > 6
    }`)
    if (isRound) break
  }
  return page.evaluate(`{
    const name = ${named}
    ;${controls}.filter((element) => element.tabIndex >= 0 && !window.tabbed.has(element) && !window.tabbed.has(name(element)) && !element.matches('.to-end')).map((element) => 'Tab never comes to: ' + name(element))
  }`)
}

export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source)
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => 'axe: ' + id + ' ' + target.join(' '))))`)
}

/** Chinese pages: English sentences, that is, three English words and more in a row outside what was said by somebody. */
export const englishOn = (page: Page): Promise<string[]> =>
  page.evaluate(`{
    const isTalk = (element) => element.closest('svg, .text, .said, bdi, pre, code, [lang=en], time, script, style')
    // What is quoted are somebody's words.
    const isEnglish = (text) => /[a-z]{2,} [a-z]{2,} [a-z]{2,}/i.test(text.replaceAll(/“[^”]*”/g, ''))
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element?.checkVisibility() || isTalk(element)) continue
      if (isEnglish(node.data)) found.push('English: ' + node.data.trim().slice(0, 80))
    }
    for (const element of document.querySelectorAll('[title], [aria-label], [placeholder]')) {
      if (isTalk(element)) continue
      for (const word of [element.title, element.ariaLabel, element.placeholder])
        if (word && isEnglish(word)) found.push('English label: ' + word.slice(0, 80))
    }
    found
  }`)
