// What a replay reads and what it writes are different files, by whatever paths they are named.
import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { InputError } from '../../terminal/failure.ts'

/** Throws InputError when one of `written` is a file that is read, or one that is written already. */
export function keepApart(read: readonly string[], written: readonly { option: string; path: string }[]): void {
  const taken = new Map(read.map((path) => [placeOf(path), path]))
  for (const { option, path } of written) {
    const place = placeOf(path)
    const other = place === undefined ? undefined : taken.get(place)
    if (other !== undefined) throw new InputError(`${option} ${path} would overwrite ${other}: give it another file`)
    taken.set(place, path)
  }
}

/** A file's place on the disk, the real path of one that is not there yet; undefined: no file, as a terminal. */
function placeOf(path: string): string | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat) return join(realpathSync(dirname(path)), basename(path))
    return stat.isFile() ? `${stat.dev} ${stat.ino}` : undefined
  } catch {
    // Opening it will say why.
    return undefined
  }
}
