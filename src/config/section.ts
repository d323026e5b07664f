// What a channel adds to the configuration: a key under `channels`, and the variables of the environment that stand for it.
import type { z } from 'zod'
import type { Findings } from './explain.ts'

/** What else the configuration says, for those who name it. */
export interface Surroundings {
  /** Ids. */
  bots: readonly string[]
  /** Relative paths of the file start here. */
  folder: string
  /** Names of channels that are taken. */
  taken: ReadonlySet<string>
}

export interface ChannelSection<File = unknown, Settings = unknown> {
  /** The key under `channels`, and the first part of its groups: `feishu` of `feishu:oc_1`. */
  readonly name: string
  /** Of what the file says under the key. */
  readonly schema: z.ZodType
  /**
   * By the name of a variable: the key that it stands for, over the file. A name that ends in `*` stands for a mapping: of
   * `CHIME_XMPP_PASSWORD_*`, the rest of the name is the key in it.
   */
  readonly environment?: Readonly<Record<string, string>>
  /** undefined: nobody is there. */
  resolve(file: File | undefined, surroundings: Surroundings, findings: Findings): Settings | undefined
  /** The channels that it opens; absent: the one of its name. */
  channels?(file: File | undefined): readonly string[]
}

/** Settings of the channels by their names: each channel adds its own (`declare module`). */
export interface ChannelSettings {}
