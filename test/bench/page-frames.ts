// What the page costs its reader with 250 bots on the board: the frames of filtering, sorting and scrolling while the
// rooms talk, the time to the first chart, and the bytes of the first load.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from 'playwright-core'
import { findChromium, missing } from '../../tools/chromium.mjs'
import { flags } from '../browser/flags.ts'
import { startServiceProcess } from '../crash/service-process.ts'
import { type Figure, median, report } from './figures.ts'
import { type Frames, framesOf } from './page-trace.ts'
import { mustSay } from '../world/posting.ts'

const quick = process.argv.includes('--quick')
const repetitions = quick ? 6 : 42
const loads = quick ? 2 : 11
const frameMs = 1_000 / 60
/** Longer than the page waits before it searches. */
const searchFrames = 30
/** Between two posts while the page is used, ms. */
const paceMs = 250

const rooms = Array.from({ length: 50 }, (_, n) => ({ id: `room${n + 1}`, title: `room ${n + 1}` }))
const names = ['Iris', 'Rex', 'Bot 2', 'Bot 10', 'The careful reader of long reports']
const bots = names.map((name, n) => ({ id: `bot${n}`, name, role: 'reader', expertise: `field ${n}` }))

const executablePath = findChromium()
if (!executablePath) throw new Error(missing)
const folder = mkdtempSync(join(tmpdir(), 'chime-bench-'))
const config = join(folder, 'chime.yaml')
writeFileSync(config, JSON.stringify({ bots, channels: { web: { port: 0, rooms } } }))
const service = await startServiceProcess({ config, folder })
const browser = await chromium.launch({ executablePath, args: flags })
let posts = 0
try {
  // Four lines a room: of every eight one calls a bot by its name.
  // oxlint-disable-next-line no-await-in-loop -- one post after the other
  while (posts < 4 * rooms.length) await post()
  const hush = talking()
  const frames = await gestures()
  await hush()
  report([...frames, ...(await firstLoads())])
} finally {
  await browser.close()
  await service.stop()
  rmSync(folder, { recursive: true })
}

/** Until what it returns is called. */
function talking(): () => Promise<void> {
  const hushed = new AbortController()
  const said = (async () => {
    while (!hushed.signal.aborted) {
      // oxlint-disable no-await-in-loop -- one post after the other
      await post()
      await pause(paceMs)
      // oxlint-enable no-await-in-loop
    }
  })()
  return () => {
    hushed.abort()
    return said
  }
}

async function post(): Promise<void> {
  const n = (posts += 1)
  const { id } = rooms[n % rooms.length] as (typeof rooms)[0]
  const text = n % 8 === 0 ? `${names[n % names.length]}, what do you make of number ${n}?` : `remark ${n}`
  await mustSay(service.url, id, { name: 'Ann', text })
}

async function opened(): Promise<Page> {
  // A context of its own has an empty cache.
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  return context.newPage()
}

