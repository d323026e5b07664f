// `node test/cluster/page-check.ts [--both] [--pictures FOLDER]`: a talk goes on at worker A, the page of B shows it in a real
// browser. B shows pages alone; with `--both` it takes turns, too. Ends with 1 where something is wrong.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { startCluster } from '../../src/cluster/cluster.ts'
import { findChromium, missing } from '../../tools/chromium.mjs'
import { flags } from '../browser/flags.ts'
import { talkOf, watchLit, whyOf } from '../browser/look.ts'
import { fakeLab } from '../fakes/telegram/fake-telegram.ts'
import { mustSay } from '../world/posting.ts'

const { values } = parseArgs({ options: { both: { type: 'boolean', default: false }, pictures: { type: 'string' } } })
const executablePath = findChromium()
if (!executablePath) throw new Error(missing)
const folder = mkdtempSync(join(tmpdir(), 'chime-page-check-'))
const pictures = values.pictures ?? join(folder, 'pictures')
mkdirSync(pictures, { recursive: true })

const lines = [
  'Iris, which test fits two small groups?',
  'I had soup for lunch, quite good',
  'Iris, and with unequal variances?',
  'Iris, and for three groups?',
]
const longestMs = 15_000
const problems: string[] = []
const check = (isRight: boolean, what: string, found: unknown): void => {
  process.stdout.write(`${isRight ? 'ok   ' : 'WRONG'} ${what}: ${JSON.stringify(found)}\n`)
  if (!isRight) problems.push(what)
}

const telegram = await fakeLab()
telegram.chat('lab', ['ann', 'iris'])
const config = join(folder, 'chime.json')
writeFileSync(
  config,
  JSON.stringify({
    bots: [{ id: 'iris', name: 'Iris', role: 'research assistant', expertise: 'statistics', problemWords: false }],
    groupSocial: {
      delay: { fastMs: [600, 900], normalMs: [600, 900], slowMs: [600, 900] },
      style: { maxSimilarity: 1 },
    },
    channels: {
      web: { rooms: [{ id: 'lobby', title: 'Lobby', bots: ['iris'] }] },
      telegram: { apiRoot: telegram.url, accounts: [{ bot: 'iris', token: telegram.token('iris') }] },
    },
  }),
)
const cluster = await startCluster({
  folder: join(folder, 'cluster'),
  nodes: 1,
  workers: 2,
  config,
  argsOf: (n) => (n === 1 && !values.both ? ['--roles', 'page'] : []),
  tell: (line) => void process.stdout.write(`${line}\n`),
})
const browser = await chromium.launch({ executablePath, args: flags })
try {
  await look()
} finally {
  await browser.close()
  await cluster.stop()
  await telegram.stop()
  rmSync(folder, { recursive: true, force: true })
}
if (problems.length > 0) process.exitCode = 1

async function look(): Promise<void> {
  const [a = '', b = ''] = cluster.workers.pages
  await pause(3_000)
  await mustSay(a, 'lobby', { id: 'first', name: 'Ann', text: 'Good morning' })
  const actor = encodeURIComponent('iris web:lobby')
  await until(async () => (await fetch(`${b}/api/tape?actor=${actor}`)).ok)
  const page = await opened(`${b}/visualizer/#actor=${actor}`, 'dark', 'en-GB')
  const chat = await opened(`${b}/chat/#lobby`, 'light', 'zh-CN')
  const everLit = await watchLit(page)
  let worked = ''
  for (const [n, text] of lines.entries()) {
    // oxlint-disable no-await-in-loop -- one line after the other
    await mustSay(a, 'lobby', { id: `m${n}`, name: n % 2 === 0 ? 'Ann' : 'Ben', text })
    if (n === 2) {
      await page.locator('.crumb .chip:not(.vitality)', { hasText: 'pausing' }).waitFor()
      worked = 'pausing'
      await page.screenshot({ path: join(pictures, 'b-page-while-it-writes.png') })
    }
    await pause(6_000)
    // oxlint-enable no-await-in-loop
  }
  check(worked === 'pausing', "B's chart was seen in the turn that A takes", worked)
  const replies = async () => (await talkOf(page)).filter(({ who }) => who === 'Iris')
  await until(async () => (await replies()).length >= 3).catch(async () => {
    await page.screenshot({ path: join(pictures, 'b-page-late.png') })
    check(false, 'three replies came', await talkOf(page))
  })
  const lit = await everLit()
  const moved = ['group.turn.delaying.pausing', 'group.turn.cooling.resting']
  check(
    moved.every((state) => lit.includes(state)),
    "B's chart went through the turn",
    lit.filter((state) => state.startsWith('group.turn')),
  )

  const talk = await talkOf(page)
  const said = talk.filter(({ who }) => who !== 'Iris').map(({ text }) => text)
  check(JSON.stringify(said) === JSON.stringify(['Good morning', ...lines]), 'every line stands once on B’s page', said)
  check(
    (await replies()).length === 3,
    'every reply stands once on B’s page',
    (await replies()).map(({ text }) => text),
  )
  const inChat = (await talkOf(chat)).map(({ who, text }) => `${who}: ${text}`)
  const onPage = talk.map(({ who, text }) => `${who}: ${text}`)
  check(JSON.stringify(inChat) === JSON.stringify(onPage), 'the plain chat of B shows the same, once', inChat)
  check(
    talk.every(({ who, outcomes }) => who === 'Iris' || outcomes.length === 1),
    'each line has its outcome',
    talk.map(({ outcomes }) => outcomes),
  )
  await chat.screenshot({ path: join(pictures, 'b-chat-zh.png') })

  await page.locator('.message', { hasText: 'soup' }).first().locator('.said').click()
  await page.locator('.why .gate').first().waitFor({ state: 'attached' })
  const why = await whyOf(page)
  check((why.sentence ?? '').length > 0 && why.gates.length > 2, 'Why answers on B', why)
  await page.screenshot({ path: join(pictures, 'b-why.png') })

  const telegramLine = page.locator('.line', { hasText: 'telegram' }).first()
  const shown = (await telegramLine.textContent()) ?? ''
  if (!values.both) check(shown.includes('elsewhere'), 'the line of Telegram is another worker’s', shown)
  await telegramLine.click()
  await page.locator('dialog.line-dialog').waitFor()
  await pause(1_000)
  await page.screenshot({ path: join(pictures, 'b-line.png') })
  const other = await opened(`${b}/visualizer/#actor=${actor}`, 'light', 'zh-CN')
  await other.locator('.line', { hasText: 'telegram' }).first().click()
  await other.locator('dialog.line-dialog').waitFor()
  await pause(1_000)
  const told =
    (await other
      .locator('.line-reason')
      .textContent()
      .catch(() => '')) ?? ''
  if (!values.both)
    check(told.includes('连接由另一个工作进程持有') || told.includes('另一个'), 'and it says so in Chinese', told)
  await other.screenshot({ path: join(pictures, 'b-line-zh.png') })
}

async function opened(url: string, colorScheme: 'dark' | 'light', locale: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme, locale })
  const page = await context.newPage()
  page.on('pageerror', (error) => check(false, `no error on ${url}`, error.message))
  await page.goto(url)
  await page.locator('.message').first().waitFor()
  return page
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + longestMs
  // oxlint-disable no-await-in-loop -- until it is so
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > end) throw new Error('it took too long')
    await pause(100)
  }
  // oxlint-enable no-await-in-loop
}
