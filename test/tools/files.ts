// The tools for files over one workspace.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { editTool } from '../../src/tools/fs/edit.ts'
import { listTool } from '../../src/tools/fs/list.ts'
import { readTool } from '../../src/tools/fs/read.ts'
import { writeTool } from '../../src/tools/fs/write.ts'
import { context, told } from './context.ts'

/** With what a program put there beforehand. */
export function workspace(files: Record<string, string | Uint8Array> = {}) {
  const given = context()
  mkdirSync(given.workspace)
  const at = (...names: string[]) => join(given.workspace, ...names)
  for (const [name, body] of Object.entries(files)) {
    mkdirSync(join(at(name), '..'), { recursive: true })
    writeFileSync(at(name), body)
  }
  const read = (path: string, more = {}) => told(readTool, { path, ...more }, given)
  const list = (path?: string) => told(listTool, path === undefined ? {} : { path }, given)
  const write = (path: string, text: string) => told(writeTool, { path, text }, given)
  const edit = (path: string, old: string, now: string) => told(editTool, { path, old, new: now }, given)
  /** Each of the four, on the same path. */
  const all = async (path: string) =>
    new Set([await read(path), await list(path), await write(path, 'x'), await edit(path, 'a', 'b')])
  return { ...given, at, read, list, write, edit, all }
}
