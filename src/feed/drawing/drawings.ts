// Every chart drawn once: in memory, and as a file that spares the next start the work.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Chart } from '../../../machines/graph.ts'
import type { Detail, DrawnChart } from '../contract.ts'
import { chartHash } from './chart-hash.ts'
import { storedChart } from './stored-chart.ts'

type Draw = (detail?: Detail) => Promise<DrawnChart>

/** How each chart is drawn, by its id. Without a folder nothing is written. A failure is tried again when next asked. */
export function drawingsOf(charts: Chart[], folder?: string): Record<string, Draw> {
  return Object.fromEntries(
    charts.map((chart) => {
      const full = once(() => drawing(chart, undefined, folder))
      const overview = once(() => drawing(chart, 'overview', folder))
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

async function drawing(chart: Chart, detail: Detail | undefined, folder: string | undefined): Promise<DrawnChart> {
  if (folder === undefined) return drawnInThread(chart, detail)
  const hash = chartHash(chart, detail)
  const path = join(folder, `${chart.id.replaceAll(/[^\w-]/g, '_')}-${hash}.json`)
  const kept = await readKept(path, { id: chart.id, hash })
  if (kept) return kept
  const drawn = await drawnInThread(chart, detail)
  await keep(path, folder, drawn)
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
