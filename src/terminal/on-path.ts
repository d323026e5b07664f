// Finds programs where a shell would.
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export function onPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, name)).find(isRunnable)
}

export function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
