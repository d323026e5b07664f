// What a channel adds to the configuration: its keys, its groups, and the variables of the environment that stand for keys.
import type { z } from 'zod'
import type { GroupPolicy } from '../../machines/group/settings.ts'
import type { Findings } from './explain.ts'

/** What else the configuration says, for those who name it. */
export interface Surroundings {
  /** Ids. */
  bots: readonly string[]
  /** Ids of those that a group is for. */
  botsIn(group: string): string[]
  /** Relative paths of the file start here. */
  folder: string
  /** Names of channels that are taken. */
  taken: ReadonlySet<string>
  /** The environment, `.env` included. */
  variables(): Variables
  /** For what is wrong whatever the bots are: the other findings are heard only where the bots could be read. */
  regardless: Findings
}

export type Variables = Readonly<NodeJS.Dict<string>>

/** A group that is there because its channel says so. */
export interface ListedGroup {
  /** As in `groups`. */
  group: string
  bots?: string[] | undefined
  policy?: GroupPolicy | undefined
  /** Nobody but bots speaks there. */
  isAmongBots?: boolean
}

export interface ChannelSection<File = unknown, Settings = unknown> {
  /** The key under `channels`, and the first part of its groups: `feishu` of `feishu:oc_1`. */
  readonly name: string
  /** Its key stands beside `channels`. */
  readonly isOnTop?: boolean
  /** Of what the file says under the key. */
  readonly schema: z.ZodType
  readonly environment?: VariableNames
  /** undefined: nobody is there. */
  resolve(file: File | undefined, surroundings: Surroundings, findings: Findings): Settings | undefined
  /** The channels that it opens; absent: the one of its name. */
  channels?(file: File | undefined): readonly string[]
  /** All of its groups, where no chat comes by itself. */
  groups?(file: File | undefined): readonly ListedGroup[]
  /** What is wrong with a group of its name that it does not list: else that is only warned of. */
  readonly unlisted?: string
}

/**
 * By the name of a variable: the key that it stands for, over the file. A name that ends in `*` stands for a mapping: of
 * `CHIME_XMPP_PASSWORD_*`, the rest of the name is the key in it.
 */
export type VariableNames = Readonly<Record<string, string>>

/** Settings of the channels by their names: each channel adds its own (`declare module`). */
export interface ChannelSettings {}
