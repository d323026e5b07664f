// Once before the browser tests: the page as its sources are now, and a folder for all their stores.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Charts are drawn into the folder of a store: in one folder they are drawn once. */
    stores: string
  }
}

export default function setup(project: TestProject): () => void {
  const script = fileURLToPath(new URL('../../tools/build-visualizer.mjs', import.meta.url))
  // In a process of its own: Vite builds for production only where NODE_ENV does not say `test`.
  execFileSync(process.execPath, [script], { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } })
  const stores = mkdtempSync(join(tmpdir(), 'chime-browser-'))
  project.provide('stores', stores)
  return () => rmSync(stores, { recursive: true, force: true })
}
