// What the page asks of the service.
import type { GroupPolicy } from '../machines/group/settings.ts'
import type {
  BoardRow,
  BotProfile,
  CallRecord,
  CeilingFigures,
  DrawnChart,
  FloorStep,
  Found,
  NoteShown,
  StepRecord,
  StoreFigures,
  TalkLine,
} from '../src/feed/contract.ts'

export const pageOfSteps = 500
export const pageOfTalk = 200

/** As in src/http/control-routes.ts. */
export type Order =
  | { do: 'mute' | 'unmute' | 'drop'; actor: string }
  /** null: the policy of the configuration. */
  | { do: 'policy'; actor: string; policy: GroupPolicy | null }
  | { do: 'pause' | 'resume'; bot: string }

/** The newest steps before `before`, ascending. */
export const tapeOf = (actor: string, before?: number, limit = pageOfSteps): Promise<StepRecord[]> =>
  get('/api/tape', { actor, before, limit })
/** The same of the floor in the actor's room. */
export const floorOf = (actor: string, before?: number): Promise<FloorStep[]> =>
  get('/api/floor', { actor, before, limit: pageOfSteps })
/** The newest lines before the message `before`, in time order. */
export const talkOf = (actor: string, before?: string): Promise<TalkLine[]> =>
  get('/api/talk', { actor, before, limit: pageOfTalk })
export const ceilingsOf = (bot: string): Promise<CeilingFigures> => get('/api/ceilings', { bot })
export const callsOf = (actor: string, turn: number): Promise<CallRecord[]> => get('/api/calls', { actor, turn })
export const noteOf = (actor: string): Promise<NoteShown> => get('/api/memory', { actor })
export const postForget = (actor: string): Promise<NoteShown> => post('/api/memory', { do: 'forget', actor })
export const storedOf = async (): Promise<StoreFigures> => (await get<{ store: StoreFigures }>('/health', {})).store
export const botsOf = (): Promise<BotProfile[]> => get('/api/bots', {})
export const searchFor = (q: string): Promise<Found> => get('/api/search', { q })
export const boardOf = (): Promise<BoardRow[]> => get('/api/board', {})
export const chartOf = (id: string): Promise<DrawnChart> => get(`/api/charts/${encodeURIComponent(id)}`, {})
export const overviewOf = (id: string): Promise<DrawnChart> =>
  get(`/api/charts/${encodeURIComponent(id)}`, { detail: 'overview' })

export const feedPath = (actor: string | undefined): string => `/api/feed${queryOf({ actor })}`

/** Rejects with what the service says against the message. */
export const postMessage = (room: string, message: object): Promise<unknown> =>
  post(`/api/rooms/${encodeURIComponent(room)}/messages`, message)

/** To how many groups it was told. Rejects with what the service says against the order. */
export async function postOrder(order: Order): Promise<number> {
  const { told } = await post<{ told: number }>('/api/control', order)
  return told
}

/** Rejects with what the service says against it. */
export const postRetry = (line: { bot: string; channel: string }): Promise<unknown> =>
  post('/api/control', { do: 'retry', ...line })

/** With what the service says against it. `code`: which of its refusals it is, where it has a name. */
export class Refused extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly numbers: Record<string, number | string>
  constructor(status: number, { detail, code, numbers }: Problem) {
    super(typeof detail === 'string' ? detail : `${status}`)
    this.status = status
    this.code = typeof code === 'string' ? code : undefined
    this.numbers = numbers ?? {}
  }
}

export async function post<T>(path: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw await refusalOf(answer)
  return (await answer.json()) as T
}

export async function get<T>(path: string, query: Record<string, string | number | undefined>): Promise<T> {
  const answer = await fetch(`${path}${queryOf(query)}`)
  if (!answer.ok) throw await refusalOf(answer)
  return (await answer.json()) as T
}

function queryOf(query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const pairs = given.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** Errors are problem+json (RFC 9457). */
interface Problem {
  detail?: unknown
  code?: unknown
  numbers?: Record<string, number | string>
}

const refusalOf = async (answer: Response): Promise<Refused> =>
  new Refused(answer.status, (await answer.json().catch(() => ({}))) as Problem)
