// The folder of a cluster that is thrown away: nothing in it outlives the next start but what was not ours.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const marker = 'chime-cluster'
const ended = 'ended'

export interface ThrowAwayFolder {
  path: string
  /** A folder in it. */
  logs: string
  /** Removes all but the logs. */
  end(): void
}

/** @throws {Error} where the folder is somebody's, or another cluster runs in it */
export function takeFolder(given: string): ThrowAwayFolder {
  const path = resolve(given)
  const mark = join(path, marker)
  const logs = join(path, 'logs')
  mkdirSync(path, { recursive: true })
  const noted = existsSync(mark) ? readFileSync(mark, 'utf8').trim() : undefined
  if (noted === undefined && readdirSync(path).length > 0)
    throw new Error(`${path} is not empty, and a cluster empties its folder: choose another with --folder`)
  if (noted !== undefined && noted !== ended && isAlive(Number(noted)))
    throw new Error(`a cluster runs in ${path} (process ${noted}): end it with Ctrl-C, or choose another with --folder`)
  empty(path)
  mkdirSync(logs)
  writeFileSync(mark, `${process.pid}\n`)
  return {
    path,
    logs,
    end() {
      empty(path, ['logs', marker])
      writeFileSync(mark, `${ended}\n`)
    },
  }
}

function empty(path: string, kept: readonly string[] = []): void {
  for (const name of readdirSync(path))
    if (!kept.includes(name)) rmSync(join(path, name), { recursive: true, force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
