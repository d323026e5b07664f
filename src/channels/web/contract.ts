// What the routes of the rooms tell: types alone, shared by the service and the plain chat.
import type { Verdict } from '../../../machines/group/types.ts'
import type { MediaPart, Part } from '../../language/parts.ts'
import type { OutboundReply } from '../channel.ts'

export type { MediaPart, Part }

/** One line of a room. `seq` grows over all rooms; `type` and `meta` are a bot's reply's. */
export interface RoomMessage {
  seq: number
  room: string
  id: string
  sender: string
  name: string
  bot: boolean
  /** What was written alone: empty where it carries something. */
  text: string
  /** What it carries; the `ref` of a file is the path that it is served at. */
  parts?: readonly Part[]
  type?: OutboundReply['type']
  replyTo?: string
  /** Server time, ms. */
  ts: number
  meta?: OutboundReply['meta']
}

/** A verdict and the bot it is about. */
export type BotVerdict = Verdict & { bot: string }

/** A room as GET /api/rooms lists it. */
export interface ShownRoom {
  id: string
  title: string
  bots: { id: string; name: string; role: string }[]
}

/** A file that POST /api/rooms/:room/files took: a post names its id. */
export interface SentFile {
  id: string
  part: MediaPart
}

/** The message with the id `edits`, a bot's, says something else now; `seq` grows with those of messages. */
export interface RoomEdit {
  seq: number
  edits: string
  text: string
}

/** Events of GET /api/rooms/:room/stream, as JSON; `edited`: as RoomEdit; `removed`: a reaction was taken off. */
export interface RoomEvents {
  message: RoomMessage
  edited: { id: string; text: string }
  removed: { id: string }
  verdict: BotVerdict
}
