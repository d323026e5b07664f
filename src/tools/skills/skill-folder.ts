// The folders that skills lie in, walked as those of tools are: no link is followed, and what is no plain file is not opened.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { codeOf, openAt, within } from '../workspace.ts'
import { ToolError } from '../tool.ts'
import { SkillError } from './skill-file.ts'

/** Of one folder of skills, one skill, and one file of it. */
export const bounds = { skills: 40, files: 30, depth: 4, bytes: 262_144, skillFile: 65_536 }

export interface Entry {
  name: string
  kind: 'file' | 'folder' | 'link' | 'other'
}

/** By name; none where there is no such folder. Rejects with a ToolError for a link or a file in its place. */
export async function entriesIn(base: string, path: string): Promise<Entry[]> {
  if (!existsSync(base)) return []
  try {
    return await within(base, path, {}, async (spot) => {
      await using folder = await openAt(spot, 'folder')
      const found = await readdir(`/proc/self/fd/${folder.fd}`, { withFileTypes: true })
      return found
        .map((each): Entry => ({
          name: each.name,
          kind: each.isDirectory() ? 'folder' : each.isFile() ? 'file' : each.isSymbolicLink() ? 'link' : 'other',
        }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    })
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

export const isMissing = (error: unknown): boolean => error instanceof ToolError && codeOf(error.cause) === 'ENOENT'

/** Rejects with a ToolError. */
export const bytesAt = (base: string, path: string, most: number): Promise<Buffer> =>
  within(base, path, {}, async (spot) => {
    await using file = await openAt(spot, 'file')
    const { size } = await file.stat()
    if (size > most) throw new ToolError(`${spot.shown} has ${size} bytes, at most ${most} are read`)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0)
    return buffer.subarray(0, bytesRead)
  })

/** Names of the files of a skill, below its folder. `strict`: a link among them, or too many, is an error; else they are left out. */
export async function filesOf(base: string, path: string, { strict = false } = {}): Promise<string[]> {
  const files: string[] = []
  async function look(below: string, depth: number): Promise<void> {
    for (const { name, kind } of await entriesIn(base, joined(path, below))) {
      const at = joined(below, name)
      if (kind === 'folder' && depth < bounds.depth) {
        // oxlint-disable-next-line no-await-in-loop -- each of them holds descriptors
        await look(at, depth + 1)
      } else if (kind === 'file' && files.length < bounds.files) files.push(at)
      else if (strict) throw new SkillError(whyNot(kind))
    }
  }
  await look('', 0)
  return files
}

const whyNot = (kind: Entry['kind']): string =>
  kind === 'file'
    ? `it has more than ${bounds.files} files`
    : kind === 'folder'
      ? `its folders are more than ${bounds.depth} deep`
      : 'it holds a link, or something that is no file: links are not followed'

export interface WholeFolder {
  files: ReadonlyMap<string, Buffer>
  /** Of all names and contents. */
  digest: string
}

/** What is read here is what the digest is of: nothing that is written meanwhile comes between. */
export async function wholeFolder(base: string, path: string): Promise<WholeFolder> {
  const files = new Map<string, Buffer>()
  let left = bounds.bytes
  for (const name of await filesOf(base, path, { strict: true })) {
    // oxlint-disable-next-line no-await-in-loop -- no more than the skill may have is ever in memory
    const bytes = await bytesAt(base, joined(path, name), bounds.bytes)
    left -= bytes.length
    if (left < 0) throw new SkillError(`its files have more than ${bounds.bytes} bytes together`)
    files.set(name, bytes)
  }
  return { files, digest: digestOf([...files].map(([name, bytes]) => [name, digestOf(bytes)])) }
}

/** All of it, in hex. */
export const digestOf = (of: Buffer | readonly (readonly string[])[]): string =>
  createHash('sha256')
    .update(Buffer.isBuffer(of) ? of : JSON.stringify(of))
    .digest('hex')

export const joined = (...names: string[]): string => names.filter((name) => name !== '').join('/')
