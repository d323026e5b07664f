// How much a workspace holds, and how much it may.
import { chmod, constants, lstat, open, readdir } from 'node:fs/promises'
import { ToolError } from '../tool.ts'
import { codeOf, O_PATH } from '../workspace.ts'

export interface Usage {
  bytes: number
  /** Files and folders together. */
  entries: number
}

/** Of one workspace. */
export const quota: Usage = { bytes: 50_000_000, entries: 5_000 }

const deepest = 50
const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants

/** Counts no further than `most`; what cannot be counted is too much. Links are counted, and not followed. */
export async function usageOf(workspace: string, most: Usage = quota): Promise<Usage> {
  const usage = { bytes: 0, entries: 0 }
  async function count(path: string, depth: number): Promise<void> {
    if (depth > deepest) usage.entries = Infinity
    await using named = await open(path, O_PATH | O_DIRECTORY | O_NOFOLLOW)
    const here = `/proc/self/fd/${named.fd}`
    const found = await namesIn(here)
    usage.entries += found.length
    if (isOver(usage, most)) return
    const files = found.filter((each) => each.isFile())
    const sizes = await Promise.all(files.map(({ name }) => unlessGone(lstat(`${here}/${name}`))))
    usage.bytes += sizes.reduce((sum, stat) => sum + (stat?.size ?? 0), 0)
    for (const each of found) {
      // oxlint-disable-next-line no-await-in-loop -- each of them holds a descriptor
      if (each.isDirectory() && !isOver(usage, most)) await unlessGone(count(`${here}/${each.name}`, depth + 1))
    }
  }
  try {
    await count(workspace, 0)
    return usage
  } catch {
    return { bytes: Infinity, entries: Infinity }
  }
}

const isOver = ({ bytes, entries }: Usage, most: Usage): boolean => bytes > most.bytes || entries > most.entries

/** A command may have closed a folder to its owner. */
async function namesIn(folder: string) {
  await using opened = await open(folder, O_RDONLY | O_DIRECTORY).catch(async (error: unknown) => {
    if (codeOf(error) !== 'EACCES') throw error
    await chmod(folder, 0o700)
    return open(folder, O_RDONLY | O_DIRECTORY)
  })
  return await readdir(`/proc/self/fd/${opened.fd}`, { withFileTypes: true })
}

/** What a command that is under way removed meanwhile, or put something else in the place of. */
async function unlessGone<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error) ?? '')) return undefined
    throw error
  }
}

/** Rejects with a ToolError where `more` does not fit. */
export async function checkRoom(workspace: string, more: Usage, most: Usage = quota): Promise<void> {
  const { bytes, entries } = await usageOf(workspace, most)
  if (!isOver({ bytes: bytes + more.bytes, entries: entries + more.entries }, most)) return
  throw new ToolError(
    `the workspace is full: it may hold ${most.bytes / 1_000_000} MB and ${most.entries} files and folders`,
  )
}

/** What a command must not go beyond: what it found there it may leave there, if that can be counted. */
export const isBeyond = (usage: Usage, atStart: Usage, most: Usage = quota): boolean =>
  isMore(usage.bytes, atStart.bytes, most.bytes) || isMore(usage.entries, atStart.entries, most.entries)

const isMore = (now: number, atStart: number, most: number): boolean =>
  now > most && (now > atStart || now === Infinity)
