// `npm run first-minutes [-- --between 12]`: somebody new plays with the page in a real browser, at four widths, in two
// themes and two languages, each with a fresh service of its own; pictures go to docs/pictures/first-minutes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { chromium } from 'playwright-core'
import { stringify } from 'yaml'
import { findChromium, missing } from '../../../tools/chromium.mjs'
import { loadConfig } from '../../../src/channels/plugins.ts'
import { startService } from '../../../src/app.ts'
import { flags } from '../flags.ts'
import { playFirstMinutes } from './first-minutes.ts'
import { sizes, unexplained, visits } from './visits.ts'

const { values } = parseArgs({
  options: {
    /** Seconds between two lines of a newcomer: ten of them make three minutes. */
    between: { type: 'string', default: '17' },
    /** How many play at once. */
    parallel: { type: 'string', default: '4' },
    /** Only visits whose name has this in it, as `390` or `dark-zh`. */
    only: { type: 'string', default: '' },
    pictures: { type: 'string', default: 'docs/pictures/first-minutes' },
  },
})
const executablePath = findChromium()
if (!executablePath) throw new Error(missing)
mkdirSync(values.pictures, { recursive: true })
const chosen = visits.filter(({ name }) => name.includes(values.only))
const browser = await chromium.launch({ executablePath, args: flags })
let faults = 0
try {
  const waiting = [...chosen]
  const play = async (): Promise<void> => {
    for (let visit = waiting.shift(); visit; visit = waiting.shift()) {
      // oxlint-disable-next-line no-await-in-loop -- one newcomer after the other, several at once
      const found = await visited(visit)
      faults += found
    }
  }
  await Promise.all(Array.from({ length: Number(values.parallel) }, play))
} finally {
  await browser.close()
}
process.stdout.write(`${chosen.length} visits, ${faults} findings\n`)
process.exitCode = faults === 0 ? 0 : 1

async function visited({ name, width, theme, lang }: (typeof visits)[number]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'chime-first-minutes-'))
  const { service, stop } = await startedIn(folder)
  const context = await browser.newContext({
    viewport: { width, height: sizes[width] },
    colorScheme: theme,
    locale: lang === 'zh' ? 'zh-CN' : 'en-GB',
    hasTouch: width < 1_000,
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`exception: ${String(error)}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`)
  })
  const shot = async (moment: string): Promise<void> => {
    await page.screenshot({ path: join(values.pictures, `${name}-${moment}.jpg`), type: 'jpeg', quality: 45 })
  }
  try {
    await page.goto(service.url)
    const { findings, lines } = await playFirstMinutes({ page, lang, betweenMs: Number(values.between) * 1_000, shot })
    const all = [...findings, ...unexplained(lines), ...complaints]
    process.stdout.write(`${name}: ${all.length} findings\n${all.map((each) => `  ${each}\n`).join('')}`)
    return all.length
  } catch (error) {
    await shot('failed')
    process.stdout.write(`${name}: broke off: ${String(error)}\n`)
    return 1
  } finally {
    await context.close()
    await stop()
  }
}

/** As after `npm start`, at a port of its own. */
async function startedIn(folder: string) {
  writeFileSync(join(folder, 'chime.yaml'), stringify({ channels: { web: { port: 0 } } }))
  const service = await startService(loadConfig({ env: {}, cwd: folder }), pino({ level: 'silent' }))
  const stop = async (): Promise<void> => {
    await service.stop()
    rmSync(folder, { recursive: true })
  }
  return { service, stop }
}
