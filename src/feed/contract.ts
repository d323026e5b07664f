// What the visualizer is told: types alone, shared by the service and the page.
import type { Verdict } from '../../machines/group/types.ts'
import type { Cause } from '../../machines/group/verdicts/why.ts'
import type { Part } from '../language/parts.ts'
import type { LineCause } from '../../machines/line-cause.ts'
import type { Standing, TapeRecord } from '../store/tape-record.ts'

export type { AskedMessage, CallRecord, MadeCall } from './call-record.ts'
export type { ListedId, ServedPerson, ServedPlace, ServedShown } from './served-shown.ts'
export type { BudgetFigure, RunningTimer, Standing } from '../store/tape-record.ts'

/** What is spent of a ceiling in 24 hours. */
export interface CeilingFigure {
  messages: number
  maxMessages: number
  tokens: number
  maxTokens: number
}

/** Over all groups: of one bot, and of the process. */
export interface CeilingFigures {
  bot?: CeilingFigure
  process: CeilingFigure
}

/** One committed step of an actor. Never holds message texts, prompts or secrets. */
export interface StepRecord extends TapeRecord {
  /** `bot group`, as in src/room/key.ts. */
  key: string
  bot: string
  group: string
}

export type VerdictShown = Pick<Verdict, 'gate' | 'outcome' | 'at' | keyof Cause>

/** One row of the board: the latest of an actor. */
export interface BoardRow extends Omit<Standing, 'messagesIn5m' | 'speakersIn5m' | 'skipsInARow'> {
  key: string
  bot: string
  group: string
  /** Name of the bot, title of the group. */
  botName: string
  groupTitle: string
  seq: number
  at: number
  /** The last verdict that says why it spoke or did not. */
  last?: VerdictShown
  /** The last verdict on a call of its model: `failed`, or what the model said. */
  call?: VerdictShown
}

/** A message of the talk as the page shows it. Lists of them are in time order. */
export interface TalkLine {
  id: string
  at: number
  sender: string
  name: string
  bot: boolean
  text: string
  /** What it carries beside `text`, which may be empty then; `ref`: a path of this service, of bytes that are here or of a picture. */
  parts?: readonly Part[]
  replyTo?: string
  /** The rehearsal wrote it. */
  rehearsal?: true
  /** A sign on the message that it replies to, and no message. */
  reaction?: true
}

/** How the floor of a room stands after a step of its chart; its timer tells until when. */
export interface FloorStep extends Pick<StepRecord, 'seq' | 'at' | 'active' | 'timers' | 'took'> {
  /** The bot that has it; '': none. */
  by: string
}

/** A bot as it introduces itself in an empty room. Never holds its persona, but for a sentence of it. */
export interface BotProfile {
  id: string
  name: string
  role: string
  /** Phrases of its expertise, in whichever languages they were written. */
  fields: string[]
  /** The first sentence of its persona, where it has no expertise. */
  about?: string
}

/** A bot's line to a channel, that to an MCP server, or how a peer of the bridge stands; with its cause, where the reason is not the channel's words alone. */
export interface ConnectionRow extends LineCause {
  /** Then `bot` is the peer, `channel` is `peer`, and the states are those of the chart `peer`; or the server, and `mcp`. */
  kind?: 'peer' | 'mcp'
  bot: string
  channel: string
  /** The state of the chart `connection`: identifying, connecting, online, reconnecting, elsewhere, backingOff, failed. */
  state: string
  /** Since when, ms. */
  since: number
  /** Why it is not online, or what the last try failed with, in English and in the channel's own words. */
  reason?: string
  /** When it is tried again, ms. */
  retryAt?: number
  /** Since it last stood for a while. */
  failures: number
  /** Messages that a peer has not got yet. */
  waiting?: number
  /** Messages that a peer was not told since the start: kept back by `hopLimit`, given up or refused. */
  untold?: number
  /** A peer counts as down. */
  isDown?: true
  /** Tools of an MCP server that rules name and that are off, each with why. */
  toolsOff?: { tool: string; why: 'changed' | 'missing' | 'unfit' }[]
}

