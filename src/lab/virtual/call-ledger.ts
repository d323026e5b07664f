// Books what the calls of a play cost: how many of which kind, tokens, time, money, and what failed.
import { atShare, countsOf, sum } from '../counting.ts'

interface Call {
  /** `decide`, `rejudge`, `compose`; others as they come. */
  kind: string
  model: string
  ms: number
  /** As the provider counted them; absent: it did not tell. */
  tokens?: number | undefined
  /** Those of them that the prompt took. */
  promptTokens?: number | undefined
  /** Kind of its failure. */
  failure?: string | undefined
}

/** Money for a million tokens. */
export interface Prices {
  in: number
  out: number
}

export type CallLedger = ReturnType<typeof makeCallLedger>
export type Cost = ReturnType<CallLedger['cost']>

export function makeCallLedger() {
  const calls: Call[] = []
  let unreadable = 0
  return {
    enter: (call: Call): void => void calls.push(call),
    enterUnreadable: (): void => void (unreadable += 1),
    cost(prices?: Prices) {
      const spent = sum(calls.map(({ tokens = 0 }) => tokens))
      const into = sum(calls.map(({ promptTokens = 0 }) => promptTokens))
      const out = sum(
        calls.map(({ tokens = 0, promptTokens }) => (promptTokens === undefined ? 0 : tokens - promptTokens)),
      )
      return {
        /** Names of the models that were asked. */
        models: [...new Set(calls.map(({ model }) => model))],
        calls: calls.length,
        callsByKind: countsOf(calls.map(({ kind }) => kind)),
        /** As the provider counted them; `in` and `out` of the calls of which it told both. */
        tokens: { total: spent, in: into, out },
        /** Calls that the provider gave no count for. */
        uncounted: calls.filter(({ tokens }) => tokens === undefined).length,
        /** Failed calls by kind of failure. */
        failures: countsOf(calls.flatMap(({ failure }) => failure ?? [])),
        /** Answers in which no decision or reply could be found. */
        unreadable,
        /** Of the calls that were answered; null: there was none. */
        latencyMs: spread(calls.filter(({ failure }) => failure === undefined).map(({ ms }) => ms)),
        /** null: no prices were given. */
        money: prices ? Number(((into * prices.in + out * prices.out) / 1_000_000).toFixed(6)) : null,
      }
    },
  }
}

function spread(values: readonly number[]) {
  if (values.length === 0) return null
  const at = (share: number): number => Math.round(atShare(values, share) ?? 0)
  return { mean: Math.round(sum(values) / values.length), p50: at(0.5), p95: at(0.95) }
}
