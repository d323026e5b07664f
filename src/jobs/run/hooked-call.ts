// Hooks around one call of a tool: it is not made, waits for an operator's word, or its result is read as they leave it (A6).
import type { ActInput, Acted, Hooked } from '../../../machines/agent/children.ts'
import type { HookPlace, ToolCall } from '../../tools/hooks/contract.ts'
import type { Hooks } from '../../tools/hooks/hooks.ts'

export interface Stopped {
  /** For the model; absent: an operator is asked. */
  text?: string
  acted: Pick<Acted, 'hooked' | 'holds'>
}

export interface Shown {
  text: string
  isError: boolean
  acted: Pick<Acted, 'hooked' | 'readsOutside' | 'ends'>
}

export const callFor = (
  { run, call, askers, readOutside }: ActInput,
  { bot, group, oneToOne }: HookPlace,
  args: Record<string, unknown>,
): ToolCall => ({
  bot,
  group,
  oneToOne,
  run,
  call: call.id,
  tool: call.tool,
  args,
  askers,
  readOutside: readOutside === true,
  approved: call.approved === true,
})

/** Undefined: it may be made. A word that an operator gave to this very call is a word. */
export async function stoppedBy(
  hooks: Hooks | undefined,
  call: ToolCall,
  digest: string,
  signal: AbortSignal,
): Promise<Stopped | undefined> {
  if (!hooks) return undefined
  const said = await hooks.beforeTool(call, signal)
  if ('refused' in said) {
    const { by, reason, failed } = said.refused
    return {
      text: failed ? 'not made: what checks calls here failed' : `not made: ${reason || 'it is not allowed here'}`,
      acted: { hooked: { did: failed ? 'failed' : 'refused', by, ...worded(reason) } },
    }
  }
  const { asks } = said.ok
  if (!asks || call.approved) return undefined
  return { acted: { hooked: { did: 'asked', by: asks.by, ...worded(asks.reason) }, holds: { digest } } }
}

/** What the model reads of a result, and what becomes of the run. */
export async function shownBy(
  hooks: Hooks | undefined,
  call: ToolCall,
  { text, isError }: Pick<Shown, 'text' | 'isError'>,
  signal: AbortSignal,
): Promise<Shown> {
  if (!hooks) return { text, isError, acted: {} }
  const { withheld, changedBy, outside, ends, text: left } = await hooks.afterTool({ ...call, text, isError }, signal)
  const hooked: Hooked | undefined = ends
    ? { did: 'ended', by: ends.by, ...worded(ends.reason) }
    : withheld
      ? { did: 'withheld', by: withheld.by, ...worded(withheld.reason) }
      : changedBy !== undefined
        ? { did: 'changed', by: changedBy }
        : undefined
  return {
    text: withheld ? 'its result is withheld: what checks results here failed; it may have been done' : left,
    isError: isError || withheld !== undefined,
    acted: {
      ...(hooked && { hooked }),
      ...(outside && { readsOutside: true as const }),
      ...(ends && { ends: true as const }),
    },
  }
}

const worded = (reason: string): Pick<Hooked, 'reason'> => (reason === '' ? {} : { reason })
