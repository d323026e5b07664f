// A room as a host hands it in, what reaches it, and what a plan of that holds.
import type { AnyStateMachine } from 'xstate'
import type { Actor, Generation, JobRef } from './actor.ts'
import type { Conversation } from './conversation.ts'
import type { InboundMessage } from './message.ts'
import type { TransitionNames } from './step.ts'
import type { Inbound, PlannedStep } from './steps.ts'

/** What reaches a room: a message, or an event for one of its charts. */
export type Incoming = ToRoom | ToChart

export interface ToRoom {
  message: InboundMessage
}

export interface ToChart extends Inbound {
  /** The timer or job that the event comes from: of an earlier generation it is dropped. */
  timer?: Generation | undefined
  job?: Generation | undefined
  /** Its row cannot be read: the chart is stopped. */
  broken?: Error | undefined
}

/** accepted: committed · duplicate: seen before · quarantined: the chart is stopped, the event waits in the store. */
export type Receipt = 'accepted' | 'duplicate' | 'quarantined'

/** A room as a host hands it in: read, and never written. */
export interface Room {
  key: string
  /** What it keeps in mind of its talk. */
  readonly talk: Conversation
  /** A chart of it; undefined: it took no event yet. Throws what keeps it from taking one. */
  actor(key: string): Actor | undefined
  /** The bots that a message has reached; undefined: it is new. */
  reached(id: string): readonly string[] | undefined
  isUnderWay(job: JobRef): boolean
}

/** A machine of one kind, and how its charts begin. */
export interface Kind {
  machine: AnyStateMachine
  inputOf(key: string): unknown
  /** When given, every step tells the transitions it took by these names. */
  transitions?: TransitionNames | undefined
  /** Stamped on every stored snapshot: timer ids and state names belong to it. */
  version?: string
  /** From an older version to a current snapshot; a version that is missing here stops the chart with a clear error. */
  migrations?: Record<string, (persisted: unknown) => unknown>
}

/** Whom a message is for, which shows before anybody has read it. */
export interface Heard {
  /** In the order in which they take it; none of what is context alone. */
  bots: readonly string[]
  /** The bot of the room that wrote it. */
  speaker?: string | undefined
  /** Reads it, and tells what each of the bots takes of it. What came before is not read once more. */
  read(): readonly Inbound[]
}

export interface PlanOptions {
  kindOf(key: string): Kind
  /** Whether a job of that name is a chart instead: `agent`, of the kind `#agent`. Absent: none is. */
  isKind?(src: string | undefined): boolean
  /** How a message is read: once for all bots of its room. */
  hear?(room: Room, message: InboundMessage): Heard
  /** Keys of the bots that share a room's floor. Absent: nobody waits for anybody. */
  floorOf?(room: string): readonly string[]
  /** Who talks with whom, as the talk of a room tells: asked for again after a restart. Absent: nothing is known. */
  openTalk?(room: string): Conversation
}

/** What a room reads of its messages, and what it keeps in mind of its talk. */
export type RoomRules = Omit<PlanOptions, 'kindOf' | 'isKind'>

/** What a plan reads from outside of the room. */
export interface PlanInputs {
  /** ms */
  now: number
  /** What the calls of a chart may have cost by now, as its events are told; `soFar`: what the plan has begun and ended. */
  begun?(key: string, soFar: Pick<Plan, 'ended' | 'effects'>): object | undefined
}

/** An event that its chart cannot take: the chart is stopped. */
export interface Refused extends ToChart {
  error: unknown
  /** It is taken once the chart can go on; timers and answers are not, nor what a floor is told. */
  waits: boolean
}

export interface Plan {
  receipt: Receipt
  /** Bots that the message had reached before: it is dropped for them. */
  dropped: readonly string[]
  /** In order. */
  steps: PlannedStep[]
  /** The charts as they stand afterwards. */
  actors: Map<string, Actor>
  /** A message reached these bots now, and those it had reached before. */
  seen?: { id: string; bots: readonly string[]; isFirst: boolean }
  /** Jobs whose outcome was taken. */
  ended: JobRef[]
  refused: Refused[]
  /** Charts that others invoke and that failed: they have ended, and their invokers were told. */
  failed: { key: string; error: unknown }[]
  effects: Effects
}

/** What runs once the plan is durable. */
export interface Effects {
  starts: { ref: JobRef; src: string; input: unknown }[]
  stops: { key: string; id: string }[]
}
