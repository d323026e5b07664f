// Finds programs where a shell would.
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export const onPath = (name: string, path = process.env['PATH'] ?? ''): string | undefined =>
  path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find(isRunnable)

/** Asked once for each: a PATH does not change while a service runs. */
export function isOnPath(path?: string): (name: string) => boolean {
  const known = new Map<string, boolean>()
  return (name) => {
    const found = known.get(name) ?? onPath(name, path) !== undefined
    known.set(name, found)
    return found
  }
}

export function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
