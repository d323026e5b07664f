// JSON with sorted keys, so that equal values are equal texts.
import type { AnyMachineSnapshot } from 'xstate'

export const canonical = (value: unknown): string => JSON.stringify(value, sorted)

/** A snapshot's state and memory; its input belongs to the host. */
export const momentOf = ({ value, context }: AnyMachineSnapshot): string =>
  canonical([value, { ...(context as object), input: undefined }])

const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
