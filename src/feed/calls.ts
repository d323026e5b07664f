// The last model calls as they were asked and answered, for the why-panel: in memory, bounded, and without secrets.
import { causeIn } from '../../machines/group/verdicts/why.ts'
import { spellingsOf } from '../llm/redact.ts'
import type { ChatMessage, Heard, OfferedTool, ToolCall } from '../llm/model.ts'
import type { CallRecord } from './contract.ts'
import { keptCalls, keptPrompt, keptTools } from './kept-prompt.ts'

const maxCalls = 200
/** UTF-16 units kept of a call's prompt, and of its answer. */
const longest = 20_000
/** What is shorter is no secret, and would be found in every text. */
const shortestSecret = 6

/** What a call is asked of: as much of a chat model as is watched. */
interface Asked {
  name: string
  ask(request: {
    messages: ChatMessage[]
    tools?: readonly OfferedTool[]
  }): Promise<{ text: string; calls?: readonly ToolCall[]; tokens?: number; by?: string }>
}

/** Under each actor and turn that it was made for. */
interface Kept {
  of: { key: string; turn: number | null }[]
  call: CallRecord
}

const isTalk: ReadonlySet<CallRecord['kind']> = new Set(['compose', 'think'])

type Request = Parameters<Asked['ask']>[0]

export type Calls = ReturnType<typeof makeCalls>

interface Options {
  now: () => number
  /** Struck out wherever they stand. */
  secrets: readonly string[]
  /** Told what a bot is about to say, or to go on with, as it is written. */
  hears?: Hears | undefined
}

export type Hears = (key: string, piece: Parameters<Heard>[0]) => void

export function makeCalls({ now, secrets, hears }: Options) {
  const kept: Kept[] = []
  const shown = (text: string, most = longest): string => {
    let clean = text
    for (const secret of secrets.flatMap(spellingsOf))
      if (secret.length >= shortestSecret) clean = clean.replaceAll(secret, '***')
    return clean.length > most ? `${clean.slice(0, most)}…` : clean
  }

  function keep(one: Kept): void {
    kept.push(one)
    if (kept.length > maxCalls) kept.shift()
  }

  async function ask(model: Asked, request: Request, one: Kept): ReturnType<Asked['ask']> {
    const { call } = one
    call.at = now()
    Object.assign(call, keptPrompt(request.messages, shown))
    if (request.tools?.length) call.tools = keptTools(request.tools, shown)
    keep(one)
    try {
      const answer = await model.ask(request)
      call.answer = shown(answer.text)
      if (answer.calls?.length) call.calls = keptCalls(answer.calls, shown)
      if (answer.tokens !== undefined) call.tokens = answer.tokens
      if (answer.by !== undefined) call.model = answer.by
      return answer
    } catch (error) {
      call.error = shown(error instanceof Error ? error.message : String(error))
      const failure = causeIn(error)
      if (failure) call.failure = { ...failure, ...(failure.reason && { reason: shown(failure.reason) }) }
      throw error
    } finally {
      call.endedAt = now()
    }
  }

  return {
    /** The same model; what it is asked is kept under the actor and its turn. */
    watched<M extends Asked>(model: M, key: string, { turn, kind }: Pick<CallRecord, 'turn' | 'kind'>): M {
      const fresh = (): Kept => ({ of: [{ key, turn }], call: { turn, kind, at: 0, model: model.name, prompt: [] } })
      const heard = hears && isTalk.has(kind) ? { heard: (piece: Parameters<Heard>[0]) => hears(key, piece) } : {}
      return { ...model, ask: (request: Request) => ask(model, { ...request, ...heard }, fresh()) }
    },
    /** The same model for one call that judges for so many `bots`: it is kept under each that took part. */
    shared<M extends Asked>(model: M): { model: M; took: (key: string, turn: number, bots: number) => void } {
      const one: Kept = { of: [], call: { turn: null, kind: 'decide', at: 0, model: model.name, prompt: [] } }
      const took = (key: string, turn: number, bots: number): void => {
        one.call.bots = bots
        if (!one.of.some((each) => each.key === key && each.turn === turn)) one.of.push({ key, turn })
      }
      return { model: { ...model, ask: (request: Request) => ask(model, request, one) }, took }
    },
    /** Of an actor, and of one turn of it if that is given; oldest first. */
    of: (key: string, turn?: number): CallRecord[] =>
      kept.flatMap(({ of, call }) =>
        of
          .filter((each) => each.key === key && (turn === undefined || each.turn === turn))
          .map((each) => ({ ...call, turn: each.turn })),
      ),
  }
}
