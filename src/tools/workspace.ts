// The folder of a bot and group, and the way to what lies in it: one descriptor after the other, so that no link leads out of it.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, type FileHandle, constants, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { ToolError, type Place } from './tool.ts'

/** The workspace is there under this name in the shell, and a model may write it before a path. */
export const workspaceName = '/workspace'

/** One folder for each talk of each bot: readable names, kept apart by what they were made of. */
export const workspaceOf = (root: string, { bot, group, oneToOne }: Place): string =>
  join(root, folderName(bot, [bot]), folderName(oneToOne ? `direct ${group}` : group, [group, oneToOne]))

function folderName(shown: string, of: readonly unknown[]): string {
  const plain = shown
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
  return `${plain}-${createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 32)}`
}

/** Whether a path can be walked by descriptors here; without it there are no tools for files. */
export const canWalk = (): boolean => process.platform === 'linux' && existsSync('/proc/self/fd')

/** Linux: a descriptor that names something and opens nothing, so that a FIFO does not wait and a device does not start. */
export const O_PATH = 0x20_0000
const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants

/** Where something lies: `path` goes through the descriptor of its folder, `shown` is for the model. */
export interface Spot {
  path: string
  shown: string
}

const longestPath = 1_000
const longestName = 255
const mostNames = 20

/** The names on the way; none: the workspace itself. Throws a ToolError for what could lead out of it. */
export function namesOn(path: string): string[] {
  const shown = showPath(path)
  if (path.length > longestPath)
    throw new ToolError(`a path has at most ${longestPath} characters, this one ${path.length}`)
  if (/\p{Cc}|\p{Cs}/u.test(path)) throw new ToolError(`${shown} has signs that no path of the workspace has`)
  const isBelow = path === workspaceName || path.startsWith(`${workspaceName}/`)
  if (path.startsWith('/') && !isBelow)
    throw new ToolError(`${shown} is not in the workspace: paths are relative to it, as notes/today.md`)
  const names: string[] = []
  for (const name of (isBelow ? path.slice(workspaceName.length) : path).split('/')) {
    if (name === '' || name === '.') continue
    if (Buffer.byteLength(name) > longestName) throw new ToolError(`a name has at most ${longestName} bytes: ${shown}`)
    if (name !== '..') names.push(name)
    else if (names.pop() === undefined) throw new ToolError(`${shown} leads out of the workspace`)
  }
  if (names.length > mostNames) throw new ToolError(`a path has at most ${mostNames} names: ${shown}`)
  return names
}

/** As it can stand in a line: names of files may hold anything. */
export const showPath = (path: string): string =>
  /^[\p{L}\p{N}_./@+,=~-]{1,200}$/u.test(path) ? path : JSON.stringify(path.slice(0, 200).toWellFormed())

/** `makes`: folders that are missing on the way are made. The workspace itself always is. */
export async function within<Result>(
  workspace: string,
  path: string,
  { makes = false },
  work: (spot: Spot) => Promise<Result>,
): Promise<Result> {
  const names = namesOn(path)
  const shown = showPath(names.join('/') || '.')
  await makeWorkspace(workspace)
  return telling(shown, async () => {
    await using folder = await open(workspace, O_PATH | O_DIRECTORY | O_NOFOLLOW)
    return await walk(folder, names, makes, (at) => work({ path: at, shown }))
  })
}

async function walk<Result>(
  folder: FileHandle,
  [name = '.', ...further]: string[],
  makes: boolean,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  if (further.length === 0) return work(below(folder, name))
  await using next = await enter(below(folder, name), makes)
  return await walk(next, further, makes, work)
}

const below = (folder: FileHandle, name: string): string => `/proc/self/fd/${folder.fd}/${name}`

async function enter(path: string, makes: boolean): Promise<FileHandle> {
  const flags = O_PATH | O_DIRECTORY | O_NOFOLLOW
  try {
    return await open(path, flags)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || !makes) throw error
  }
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  const made = await open(path, flags)
  await giveAway(`/proc/self/fd/${made.fd}`)
  return made
}

export async function makeWorkspace(workspace: string): Promise<void> {
  const made = await mkdir(workspace, { recursive: true, mode: 0o700 })
  if (made !== undefined) await giveAway(workspace)
}

/** The user of commands where the service is root's: root in a box could still write what the kernel keeps for root. */
export const boxUser = (): number | null => (process.getuid?.() === 0 ? nobody : null)
const nobody = 65_534

/** What is made for commands, too, is theirs. */
export async function giveAway(path: string): Promise<void> {
  const user = boxUser()
  if (user !== null) await chown(path, user, user)
}

/** Opened to be read: a file or a folder, and nothing else. */
export async function openAt({ path, shown }: Spot, kind: 'file' | 'folder'): Promise<FileHandle> {
  const named = await open(path, O_PATH | O_NOFOLLOW)
  try {
    const stat = await named.stat()
    if (stat.isSymbolicLink()) throw new ToolError(`${shown} is a link: links are not followed`)
    if (kind === 'folder' && !stat.isDirectory()) throw new ToolError(`${shown} is no folder`)
    if (kind === 'file' && stat.isDirectory()) throw new ToolError(`${shown} is a folder`)
    if (kind === 'file' && !stat.isFile()) throw new ToolError(`${shown} is no file with content`)
    return await open(`/proc/self/fd/${named.fd}`, O_RDONLY | O_NONBLOCK)
  } finally {
    await named.close()
  }
}

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code

const problems: Record<string, string> = {
  ENOENT: 'is not there',
  ENOTDIR: 'cannot be reached: a name on its way is no folder, or a link, and links are not followed',
  ELOOP: 'cannot be reached: links are not followed',
  EACCES: 'may not be opened',
  EPERM: 'may not be opened',
  EISDIR: 'is a folder',
  EEXIST: 'is there already',
  ENOTEMPTY: 'is a folder that is not empty',
  ENAMETOOLONG: 'has too long a name',
  ENOSPC: 'does not fit: the disk is full',
  EDQUOT: 'does not fit: the disk is full',
  EROFS: 'cannot be written here',
}

/** What the system says has paths of this machine in it. */
async function telling<Result>(shown: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const problem = problems[codeOf(error) ?? '']
    throw problem === undefined ? error : new ToolError(`${shown} ${problem}`, { cause: error })
  }
}
