// Every chart drawn once: in memory, and as a file that spares the next start the work.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Chart } from '../../../machines/graph.ts'
import type { Detail, DrawnChart } from '../contract.ts'
import { chartHash } from './chart-hash.ts'
import { storedChart } from './stored-chart.ts'

type Draw = (detail?: Detail) => Promise<DrawnChart>

/** Overviews drawn when the page was built: the first start shows a chart at once. */
export const builtFolder = join(import.meta.dirname, '../../../visualizer/dist/charts')

/**
 * How each chart is drawn, by its id: as found in `built` or `folder`, else now. Without a folder nothing is written. A
 * failure is tried again when next asked.
 */
export function drawingsOf(charts: Chart[], folder?: string, built?: string): Record<string, Draw> {
  return Object.fromEntries(
    charts.map((chart) => {
      const full = once(() => drawing(chart, undefined, { folder, built }))
      const overview = once(() => drawing(chart, 'overview', { folder, built }))
      return [chart.id, (detail) => (detail === 'overview' ? overview() : full())]
    }),
  )
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

interface Folders {
  folder: string | undefined
  built: string | undefined
}

async function drawing(chart: Chart, detail: Detail | undefined, { folder, built }: Folders): Promise<DrawnChart> {
  const hash = chartHash(chart, detail)
  const name = `${chart.id.replaceAll(/[^\w-]/g, '_')}-${hash}.json`
  for (const place of [built, folder]) {
    // oxlint-disable-next-line no-await-in-loop -- the second only where the first has none
    const kept = place && (await readKept(join(place, name), { id: chart.id, hash }))
    if (kept) return kept
  }
  const drawn = await drawnInThread(chart, detail)
  if (folder !== undefined) await keep(join(folder, name), folder, drawn)
  return drawn
}

async function readKept(path: string, wanted: { id: string; hash: string }): Promise<DrawnChart | undefined> {
  try {
    const kept = storedChart.parse(JSON.parse(await readFile(path, 'utf8')))
    return kept.id === wanted.id && kept.hash === wanted.hash ? kept : undefined
  } catch {
    return undefined
  }
}

async function keep(path: string, folder: string, drawn: DrawnChart): Promise<void> {
  const unfinished = `${path}.${process.pid}`
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(unfinished, JSON.stringify(drawn))
    await rename(unfinished, path)
  } catch {
    // A folder that cannot be written costs the next start a second, and this one nothing.
  }
}

const drawnInThread = (chart: Chart, detail: Detail | undefined): Promise<DrawnChart> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./drawing-thread.ts', import.meta.url), { workerData: { chart, detail } })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`${chart.id}: the drawing thread ended with ${code} and no chart`)))
  })
