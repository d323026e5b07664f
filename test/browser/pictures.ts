// `npm run pictures`: the three pictures of the page in docs/pictures, taken while two rooms talk, at 1440 × 900.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { chromium, type Page } from 'playwright-core'
import { stringify } from 'yaml'
import { findChromium, missing } from '../../tools/chromium.mjs'
import { loadConfig } from '../../src/channels/plugins.ts'
import { startService } from '../../src/app.ts'
import { mustSay } from '../world/posting.ts'
import { flags } from './flags.ts'

/** After so many seconds somebody says this. */
const talks: Record<string, [after: number, name: string, text: string][]> = {
  lobby: [
    [0, 'Ann', 'Iris, which test fits two small groups?'],
    [7, 'Ben', 'I had soup for lunch, quite good'],
    [6, 'Ann', 'and with unequal variances?'],
    [9, 'Ben', 'Rex, is this null check right? `if (x == null)`'],
    [7, 'Ann', 'Iris, and for three groups?'],
  ],
  atelier: [
    [0, '小安', '大家好！'],
    [3, '小安', '小研，两小组样本该用什么检验？'],
    [10, '阿本', '中午的汤不错'],
    [6, '阿本', '小审，这个空值判断对吗？'],
    [10, '小安', '小研，三组呢？'],
  ],
}
const rooms = [
  { id: 'lobby', title: 'Lobby' },
  { id: 'atelier', title: 'Atelier' },
]

const executablePath = findChromium()
if (!executablePath) throw new Error(missing)
const folder = mkdtempSync(join(tmpdir(), 'chime-pictures-'))
writeFileSync(join(folder, 'chime.yaml'), stringify({ channels: { web: { port: 0, rooms } } }))
const service = await startService(loadConfig({ env: {}, cwd: folder }), pino({ level: 'silent' }))
const browser = await chromium.launch({ executablePath, args: flags })
try {
  const [dark, light] = [await opened('lobby', 'dark', 'en-GB'), await opened('atelier', 'light', 'zh-CN')]
  await Promise.all([talk('lobby'), talk('atelier')])
  // The last line of each room is a mention: its bot writes now.
  await isInTurn(dark, 'pausing')
  await shot(dark, 'page-dark')
  if (await drawsChinese(light)) {
    await light.locator('.message', { hasText: '空值' }).first().locator('.said').click()
    await light.mouse.move(720, 4)
    await shot(light, 'page-light-zh')
  } else process.stderr.write('no font here has Chinese signs: page-light-zh.png is left as it is\n')

  await isInTurn(dark, 'resting')
  await dark.getByRole('tab', { name: 'Sequence' }).click()
  await dark.locator('h1').click()
  await dark.keyboard.press('ArrowLeft')
  await dark.keyboard.press('ArrowLeft')
  await shot(dark, 'page-sequence')
} finally {
  await browser.close()
  await service.stop()
  rmSync(folder, { recursive: true })
}

async function talk(room: string): Promise<void> {
  for (const [after, name, text] of talks[room] ?? []) {
    // oxlint-disable no-await-in-loop -- one line after the other
    await pause(after * 1_000)
    await mustSay(service.url, room, { name, text })
    // oxlint-enable no-await-in-loop
  }
}

async function opened(room: string, colorScheme: 'dark' | 'light', locale: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme, locale })
  const page = await context.newPage()
  await page.goto(`${service.url}/#actor=${encodeURIComponent(`iris web:${room}`)}`)
  await page.locator('.chart [data-state]').first().waitFor()
  // The way to the other language is left out where it would be two boxes.
  if (!(await drawsChinese(page)))
    await page.evaluate(`document.querySelectorAll('[lang=zh]').forEach(({ style }) => (style.visibility = 'hidden'))`)
  return page
}

function isInTurn(page: Page, state: string): Promise<void> {
  return page.locator('.crumb .chip:not(.vitality)', { hasText: state }).waitFor()
}

async function shot(page: Page, name: string): Promise<void> {
  // Charts and countdowns of the moment are drawn within a second.
  await page.waitForTimeout(400)
  await page.screenshot({ path: `docs/pictures/${name}.png` })
}

/** Without a font for them all signs are the same box. */
function drawsChinese(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`{
    const drawn = (sign) => {
      const canvas = document.createElement('canvas')
      const pen = canvas.getContext('2d')
      pen.font = '40px sans-serif'
      pen.fillText(sign, 10, 60)
      return canvas.toDataURL()
    }
    drawn('中') !== drawn('空')
  }`)
}
