// Draws which folder imports which into docs/folders.md; a test fails when that file is stale.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
export const foldersPath = new URL('../docs/folders.md', import.meta.url)

/** `machines`, `visualizer`, or a folder of `src`; files that stand in `src` itself are the composition root. */
const folderOf = (file: string): string => {
  const [first = '', second = '', third] = file.split('/')
  return first === 'src' ? (third === undefined ? 'src' : second) : first
}

interface Folder {
  files: number
  /** What it imports from, and by how many files. */
  from: Map<string, number>
}

function foldersOf(files: readonly string[]): Map<string, Folder> {
  const folders = new Map<string, Folder>()
  for (const file of files) {
    const own = folderOf(file)
    const folder = folders.get(own) ?? { files: 0, from: new Map<string, number>() }
    folders.set(own, { ...folder, files: folder.files + 1 })
    const text = readFileSync(join(root, file), 'utf8')
    const imported = Array.from(text.matchAll(/from '(\.[^']+)'/g), ([, name = '']) => join(dirname(file), name))
    const from = new Set(imported.map(folderOf))
    from.delete(own)
    for (const each of from) folder.from.set(each, (folder.from.get(each) ?? 0) + 1)
  }
  return folders
}

export function foldersDocument(): string {
  const files = globSync(['machines/**/*.ts', 'src/**/*.ts', 'visualizer/**/*.{ts,tsx}'], {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
  const folders = [...foldersOf(files)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const boxes = folders.map(([name, { files: count }]) => `  ${name}["${name}/<br>${count} files"]`)
  const arrows = folders.flatMap(([name, { from }]) =>
    [...from].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([other, count]) => `  ${name} -- ${count} --> ${other}`),
  )
  return `# Folders

Generated from the imports by \`npm run folders\`: an arrow leads to the folder that is imported, with the number of files
that import it. \`src\` stands for the files that lie in it: the composition root.

\`\`\`mermaid
flowchart TD
${[...boxes, ...arrows].join('\n')}
\`\`\`
`
}

if (import.meta.main) writeFileSync(foldersPath, foldersDocument())
