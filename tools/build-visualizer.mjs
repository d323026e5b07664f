// Builds the page, the plain chat and the replay report when one is missing or older than their sources, and draws the
// charts' overviews. Without Vite (a production install) it leaves things as they are: the image brings what is built.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = [
  'visualizer',
  'src/outcomes',
  'src/feed/contract.ts',
  'src/language/markdown.ts',
  'src/channels/web/contract.ts',
  'src/lab/replay/report-contract.ts',
  'vite.config.ts',
  'package.json',
]
const built = Math.min(
  ...['index.html', 'report/report.html'].map((name) => modified(join(root, 'visualizer/dist', name))),
)

if (built === 0 || Math.max(...sources.map((name) => newest(join(root, name)))) > built) {
  const vite = await import('vite').catch(() => undefined)
  const common = { configFile: join(root, 'vite.config.ts'), logLevel: /** @type {const} */ ('warn') }
  if (vite) {
    await vite.build(common)
    // Into a folder of the first one's: it is emptied there.
    await vite.build({ ...common, mode: 'report' })
  } else if (built === 0)
    process.stderr.write('chime: the visualizer is not built and Vite is not installed: no page\n')
}

await drawOverviews()

/** Those of charts that have changed since: a layout takes a second, and a newcomer would look at an empty pane. */
async function drawOverviews() {
  const [{ graphOf }, { machines }, { builtFolder, drawingsOf }] = await Promise.all([
    import('../machines/graph.ts'),
    import('../machines/index.ts'),
    import('../src/feed/drawing/drawings.ts'),
  ])
  const drawings = Object.values(drawingsOf(machines.map(graphOf), builtFolder))
  await Promise.all(drawings.map((draw) => draw('overview')))
}

/** @param {string} path @returns {number} time of the newest file below it, in ms; 0 when there is none */
function newest(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return modified(path)
  const names = readdirSync(path).filter((name) => name !== 'dist' && name !== 'node_modules')
  return Math.max(0, ...names.map((name) => newest(join(path, name))))
}

/** @param {string} path */
function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