async function gestures(): Promise<Figure[]> {
  const page = await opened()
  await page.goto(`${service.url}/visualizer/`)
  await page.locator('.chart [data-state]').first().waitFor()
  const middleOf = async (selector: string): Promise<[x: number, y: number]> => {
    const { x, y, width, height } = (await page.locator(selector).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    return [x + width / 2, y + height / 2]
  }
  const [filter, board] = [await middleOf('#filter'), await middleOf('.board-lines')]
  const orders = await Promise.all([2, 3, 1].map((nth) => middleOf(`.board .switch button:nth-child(${nth})`)))
  const { keyboard, mouse } = page
  // Rows alone, then lines of the talk as well: what a word is found in is listed when the writer pauses.
  const keys = ['rex room 2', 'remark 12'].flatMap((text) => [...Array.from(text), 'all'])
  const typed = async (n: number): Promise<void> => {
    const key = keys[n % keys.length] as string
    if (key !== 'all') return keyboard.press(key === ' ' ? 'Space' : key)
    await keyboard.press('Control+A')
    await keyboard.press('Delete')
  }
  const traced = (frames: number, gesture: (n: number) => Promise<void>): Promise<Frames> =>
    framesOf({ browser, page }, { repetitions, frames, gesture })

  // What a page does once, and what the tool brings into it, are no gesture's.
  await traced(searchFrames, async () => {})
  const idle = await traced(searchFrames, async () => {})
  await mouse.click(...filter)
  const found = await traced(searchFrames, typed)
  await keyboard.press('Control+A')
  await keyboard.press('Delete')
  const sorted = await traced(6, (n) => mouse.click(...(orders[n % orders.length] as [number, number])))
  await mouse.move(...board)
  const scrolled = await traced(12, (n) => mouse.wheel(0, n % 20 < 10 ? 700 : -700))
  await page.context().close()
  return [
    ...figuresOf('Filter', found, idle),
    ...figuresOf('Sort', sorted, idle),
    ...figuresOf('Scroll', scrolled, idle),
  ]
}

function figuresOf(gesture: string, { busyMs, longestMs }: Frames, idle: Frames): Figure[] {
  const against = `the page left alone, a post every ${paceMs} ms`
  const name = `page${gesture}`
  const most = (values: readonly number[]): number => Math.max(...values)
  const aim = { of: 'value', atMost: Number(frameMs.toFixed(1)) } as const
  return [
    { name: `${name}FrameMedianMs`, value: median(busyMs), baseline: median(idle.busyMs), against, aim },
    { name: `${name}FrameWorstMs`, value: most(busyMs), baseline: most(idle.busyMs), against, aim },
    { name: `${name}LongestFrameMedianMs`, value: median(longestMs), baseline: median(idle.longestMs), against },
    { name: `${name}LongestFrameWorstMs`, value: most(longestMs), baseline: most(idle.longestMs), against },
  ]
}

/** Seconds from the navigation to the frame in which the chart stands, and what the page itself was made of. */
interface Load {
  chartSeconds: number
  firstPaintSeconds: number
  urls: string[]
}

async function firstLoads(): Promise<Figure[]> {
  const idle = await several()
  // Every core has a process that wants all of it, and the rooms talk.
  const burners = Array.from({ length: availableParallelism() }, burner)
  const hush = talking()
  const busy = await several().finally(() => burners.forEach((each) => each.kill()))
  await hush()
  const seconds = (of: readonly Load[]): number => median(of.map(({ chartSeconds }) => chartSeconds))
  const bodies = await Promise.all(
    (idle[0]?.urls ?? []).map(async (url) => Buffer.from(await (await fetch(url)).bytes())),
  )
  const kb = (of: (body: Buffer) => number): number => bodies.reduce((sum, body) => sum + of(body), 0) / 1_000
  return [
    {
      name: 'pageFirstChartSeconds',
      value: seconds(idle),
      baseline: median(idle.map(({ firstPaintSeconds }) => firstPaintSeconds)),
      against: 'the first paint of the same page',
      aim: { of: 'value', atMost: 1 },
    },
    {
      name: 'pageFirstChartBusySeconds',
      value: seconds(busy),
      baseline: seconds(idle),
      against: 'the same on an idle machine',
      aim: { of: 'value', atMost: 2 },
    },
    {
      name: 'pageGzippedKb',
      value: kb((body) => gzipSync(body).length),
      baseline: kb((body) => body.length),
      against: 'the same uncompressed',
      aim: { of: 'value', atMost: 130 },
    },
  ]
}

/** A process that wants a whole core, and ends with this one. */
function burner() {
  const burns = `process.on('disconnect', () => process.exit())
    ;(function burn() { for (const end = Date.now() + 50; Date.now() < end;); setImmediate(burn) })()`
  return spawn(process.execPath, ['-e', burns], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

async function several(): Promise<Load[]> {
  const all: Load[] = []
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (let n = 0; n < loads; n += 1) all.push(await firstLoad())
  return all
}

async function firstLoad(): Promise<Load> {
  const page = await opened()
  const urls: string[] = []
  page.on('request', (request) => {
    if (['document', 'script', 'stylesheet'].includes(request.resourceType())) urls.push(request.url())
  })
  await page.goto(`${service.url}/visualizer/`)
  const [chartMs = Number.NaN, firstPaintMs = Number.NaN] = await page.evaluate<number[]>(`new Promise((done) => {
    const reportPaint = () => done([performance.now(), performance.getEntriesByName('first-paint')[0]?.startTime])
    const look = () => requestAnimationFrame(document.querySelector('.chart [data-state]') ? reportPaint : look)
    look()
  })`)
  await page.context().close()
  return { chartSeconds: chartMs / 1_000, firstPaintSeconds: firstPaintMs / 1_000, urls }
}
