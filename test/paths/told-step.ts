// A step as text: when it was taken, on what, and where the chart stands after it with what it keeps in mind.
import type { AnyMachineSnapshot } from 'xstate'
import { contextOf } from '../host/canonical.ts'
import type { WalkStep } from './graph.ts'

/** Of the model. */
export function expectedStep({ event: { type }, moment }: WalkStep): string {
  // Most steps stand in many walks.
  const before = known.get(moment)
  if (before !== undefined) return before
  const text = toldStep(type, moment.at, moment.chart)
  known.set(moment, text)
  return text
}

const known = new WeakMap<object, string>()

/** Of a host. */
export function toldStep(type: string, at: number, snapshot: unknown): string {
  const stood = snapshot as AnyMachineSnapshot
  return `${at} ${type} ${JSON.stringify(stood.value)} ${contextOf(stood)}`
}
