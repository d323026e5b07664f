// Whether a program can be found: asked once for each, for a PATH does not change while a service runs.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export function isOnPath(path = process.env['PATH'] ?? ''): (name: string) => boolean {
  const known = new Map<string, boolean>()
  return (name) => {
    const found = known.get(name) ?? path.split(delimiter).some((folder) => folder !== '' && canRun(join(folder, name)))
    known.set(name, found)
    return found
  }
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
