// Once before the browser tests: the page as its sources are now, and a folder for all their stores with the charts drawn.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { graphOf } from '../../machines/graph.ts'
import { machines } from '../../machines/index.ts'
import { drawingsOf } from '../../src/feed/drawing/drawings.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Charts are drawn into the folder of a store: in one folder they are drawn once. */
    stores: string
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const script = fileURLToPath(new URL('../../tools/build-visualizer.mjs', import.meta.url))
  // In a process of its own: Vite builds for production only where NODE_ENV does not say `test`.
  execFileSync(process.execPath, [script], { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } })
  const stores = mkdtempSync(join(tmpdir(), 'chime-browser-'))
  project.provide('stores', stores)
  // A loaded machine draws for longer than a test waits for a page.
  const drawings = Object.values(drawingsOf(machines.map(graphOf), join(stores, 'charts')))
  await Promise.all(drawings.flatMap((draw) => [draw('overview'), draw()]))
  return () => rmSync(stores, { recursive: true, force: true })
}
