// What a run asks of its children, what they answer, and what all of them write on the tape.
import type { ReplyType } from '../group/settings.ts'

/**
 * What a call leaves behind when a crash cuts it off. read: nothing, it is made again. keyed: what it does carries a key, so
 * that it is done once however often it is asked for. once: it may have been done, and is not done again unasked.
 */
export type Effect = 'read' | 'keyed' | 'once'

/** A call of a tool as the chart knows it: its arguments lie on the tape. */
export interface CallRef {
  /** Within the run, `3.0` for the first call of step 3; its row on the tape is called so. */
  id: string
  /** As the house names it, `fs.read`; what the model wrote where no tool is called so. */
  tool: string
  effect: Effect
  /** What it writes stands in the prompts of later work and talk. */
  lasts?: true
  /** Digest of tool and arguments: the same call has the same. */
  digest: string
  /** It is not made, and why: that is the result which the model reads. */
  refused?:
    | 'unknown'
    | 'malformed'
    | 'notAllowed'
    | 'repeated'
    | 'outsideRead'
    | 'denied'
    | 'notByText'
    | 'byHook'
    | 'unapproved'
}

/** What a run keeps of a call that is to be made: of a read its digest is counted, and needed no more. */
export type TakenCall = Omit<CallRef, 'digest'> &
  Partial<Pick<CallRef, 'digest'>> & {
    /** A hook wants an operator's word on it. */
    held?: true
    /** An operator gave it: to this call, with these arguments. */
    approved?: true
  }

/** What a user's module made of a call: it can only take away. `failed`: it did not answer as it should, so nothing was done. */
export interface Hooked {
  did: 'refused' | 'failed' | 'asked' | 'changed' | 'withheld' | 'ended'
  /** Name of the module. */
  by: string
  /** Its words. */
  reason?: string
}

export type EntryKind = 'message' | 'tool_call' | 'tool_result' | 'anchor' | 'fact' | 'event'

/** One row of a run's tape; steps record them, and they are written with the step. */
export interface TapeEntry {
  run: string
  /** Within the run: a second one of the same id takes the place of the first. */
  id: string
  kind: EntryKind
  /** JSON. */
  body: unknown
  /** Estimated, of what a prompt shows of it. */
  tokens: number
}

/** Asked of `think`: one model call. */
export interface ThinkInput {
  run: string
  turn: number
  step: number
  /** When it is asked, ms. */
  at: number
  /** Ids of the messages that the run is for, time order, and of those that steer it. */
  batch: string[]
  targets: string[]
  steering: string[]
  /** A summary of the run is asked for: it has become long, or longer than the model reads. */
  handoff?: 'long' | 'overflow'
  /** Names of the tools on offer; none: it is to answer now. */
  tools: string[]
  /** What it says is posted by its own tool, and by nothing else; then the last call is told so. */
  sendsItself?: true
  isLast?: true
  type: ReplyType
  maxChars: number
  markdown: boolean
  /** Tokens reserved for the call, prompt and answer together. */
  maxTokens: number
  maxOutputTokens: number
  maxTalkTokens: number
  timeoutMs: number
  /** Who asks, where people have limits of the day. */
  askers?: string[]
  /** The run has read from outside of the house. */
  readOutside?: true
}

/** What a run, or the reply that begins one, says in the end. */
export interface Answer {
  text: string
  /** The model chose to say nothing. */
  silent?: true
  type: ReplyType
  /** 0–1: likeness to the nearest of the last replies, own and peers'; 1 for the same text (T5). */
  similarity: number
  /** Whose reply that was. */
  like?: 'own' | 'peer'
  model: string
  rehearsal: boolean
}

/** Answered by `think`: calls of tools, or an answer. */
export interface Thought {
  calls: CallRef[]
  /** One sentence on the work, beside the calls, that may stand in the room. */
  note?: string
  answer?: Answer
  entries: TapeEntry[]
  /** Estimated tokens of what the next prompt shows beyond this one. */
  grown: number
  tokens: number
}

/** Asked of `act`: one call of a tool. */
export interface ActInput {
  run: string
  turn: number
  call: TakenCall
  /** Who asked for the run, and whoever steered it since: ids of their channel. */
  askers: string[]
  /** Tools that they may all use. */
  tools: string[]
  timeoutMs: number
  /** Of a call that posts: what it answers, and how it has to look. */
  post?: Pick<ThinkInput, 'at' | 'batch' | 'targets' | 'type' | 'maxChars' | 'markdown'>
  /** The run has read from outside of the house. */
  readOutside?: true
}

/** Asked of `ask`: what is said to the operators, who answer by the number. */
export interface AskInput {
  run: string
  n: number
  call: TakenCall
}

export interface Asked {
  text: string
}

/** What is to be posted in the room, shaped as a reply is. */
export interface Post extends Pick<Answer, 'text' | 'type' | 'similarity' | 'rehearsal'> {}

/** Answered by `act`; an error is a result, too. */
export interface Acted {
  isError: boolean
  /** The group's chart posts it: what became of that is the result. */
  post?: Post
  /** What came from outside of the house was read: web, files of the chat, other servers. */
  readsOutside?: true
  entries: TapeEntry[]
  grown: number
  /** A summary took the place of the steps before: `grown` is all that the next prompt shows of the run. */
  beginsHere?: true
  hooked?: Hooked
  /** It was not made: a hook wants an operator's word on it first. */
  holds?: { digest: string }
  /** A hook ends the run. */
  ends?: true
}
