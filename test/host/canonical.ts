// JSON with sorted keys, so that equal values are equal texts.
import type { AnyMachineSnapshot } from 'xstate'

const canonical = (value: unknown): string => JSON.stringify(value, sorted)

/** A snapshot's memory; its input belongs to the host. */
export const contextOf = ({ context }: AnyMachineSnapshot): string =>
  canonical({ ...(context as object), input: undefined })

const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
