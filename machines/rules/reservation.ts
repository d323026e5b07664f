// How many tokens a model call may take, before it is made (U2, U3).
import type { GroupInput, Ledger } from '../group.types.ts'
import { tokenRoom } from './budget.ts'

export type Call = 'decide' | 'compose'

// Estimates of a prompt run up to a quarter low on some tokenizers.
const margin = 1.25
// The least talk worth judging: about three short lines.
const leastTalk = 80

/** Tokens held for a call: what it wants, less what a later call of the same turn will need at the least. */
export function reservation(input: GroupInput, ledger: Ledger, at: number, call: Call): number {
  const later = call === 'decide' ? leastOf(input, 'compose') : 0
  const room = tokenRoom(ledger, input.settings, at)
  return Math.max(leastOf(input, call), Math.min(mostOf(input, call), room - later))
}

/** The least a call can do with; below it the budget gate says no. */
export function leastOf(input: GroupInput, call: Call): number {
  const { maxTalkTokens, maxOutputTokens } = limitsOf(input, call)
  return Math.ceil((input.overhead[call] + Math.min(leastTalk, maxTalkTokens)) * margin) + maxOutputTokens
}

function mostOf(input: GroupInput, call: Call): number {
  const { maxTalkTokens, maxOutputTokens } = limitsOf(input, call)
  return Math.ceil((input.overhead[call] + maxTalkTokens) * margin) + maxOutputTokens
}

const limitsOf = ({ settings }: GroupInput, call: Call) => (call === 'decide' ? settings.decision : settings.reply)
