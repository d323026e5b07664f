// What the jobs ask of a language model, whoever serves it.
import type { FailureKind } from '../../machines/group/children.ts'
import type { Cause } from '../../machines/group/verdicts/why.ts'
import { whyText } from '../outcomes/why-words.ts'

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  /** May be empty beside calls. */
  content: string
  /** Of an assistant: the tools that it called. Each is answered by a message of role `tool` behind it. */
  calls?: readonly ToolCall[]
  /** Of a message of role `tool`: the id of the call that it answers. */
  callId?: string
  /** Stand behind the words of a user. */
  pictures?: readonly SentPicture[]
  /** The words for a model that is shown none of them; absent: the same. */
  blind?: string
}

/** What a model may call. */
export interface OfferedTool {
  /** As the house names it, `fs.read`; on the wire it is `fs_read`, and calls of it come back as `fs.read`. */
  name: string
  description: string
  /** JSON schema of an object. */
  parameters: Record<string, unknown>
}

export interface ToolCall {
  /** Once in a conversation: at most 40 of A–Z, a–z, 0–9, _ and -. */
  id: string
  /** Of a tool on offer; what the model wrote, cleaned and cut, where none is called so. */
  name: string
  /** As the model wrote them: JSON or not; '' where it wrote none. */
  arguments: string
  /** They are not all that it wrote, or would have written: no call to make, even where they can be read. */
  isCut?: true
}

export interface SentPicture {
  /** `data:image/jpeg;base64,…` */
  url: string
  /** What the model is likely to count for it. */
  tokens: number
}

/** What is said aloud, a piece after the other; null: it begins anew, and what was heard so far does not count. */
export type Heard = (piece: string | null) => void

export interface ChatRequest {
  messages: ChatMessage[]
  /** On offer: the answer may call them, several at once. Absent or empty: an answer that calls one is refused. */
  tools?: readonly OfferedTool[]
  /** Ceiling of the answer. */
  maxTokens: number
  /** Held for the call, prompt and answer together: thoughts and further tries must fit in beside them. */
  reservedTokens?: number
  /**
   * Told before each try leaves what the call may have cost by then, that try included, and again where a try proved to
   * be free. Throws to keep the try from leaving.
   */
  mayCost?: (tokens: number) => void
  format: 'json' | 'text'
  /** JSON schema of the answer, for providers that hold a model to one. */
  schema?: Record<string, unknown>
  /** The answer is a bare yes or no: its probability is asked for where the provider tells it (I5). */
  yesNo?: boolean
  /** For the whole call, a retry included, ms. */
  timeoutMs: number
  /** A failure that came at once is not tried again: somebody else can be asked. */
  once?: boolean
  /** Hears the answer while it comes, where the server tells it so: what it calls, thinks or breaks off with is not heard. */
  heard?: Heard
  signal: AbortSignal
}

export interface ChatAnswer {
  /** Without reasoning; never blank but where there are calls, beside which it may be ''. */
  text: string
  /** Of tools that were on offer, in the model's order, 16 at most. */
  calls?: readonly ToolCall[]
  /** The provider's finish reason; `length` when the answer was cut: its last call, then, is cut too. */
  finish: string
  model: string
  /** What the call cost, all its tries: as the provider counts, else what was reserved; absent: nobody knows (U3). */
  tokens?: number
  /** Of a try the provider did not tell what it cost, or what cannot be true. */
  estimated?: true
  /** Those of them that the prompt took, where the provider tells. */
  promptTokens?: number
  /** P(yes) / (P(yes) + P(no)) of the first token, raw. */
  yes?: number
  /** Name of the one that answered, of several. */
  by?: string
  /** There were pictures, and it saw none of them. */
  blind?: true
}

export interface ChatModel {
  name: string
  /** True when no language model stands behind it. */
  rehearsal: boolean
  /** What it takes for thoughts that cannot be switched off, beside every answer, as learnt so far. */
  thoughtTokens?(): number
  /** It is shown pictures; absent: it sees none. */
  sees?(): boolean
  /** What it counts for a picture, as learnt so far: so many times the estimate; absent: once. */
  pictureRate?(): number
  /** Those of a list, in the order in which they are asked. */
  among?: readonly ChatModel[]
  /** Rejects with a ModelError. */
  ask(request: ChatRequest): Promise<ChatAnswer>
}

interface Blame {
  /** The server is in trouble, not the request: another model may answer. */
  isServers?: boolean
  /** It was turned away before any model saw it: no provider charges that. */
  isUnserved?: boolean
}

const serversKinds: ReadonlySet<FailureKind> = new Set([
  'timeout',
  'unreachable',
  'rateLimited',
  'unavailable',
  'permanent',
])

/** The message is the cause in English, for logs and terminals. */
export class ModelError extends Error implements Cause {
  override name = 'ModelError'
  readonly kind: FailureKind
  readonly why: Cause['why']
  declare readonly numbers?: NonNullable<Cause['numbers']>
  /** What the server said. */
  declare readonly reason?: string
  declare readonly tried?: NonNullable<Cause['tried']>
  /** Tokens to charge, all tries of the call; absent: nobody knows, the whole reservation goes. */
  declare readonly tokens?: number
  readonly isServers: boolean
  readonly isUnserved: boolean
  constructor(kind: FailureKind, cause: Cause, tokens?: number, blame: Blame = {}) {
    super(whyText(cause, 'en'))
    this.kind = kind
    this.why = cause.why
    if (cause.numbers) this.numbers = cause.numbers
    if (cause.reason !== undefined) this.reason = cause.reason
    if (cause.tried) this.tried = cause.tried
    this.isServers = blame.isServers ?? serversKinds.has(kind)
    this.isUnserved = blame.isUnserved ?? tokens === 0
    if (tokens !== undefined) this.tokens = tokens
  }
}
