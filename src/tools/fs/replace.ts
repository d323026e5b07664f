// Puts a text in the place of a file at once: whoever reads sees the old one or the new one, and a link is replaced, not followed.
import { constants, lstat, open, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ToolError, type ToolContext } from '../tool.ts'
import { codeOf, giveAway, type Spot } from '../workspace.ts'
import { checkRoom } from './quota.ts'

/** Bytes of a file that is written. */
export const longestFile = 1_048_576

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants
const half = '.chime-half-written'

/** Answers whether it is new. A file of somebody's own folder stays theirs. */
export async function replaceFile(
  { workspace, own }: Pick<ToolContext, 'workspace' | 'own'>,
  { path, shown }: Spot,
  text: string,
): Promise<boolean> {
  const bytes = Buffer.from(text)
  if (bytes.length > longestFile)
    throw new ToolError(`${shown} would have ${bytes.length} bytes, at most ${longestFile} are written`)
  const old = await unlessMissing(lstat(path))
  if (old?.isDirectory()) throw new ToolError(`${shown} is a folder`)
  if (old && !old.isFile()) throw new ToolError(`${shown} is a link, or no file with content: it is not written to`)
  const more = bytes.length - (old?.size ?? 0)
  if (!own && (!old || more > 0)) await checkRoom(workspace, { bytes: more, entries: old ? 0 : 1 })
  const beside = `${dirname(path)}/${half}`
  await unlessMissing(unlink(beside))
  await using file = await open(beside, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, own ? 0o666 : 0o600)
  try {
    await file.writeFile(bytes)
    if (own && old) await file.chown(old.uid, old.gid)
    else await giveAway(`/proc/self/fd/${file.fd}`)
    // A script stays one that can be run.
    if (old) await file.chmod(old.mode & 0o777)
    await rename(beside, path)
  } catch (error) {
    await unlessMissing(unlink(beside))
    throw error
  }
  return old === undefined
}

async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
