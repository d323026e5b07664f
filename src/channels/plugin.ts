// What a channel is to the service: what the configuration may say of it, how it is opened, and how the doctor tries it.
import type { DatabaseSync } from 'node:sqlite'
import type { Hono } from 'hono'
import type { Verdict } from '../../machines/group/types.ts'
import type { Config } from '../config/config.ts'
import type { ChannelSection, VariableNames } from '../config/section.ts'
import type { ConnectionRow } from '../feed/contract.ts'
import type { VerdictRecord } from '../feed/feed.ts'
import type { Failures } from '../health/failures.ts'
import type { WallClock } from '../host/host.ts'
import type { Named } from '../room/called.ts'
import type { MemberIn } from '../room/members.ts'
import type { RoomNote } from '../room/notes.ts'
import type { Step } from '../room/steps.ts'
import type { Prunable } from '../store/prunable.ts'
import type { TalkStore } from '../store/talk.ts'
import type { Channel, Correction, InboundMessage } from './channel.ts'
import type { Shared } from './lines/shared.ts'
import type { Topics } from './topics.ts'

/** What a channel gets from the service. */
export interface ChannelContext {
  /** The channel must carry it. */
  name: string
  /** Those that are on this channel. */
  bots: readonly { id: string; name: string }[]
  /** ms. */
  now(): number
  /** One line of the log; write no secrets. */
  log(level: 'debug' | 'info' | 'warn' | 'error', text: string, fields?: Readonly<Record<string, unknown>>): void
  /** A message was edited or taken back after it was handed in. */
  corrected(correction: Correction): void
}

/** What the doctor lends it. */
export interface DoctorContext extends Omit<ChannelContext, 'corrected'> {
  /** Whether a service runs with this configuration. */
  isServed(): Promise<boolean>
}

/** What a check of the doctor found. */
export interface Finding {
  sign: 'ok' | 'warn' | 'bad'
  /** What was looked at, in one word. */
  what: string
  found: string
  /** What to do about it. */
  next?: string
}

/** The default export of a user's module: this, or `open` alone. */
export interface ChannelPlugin<Options = Record<string, unknown>, Own = object, Opened = Channel> {
  /** Reads the options, as a schema of zod does: what it makes of them is what `open` and `doctor` get. */
  schema?: { safeParse(options: unknown): Parsed<Options> }
  /** Variables that stand for options; what they say is kept out of the log, the records and the page. */
  environment?: VariableNames
  /** Rejects with an error that names the next step. */
  open(options: Options, context: ChannelContext & Own): Opened | Promise<Opened>
  /** Tries what the service would need, without a word in any chat. */
  doctor?(
    options: Options,
    context: DoctorContext & Pick<OwnContext, keyof Own & 'config'>,
  ): readonly Found[] | Promise<readonly Found[]>
}

type Parsed<Options> =
  | { success: true; data: Options }
  | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } }

/** `what` is the name of the channel where it is left out. */
export type Found = Omit<Finding, 'what'> & { what?: string }

/** What Chime's own channels get beyond that. */
export interface OwnContext {
  config: Config
  clock: WallClock
  /** Of the service: a channel may keep tables of its own there. */
  db: DatabaseSync
  /** The talk of a group as the service keeps it. */
  talk: TalkStore
  /** Who a bot is in a group; undefined until its channel has told. */
  memberIn: MemberIn
  topics: Topics
  /** Who is known by name beside the own bots. */
  roster: () => readonly Named[]
  /** Whether a bot has heard anything in a group. */
  knows: (key: string) => boolean
  verdicts: {
    subscribe(group: string, listener: (verdict: VerdictRecord) => void): () => void
    /** The newest of a chart, oldest first. */
    recent(key: string, most: number): Verdict[]
  }
  failures: Pick<Failures, 'note'>
  /** Throws when nothing may be acknowledged. */
  mayWrite: () => void
  /** Other workers of a cluster have the same rooms. */
  isShared: boolean
  /** What they share, once the service is open; absent: there are none. */
  shared?: () => Shared
  /** From now on it is kept out of the log, the records and the page. */
  hide: (secret: string) => void
}

/** What a channel of Chime's own may do beyond any other: it is part of the service that it runs in. */
export interface OwnChannel extends Channel {
  /** It asks nobody who its bots are: they are online before anything is handed in. */
  isAtHome?: boolean
  /** It has not started yet, or could not; absent: that cannot be. */
  isDown?(): boolean
  /** Posts of people are refused now. */
  isRefusing?(): boolean
  /** Its part of the HTTP API, behind the token. */
  routes?: Hono
  /** Its part for programs that sign what they send. */
  signedRoutes?: Hono
  /** Requests of others that were refused, since the start. */
  refused?(): number
  /** Inside of the transaction that takes a message. */
  keep?(message: InboundMessage): void
  /** Inside of the transaction of a bot's step; and after its commit. */
  record?(step: Step): void
  committed?(): void
  /** What other workers know of its messages by now; a second time it changes nothing. In no transaction. */
  noted?(note: RoomNote): void
  /** What may be removed of its tables. */
  oldRows?: readonly Prunable[]
  /** Lines that are no bot's. */
  peers?: {
    rows(): ConnectionRow[]
    onChange(listen: () => void): void
    /** False: there is no such peer. */
    retry(peer: string): boolean
  }
}

/**
 * A channel that Chime brings: written in `src/channels/NAME/plugin.ts`, listed in `plugins.ts`. It is a module's plugin with
 * a section of the configuration. Load large libraries in `open` and `doctor` alone.
 */
export interface OwnPlugin<Settings = unknown>
  extends
    Omit<ChannelPlugin<Settings, OwnContext, OwnChannel>, 'schema' | 'environment'>,
    ChannelSection<never, Settings> {
  /** Ids of those that are on it. */
  botsOf(settings: Settings, config: Pick<Config, 'bots' | 'groups'>): readonly string[]
  /** Of a cluster: a bot's line is one worker's at a time. Absent: every worker has one, or there are none. */
  lines?: 'oneWorker'
  /** What nobody may read who does not know it: kept out of the log, the records and the page. */
  secretsOf(settings: Settings): readonly (string | undefined)[]
}

/** A channel with its settings, whoever wrote it. */
export interface ConfiguredChannel {
  name: string
  /** Ids of those that are on it. */
  bots: readonly string[]
  secrets: readonly (string | undefined)[]
  /** Its code is somebody else's: `failed` hears what fails in it when nobody waits. */
  isForeign: boolean
  lines?: 'oneWorker'
  /** All its groups are known: no chat comes by itself. */
  listsGroups: boolean
  open(context: ChannelContext & OwnContext, failed: (error: unknown) => void): Promise<OwnChannel>
  doctor(context: DoctorContext & Pick<OwnContext, 'config'>): Promise<readonly Finding[]>
}
