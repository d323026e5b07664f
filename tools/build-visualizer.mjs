// Builds the visualizer when its page is missing or older than its sources. Without Vite (a production install) it
// leaves things as they are: the image brings a built page.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = [
  'visualizer',
  'src/feed/contract.ts',
  'src/channels/web/contract.ts',
  'src/outcomes',
  'vite.config.ts',
  'package.json',
].map((name) => join(root, name))
const built = modified(join(root, 'visualizer/dist/index.html'))

if (built === 0 || Math.max(...sources.map(newest)) > built) {
  const vite = await import('vite').catch(() => undefined)
  if (vite) await vite.build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  else if (built === 0) process.stderr.write('chime: the visualizer is not built and Vite is not installed: no page\n')
}

/** @param {string} path @returns {number} time of the newest file below it, in ms; 0 when there is none */
function newest(path) {
  if (!statSync(path).isDirectory()) return modified(path)
  const names = readdirSync(path).filter((name) => name !== 'dist' && name !== 'node_modules')
  return Math.max(0, ...names.map((name) => newest(join(path, name))))
}

/** @param {string} path */
function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
