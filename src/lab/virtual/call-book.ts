// Books what the calls of a play cost: how many of which kind, tokens, time, money, and what failed.

/** `decide`, `rejudge`, `compose`; others as they come. */
export type CallKind = string

export interface Call {
  kind: CallKind
  model: string
  ms: number
  /** As the provider counted them; absent: it did not tell. */
  tokens?: number
  /** Those of them that the prompt took. */
  promptTokens?: number
  /** Kind of its failure. */
  failure?: string
}

/** Money for a million tokens. */
export interface Prices {
  in: number
  out: number
}

export interface Cost {
  /** Names of the models that were asked. */
  models: string[]
  calls: number
  callsByKind: Record<CallKind, number>
  /** As the provider counted them; `in` and `out` of the calls of which it told both. */
  tokens: { total: number; in: number; out: number }
  /** Calls that the provider gave no count for. */
  uncounted: number
  /** Failed calls by kind of failure. */
  failures: Record<string, number>
  /** Answers in which no decision or reply could be found. */
  unreadable: number
  /** Of the calls that were answered; null: there was none. */
  latencyMs: { mean: number; p50: number; p95: number } | null
  /** null: no prices were given. */
  money: number | null
}

export type CallBook = ReturnType<typeof makeCallBook>

export function makeCallBook() {
  const calls: Call[] = []
  let unreadable = 0
  return {
    enter: (call: Call): void => void calls.push(call),
    enterUnreadable: (): void => void (unreadable += 1),
    cost(prices?: Prices): Cost {
      const spent = sum(calls.map(({ tokens = 0 }) => tokens))
      const into = sum(calls.map(({ promptTokens = 0 }) => promptTokens))
      const out = sum(
        calls.map(({ tokens = 0, promptTokens }) => (promptTokens === undefined ? 0 : tokens - promptTokens)),
      )
      return {
        models: [...new Set(calls.map(({ model }) => model))],
        calls: calls.length,
        callsByKind: counted(calls.map(({ kind }) => kind)),
        tokens: { total: spent, in: into, out },
        uncounted: calls.filter(({ tokens }) => tokens === undefined).length,
        failures: counted(calls.flatMap(({ failure }) => failure ?? [])),
        unreadable,
        latencyMs: spread(calls.filter(({ failure }) => failure === undefined).map(({ ms }) => ms)),
        money: prices ? Number(((into * prices.in + out * prices.out) / 1_000_000).toFixed(6)) : null,
      }
    },
  }
}

function counted(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

function spread(values: readonly number[]): Cost['latencyMs'] {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
  return { mean: Math.round(sum(values) / values.length), p50: at(0.5), p95: at(0.95) }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
