// The tools that there are on this machine, under this configuration.
import type { SearchConfig } from '../config/search.ts'
import type { OwnFolder } from '../config/workspaces.ts'
import { bashTool } from './bash/bash.ts'
import { type NoBox, whyNoBox } from './bash/find-box.ts'
import { editTool } from './fs/edit.ts'
import { listTool } from './fs/list.ts'
import { readTool } from './fs/read.ts'
import { writeTool } from './fs/write.ts'
import { inOwnFolder } from './own-folder.ts'
import type { Tool } from './tool.ts'
import { fetchTool, type FetchOptions } from './web/fetch.ts'
import { searchByUrl, searchTool } from './web/search.ts'
import { canWalk } from './workspace.ts'

export interface MachineOptions extends FetchOptions {
  /** Absent: nobody searches. */
  search?: SearchConfig | undefined
  /** Where bubblewrap is, if not on the PATH. */
  bubblewrap?: string
  /** Why a box could not be made, for the log: it names paths of this machine. */
  failed?: (error: Error) => void
  /** Somebody's own folder that is the workspace of one talk. */
  own?: OwnFolder | undefined
}

export interface MachineTools {
  tools: Tool[]
  /** Why there is no shell. */
  noBash?: NoBox
}

/** Makes a box once, for nothing, to see whether there is a shell. */
export async function machineTools(options: MachineOptions = {}): Promise<MachineTools> {
  const { search, bubblewrap, failed, own } = options
  const noBash = await whyNoBox(bubblewrap)
  const ofFolder = [
    ...(canWalk() ? [readTool, listTool, writeTool, editTool] : []),
    ...(noBash ? [] : [bashTool(bubblewrap, failed)]),
  ]
  return {
    tools: [
      ...(own ? ofFolder.map((each) => inOwnFolder(each, own)) : ofFolder),
      fetchTool(options),
      ...(search ? [searchTool(searchByUrl(search))] : []),
    ],
    ...(noBash && { noBash }),
  }
}
