// The last model calls as they were asked and answered, for the why-panel: in memory, bounded, and without secrets.
import { causeIn } from '../../machines/group/verdicts/why.ts'
import type { CallRecord } from './contract.ts'

const maxCalls = 200
/** UTF-16 units kept of a call's prompt, and of its answer. */
const longest = 20_000
/** What is shorter is no secret, and would be found in every text. */
const shortestSecret = 6

/** What a call is asked of: as much of a chat model as is watched. */
interface Asked {
  name: string
  ask(request: { messages: CallRecord['prompt'] }): Promise<{ text: string; tokens?: number; by?: string }>
}

export type Calls = ReturnType<typeof makeCalls>

/** `secrets` are struck out wherever they stand. */
export function makeCalls({ now, secrets }: { now: () => number; secrets: readonly string[] }) {
  const kept: { key: string; call: CallRecord }[] = []
  const hidden = secrets.filter(({ length }) => length >= shortestSecret)
  const shown = (text: string): string => {
    let clean = text
    for (const secret of hidden) clean = clean.replaceAll(secret, '***')
    return clean.length > longest ? `${clean.slice(0, longest)}…` : clean
  }

  function keep(key: string, call: CallRecord): void {
    kept.push({ key, call })
    if (kept.length > maxCalls) kept.shift()
  }

  return {
    /** The same model; what it is asked is kept under the actor and its turn. */
    watched<M extends Asked>(model: M, key: string, { turn, kind }: Pick<CallRecord, 'turn' | 'kind'>): M {
      const ask: Asked['ask'] = async (request) => {
        const prompt = request.messages.map(({ role, content }) => ({ role, content: shown(content) }))
        const call: CallRecord = { turn, kind, at: now(), model: model.name, prompt }
        keep(key, call)
        try {
          const answer = await model.ask(request)
          call.answer = shown(answer.text)
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
      return { ...model, ask }
    },
    /** Of an actor, and of one turn of it if that is given; oldest first. */
    of: (key: string, turn?: number): CallRecord[] =>
      kept.flatMap(({ key: whose, call }) =>
        whose === key && (turn === undefined || call.turn === turn) ? [call] : [],
      ),
  }
}
