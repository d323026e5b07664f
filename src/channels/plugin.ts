// What a channel is to the service: what the configuration may say of it, how it is opened, and how the doctor tries it.
import type { Config } from '../config/config.ts'
import type { ChannelSection } from '../config/section.ts'
import type { WallClock } from '../host/host.ts'
import type { Talk } from '../store/talk.ts'
import type { Channel, Correction } from './channel.ts'

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
export interface ChannelPlugin<Options = Record<string, unknown>, Own = object> {
  /** Reads the options, as a schema of zod does: what it makes of them is what `open` and `doctor` get. */
  schema?: { safeParse(options: unknown): Parsed<Options> }
  /** Rejects with an error that names the next step. */
  open(options: Options, context: ChannelContext & Own): Channel | Promise<Channel>
  /** Tries what the service would need, without a word in any chat. */
  doctor?(options: Options, context: DoctorContext & Omit<Own, 'clock' | 'talk'>): FoundBy | Promise<FoundBy>
}

type Parsed<Options> =
  | { success: true; data: Options }
  | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } }

/** `what` is the name of the channel where it is left out. */
type FoundBy = readonly (Omit<Finding, 'what'> & { what?: string })[]

/** What Chime's own channels get beyond that. */
export interface OwnContext {
  config: Config
  clock: WallClock
  /** The talk of a group as the service keeps it. */
  talk: Pick<Talk, 'heardBy' | 'heardAs' | 'newest' | 'asOfNow' | 'botsIn' | 'authorOf'>
}

/**
 * A channel that Chime brings: written in `src/channels/NAME/plugin.ts`, listed in `plugins.ts`. It is a module's plugin with
 * a section of the configuration. Load large libraries in `open` and `doctor` alone.
 */
export interface OwnPlugin<Settings = unknown>
  extends Omit<ChannelPlugin<Settings, OwnContext>, 'schema'>, ChannelSection<never, Settings> {
  /** Ids of those that are on it. */
  botsOf(settings: Settings): readonly string[]
  /** What nobody may read who does not know it: kept out of the log, the records and the page. */
  secretsOf(settings: Settings): readonly string[]
}

/** A channel with its settings, whoever wrote it. */
export interface ConfiguredChannel {
  name: string
  /** Ids of those that are on it. */
  bots: readonly string[]
  secrets: readonly string[]
  /** Its code is somebody else's: `failed` hears what fails in it when nobody waits. */
  isForeign: boolean
  open(context: ChannelContext & OwnContext, failed: (error: unknown) => void): Promise<OpenedChannel>
  doctor(context: DoctorContext & Pick<OwnContext, 'config'>): Promise<readonly Finding[]>
}

export interface OpenedChannel {
  channel: Channel
  /** It has not started yet, or could not; absent: that cannot be. */
  isDown?(): boolean
}
