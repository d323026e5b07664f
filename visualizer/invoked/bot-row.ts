// The bot that a chart is of, be it one that its chart invokes.
import type { BoardRow } from '../../src/feed/contract.ts'
import type { State } from '../store.ts'

/** As in src/room/key.ts: `#agent/work/iris web:lobby` is what `iris web:lobby` invokes. */
export const botOf = (actor: string): string => actor.replace(/^(?:#[^/ ]+\/[^/ ]*\/)+/, '')

/** Of the chart that is shown. */
export const botRow = ({ rows, actor }: Pick<State, 'rows' | 'actor'>): BoardRow | undefined =>
  rows.get(botOf(actor ?? ''))
