// fs.list: what lies in a folder.
import { lstat, readdir } from 'node:fs/promises'
import type { Dirent } from 'node:fs'
import { z } from 'zod'
import { tool } from '../tool.ts'
import { openAt, showPath, within } from '../workspace.ts'

const mostShown = 500

export const listTool = tool({
  name: 'fs.list',
  description: 'Lists a folder of the workspace: names, sizes of files; a name that ends in / is a folder.',
  effect: 'read',
  schema: z.object({ path: z.string().optional().describe('relative to the workspace; absent: the workspace itself') }),
  run({ path = '.' }, { workspace }) {
    return within(workspace, path, {}, async (spot) => {
      await using folder = await openAt(spot, 'folder')
      const here = `/proc/self/fd/${folder.fd}`
      const found = (await readdir(here, { withFileTypes: true })).toSorted((a, b) => (a.name < b.name ? -1 : 1))
      if (found.length === 0) return `(${spot.shown} is empty)`
      const lines = await Promise.all(found.slice(0, mostShown).map((each) => lineOf(each, `${here}/${each.name}`)))
      const more = found.length - lines.length
      return [...lines, ...(more > 0 ? [`(${more} more)`] : [])].join('\n')
    })
  },
})

async function lineOf(entry: Dirent, path: string): Promise<string> {
  const shown = showPath(entry.name)
  if (entry.isDirectory()) return `${shown}/`
  if (entry.isSymbolicLink()) return `${shown} (a link: not followed)`
  if (!entry.isFile()) return `${shown} (no file with content)`
  const size = await lstat(path).then(
    (stat) => `${stat.size} bytes`,
    () => 'gone',
  )
  return `${shown} ${size}`
}
