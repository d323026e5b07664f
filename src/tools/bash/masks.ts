// What of a folder no command sees or makes: something empty lies over each of the names.
import { lstatSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workspaceName } from '../workspace.ts'

/** Files that are there for the mask alone, each by how many commands that run: a mask must lie on something. */
const placeholders = new Map<string, number>()

interface Masks extends Disposable {
  /** Arguments of bubblewrap. */
  given: string[]
}

/** `names`: directly in the folder, for what is further down could be moved with the folder above it. */
export function maskNames(workspace: string, names: readonly string[] = []): Masks {
  const held: string[] = []
  const given = names.flatMap((name) => {
    const path = join(workspace, name)
    const inBox = `${workspaceName}/${name}`
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return ['--tmpfs', inBox, '--remount-ro', inBox]
    if (hold(path)) held.push(path)
    return ['--ro-bind', '/dev/null', inBox]
  })
  return { given, [Symbol.dispose]: () => held.forEach(release) }
}

/** False: there is a file of its own. */
function hold(path: string): boolean {
  const holders = placeholders.get(path)
  if (holders === undefined) {
    try {
      writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    }
  }
  placeholders.set(path, (holders ?? 0) + 1)
  return true
}

function release(path: string): void {
  const holders = (placeholders.get(path) ?? 0) - 1
  if (holders > 0) return void placeholders.set(path, holders)
  placeholders.delete(path)
  if (lstatSync(path, { throwIfNoEntry: false })?.size === 0) unlinkSync(path)
}
