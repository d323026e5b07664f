// A real Chromium for a test file; every page is held to its origin and to a silent console.
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished as afterThisTest } from 'vitest'
import { findChromium, missing } from '../../tools/chromium.mjs'
import { flags } from './flags.ts'

const timeoutMs = 20_000

/** Opens a page in a profile of its own that goes with its test. */
export type Open = (url: string, options?: BrowserContextOptions & Allowed) => Promise<Page>

interface Allowed {
  /** What the console may say of failures. */
  mayComplain?: RegExp
  /** Addresses of other origins that the page asks for. */
  visits?: string[]
  /** That of the test's own context, where tests run side by side. */
  onTestFinished?: (end: () => Promise<void>) => void
}

/** Call at the top of a test file. */
export function browserTests(): Open {
  let browser: Awaited<ReturnType<typeof chromium.launch>> | undefined
  beforeAll(async () => {
    const executablePath = findChromium()
    if (!executablePath) throw new Error(missing)
    browser = await chromium.launch({ executablePath, args: flags })
  })
  afterAll(() => browser?.close())

  return async (url, { mayComplain, visits = [], onTestFinished = afterThisTest, ...options } = {}) => {
    if (!browser) throw new Error('there is no browser')
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      colorScheme: 'dark',
      ...options,
    })
    const asked: string[] = []
    // Errors and warnings of the console, violations of the content policy among them, and exceptions.
    const complaints: string[] = []
    onTestFinished(async () => {
      await context.close()
      const elsewhere = asked.filter((address) => new URL(address).origin !== new URL(url).origin)
      expect({ asked: asked.length > 0, elsewhere, complaints }).toEqual({
        asked: true,
        elsewhere: visits,
        complaints: [],
      })
    })
    context.on('request', (request) => asked.push(request.url()))
    const page = await context.newPage()
    page.setDefaultTimeout(timeoutMs)
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      const isDue = mayComplain?.test(message.text()) === true
      if (!isDue && ['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    await page.goto(url)
    return page
  }
}