/*
 * Beside the feed, as JSON; an unknown actor is a 404:
 * GET /api/board → BoardRow[] · GET /api/charts → string[] (ids) · GET /api/charts/:id[?detail=overview] → DrawnChart
 * GET /api/tape?actor=KEY&before=SEQ&limit=N → StepRecord[] (the newest N with a seq below SEQ, oldest first)
 * GET /api/floor?actor=KEY&before=SEQ&limit=N → FloorStep[] (of the actor's room, as the tape)
 * GET /api/talk?actor=KEY&before=MESSAGE&limit=N → TalkLine[] (the newest N before the message with that id) · GET /api/pictures?actor=KEY&message=ID&part=N&size=small → JPEG or PNG (a picture that another service has; a 503: soon; a 404 says why there is none)
 * GET /api/ceilings?bot=ID → CeilingFigures · GET /api/connections → ConnectionRow[]
 * GET /api/bots → BotProfile[] · GET /api/memory?actor=KEY → NoteShown (POST forgets)
 * GET /api/ask?actor=KEY → AskShown (POST /api/control answers it)
 * GET /api/served?actor=KEY → ServedShown (POST changes it) · GET /api/search?q=WORDS&limit=N → Found (every word is in it; N messages and N verdicts at most)
 * GET /api/calls?actor=KEY&turn=N → CallRecord[] (oldest first; of all turns that are remembered without `turn`)
 */

/**
 * Events of `GET /api/feed?actor=KEY` (server-sent; `id` is the feed's position, `Last-Event-ID` resumes):
 * hello {position, now} · board BoardRow[] (changed rows; all of them first) · steps StepRecord[] (of the actor alone) ·
 * talk TalkLine[] (of the actor's group) · floor FloorStep[] (of the actor's room) · connections ConnectionRow[] (all of them, at first and on every change) · gap {missed} (records the client was too slow for: it asks the tape).
 */
export interface FeedEvents {
  hello: { position: number; now: number }
  board: BoardRow[]
  steps: StepRecord[]
  talk: TalkLine[]
  floor: FloorStep[]
  connections: ConnectionRow[]
  gap: { missed: number }
}

/** What a search found, the newest first: in the last `lines` messages of `rooms` groups, and in verdicts of late. */
export interface Found {
  messages: FoundLine[]
  verdicts: FoundVerdict[]
  rooms: number
  lines: number
}

export interface FoundLine extends Pick<BoardRow, 'key' | 'groupTitle'> {
  line: TalkLine
}

export interface FoundVerdict extends Pick<BoardRow, 'key' | 'botName' | 'groupTitle'> {
  /** Of the step that recorded it. */
  seq: number
  verdict: Verdict
}

/** What waits for an operator's word: a call of a run, by its number, as the room was told of it. Absent: nothing does. */
export interface AskShown {
  ask?: { n: number; text: string }
}

/** What a bot noted of a group. */
export interface NoteShown {
  items: string[]
  /** When it was renewed last, ms; absent: never. */
  at?: number
}

// A chart as it is drawn: everything in px, origin at the top left.

export interface DrawnState {
  id: string
  key: string
  parent?: string
  type: string
  x: number
  y: number
  width: number
  height: number
  initial: boolean
  gate?: string
  description?: string
  /** Lines below the name: invoked children and transitions that only act. */
  lines: { kind: 'invoke' | 'on'; text: string; transition?: string }[]
}

export interface DrawnLabel {
  /** Ids of the transitions it stands for. */
  transition: string
  kind: 'event' | 'after' | 'always' | 'done' | 'error'
  text: string
  guard?: string
  gate?: string
}

export interface DrawnEdge {
  id: string
  source: string
  target: string
  points: { x: number; y: number }[]
  /** One box with stacked lines; on an overview of `brief`, or without a size at the middle of the line. */
  box: { x: number; y: number; width: number; height: number }
  labels: DrawnLabel[]
  /** On an overview, where there is room: what the box says. */
  brief?: string
}

/** The overview has short labels where there is room, and its edges run together towards one target. */
export type Detail = 'overview'

export interface DrawnChart {
  id: string
  /** Of the chart, its detail and the layout's version: the cache's key. */
  hash: string
  /** Absent: with all labels. */
  detail?: Detail
  /** Px of the states' names: a large chart with all labels is seen from afar. */
  nameSize: number
  width: number
  height: number
  states: DrawnState[]
  edges: DrawnEdge[]
}

/** What the store keeps: `store` of GET /health. */
export interface StoreFigures {
  /** Of the file and its log; of them `freeBytes` hold nothing. */
  bytes: number
  freeBytes: number
  maxBytes: number
  /** About so many. */
  messages: number
  /** Time of the oldest message, ms. */
  since?: number
  /** What runs wrote down; absent: nothing. */
  tape?: { entries: number; bytes: number }
  retainMs: number
  /** It is larger than it may be, and all of it is still needed. */
  isOver: boolean
}
