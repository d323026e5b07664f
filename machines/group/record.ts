// A gate's transition: its verdict is recorded first, then comes what follows from it (S4).
import type { Gate } from './settings.ts'

export const record = <const V>(verdict: V) => ({ type: 'recordVerdict', params: verdict }) as const

export const gated = <const G extends Gate, const V, const A extends readonly unknown[]>(
  gate: G,
  verdict: V,
  ...then: A
) => ({ actions: [record(verdict), ...then], meta: { gate } }) as const
