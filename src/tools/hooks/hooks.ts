// The hooks of a service around its model calls and tool calls: asked one after the other, each of what those before it left (A6).
import type { HookName, ModelAnswer, ModelRequest, ToolCall, ToolResult } from './contract.ts'
import {
  answers,
  changedMark,
  type Heard,
  heardAfter,
  nothingDropped,
  type Offered,
  offerAfter,
  type Result,
  resultAfter,
  type Said,
  type Word,
} from './tighten.ts'

/** Somebody else's module, wherever it runs. */
export interface HookSource {
  name: string
  has: (hook: HookName) => boolean
  /** Rejects where it throws, or does not answer in time. */
  ask: (hook: HookName, given: object, bounds: { timeoutMs: number; signal: AbortSignal }) => Promise<unknown>
}

/** `failed`: no word of the hook's, but that it threw, hung, or said what is no answer. */
export interface Refusal extends Word {
  failed?: true
}

export type Or<T> = { ok: T } | { refused: Refusal }

/** Each rejects with the reason of the signal alone. */
export interface Hooks {
  /** What a model says is no word of the bot's before they have heard it. */
  checksAnswers: boolean
  beforeModel: (request: ModelRequest, signal: AbortSignal) => Promise<Or<Offered>>
  afterModel: (answer: ModelAnswer, signal: AbortSignal) => Promise<Or<Heard>>
  /** `asks`: an operator's word is wanted. */
  beforeTool: (call: ToolCall, signal: AbortSignal) => Promise<Or<{ asks?: Word }>>
  /** `withheld`: one of them failed, and nothing of the result is shown. */
  afterTool: (result: ToolResult, signal: AbortSignal) => Promise<Result & { withheld?: Refusal }>
}

/** All of them together, around one call, ms. */
export const longestHooks = 2_000

interface Watching {
  failed: (name: string, hook: HookName, error: unknown) => void
  timeoutMs?: number
}

export function makeHooks(sources: readonly HookSource[], { failed, timeoutMs = longestHooks }: Watching): Hooks {
  /** `given`: what the next one is asked of; `next`: what its answer leaves, or that it refuses. */
  async function through<Name extends HookName, State>(
    hook: Name,
    first: State,
    given: (state: State) => object,
    next: (state: State, said: Said<Name>, by: string) => Or<State>,
    signal: AbortSignal,
  ): Promise<{ state: State; refused?: Refusal }> {
    const until = performance.now() + timeoutMs
    let state = first
    for (const source of sources.filter((each) => each.has(hook))) {
      const { name: by } = source
      let said: Said<Name>
      try {
        const left = Math.max(1, until - performance.now())
        // oxlint-disable-next-line no-await-in-loop -- each is asked of what those before it left
        const answer = await source.ask(hook, given(state), { timeoutMs: left, signal })
        said = answers[hook].parse(answer ?? {}) as Said<Name>
      } catch (error) {
        signal.throwIfAborted()
        failed(by, hook, error)
        return { state, refused: { by, reason: `its ${hook} failed`, failed: true } }
      }
      const made = next(state, said, by)
      if ('refused' in made) return { state, refused: made.refused }
      state = made.ok
    }
    return { state }
  }

  const whole = <T>({ state, refused }: { state: T; refused?: Refusal }): Or<T> =>
    refused ? { refused } : { ok: state }

  return {
    checksAnswers: sources.some(({ has }) => has('afterModel')),
    beforeModel: async (request, signal) =>
      whole(
        await through<'beforeModel', Offered>(
          'beforeModel',
          { tools: request.tools, maxOutputTokens: request.maxOutputTokens },
          (offer) => ({ ...request, ...offer }),
          (offer, said, by) => refusedOr(said.refuse, by, () => offerAfter(offer, said)),
          signal,
        ),
      ),
    afterModel: async (answer, signal) =>
      whole(
        await through(
          'afterModel',
          nothingDropped,
          () => answer,
          (heard, said, by) => refusedOr(said.refuse, by, () => heardAfter(heard, said, answer.calls.length, by)),
          signal,
        ),
      ),
    beforeTool: async (call, signal) =>
      whole(
        await through<'beforeTool', { asks?: Word }>(
          'beforeTool',
          {},
          () => call,
          (state, { refuse, askOperators }, by) =>
            refusedOr(refuse, by, () =>
              askOperators === undefined || state.asks ? state : { asks: { by, reason: askOperators } },
            ),
          signal,
        ),
      ),
    async afterTool(result, signal) {
      const { state, refused } = await through<'afterTool', Result>(
        'afterTool',
        { text: result.text },
        ({ text }) => ({ ...result, text }),
        (before, said, by) => ({ ok: resultAfter(before, said, by) }),
        signal,
      )
      if (refused) return { ...state, text: '', withheld: refused }
      return state.changedBy === undefined ? state : { ...state, text: `${changedMark}${state.text}` }
    },
  }
}

const refusedOr = <State>(reason: string | undefined, by: string, next: () => State): Or<State> =>
  reason === undefined ? { ok: next() } : { refused: { by, reason } }
