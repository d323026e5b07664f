// How many tokens a model call may take, before it is made (U2, U3).
import type { GroupInput, ReplyType } from '../group/settings.ts'
import type { Ledger } from '../group/context.ts'
import { tokenRoom } from './budget.ts'

export type Call = 'decide' | 'compose'

type Sized = Pick<GroupInput, 'settings' | 'overhead'>

// Estimates of a prompt run up to a quarter low on some tokenizers.
const margin = 1.25
// The least talk worth judging: two short lines.
const leastTalk = 40
// What a decision writes when it does not reason.
const usualDecision = 30
/** Share of `reply.maxOutputTokens` that a type of reply may take. */
const shareOf: Record<ReplyType, number> = { reaction: 0.1, short: 0.4, normal: 0.8, long: 1 }

interface Wanted {
  call: Call
  type: ReplyType
  asked: boolean
  /** It may look at what messages carry, and is offered tools. */
  attachments?: boolean
  tools?: boolean
}

/** Tokens held for a call: what it wants, less what is kept and what a later call of the same turn needs at the least. */
export function reservation(
  input: GroupInput,
  ledger: Ledger,
  at: number,
  { call, type, asked, attachments = false, tools = false }: Wanted,
): number {
  const later = call === 'decide' ? leastOf(input, 'compose', 'short') : 0
  const room = tokenRoom(ledger, input.settings, at, asked ? undefined : unaskedNeed(input))
  const attached = call === 'compose' && attachments ? (input.overhead.attachments ?? 0) : 0
  const beside = attached + (tools ? (input.agent?.overhead ?? 0) : 0)
  const most =
    prompt(input, call, limitsOf(input, call).maxTalkTokens + beside) +
    (tools ? toolsOutput(input) : outputOf(input, call, type))
  // What a failed try may have cost is held beside the next one, where there is room for it.
  const wanted = most * (input.tries?.[call] ?? 1)
  return Math.max(leastOf(input, call, type), Math.min(wanted, room - later))
}

/** Arguments of a tool may be longer than a reply. */
export const toolsOutput = ({ settings, agent }: Pick<GroupInput, 'settings' | 'agent'>): number =>
  Math.max(settings.reply.maxOutputTokens, agent?.run.maxOutputTokens ?? 0)

/**
 * The least that the calls ahead can do with, one after the other; below it the budget gate says no. `likely`: the first
 * one counts as what it usually costs, for it is settled before the second is held.
 */
export function needOf(input: Sized, calls: readonly Call[], first: 'likely' | 'least' = 'likely'): number {
  const [call, next] = calls
  if (call === undefined) return 0
  const least = leastOf(input, call, 'short')
  if (next === undefined) return least
  const usual = input.overhead[call] + talkOf(input, call) + usualDecision
  return Math.max(least, (first === 'least' ? least : usual) + leastOf(input, next, 'short'))
}

/** The least that a turn which nobody asked for can do with: what is kept for people's requests leaves room for it (U5). */
export const unaskedNeed = (input: Sized): number => needOf(input, ['decide', 'compose'], 'least')

/** What a call costs in a talk that fills its prompt: a decision of a few words, a short reply. */
export const usualCost = (input: Sized, call: Call): number =>
  input.overhead[call] +
  limitsOf(input, call).maxTalkTokens +
  (call === 'decide' ? usualDecision : outputOf(input, call, 'short'))

/** Most tokens of an answer. */
export function outputOf(input: Sized, call: Call, type: ReplyType): number {
  const { maxOutputTokens } = limitsOf(input, call)
  return call === 'decide' ? maxOutputTokens : Math.max(16, Math.ceil(maxOutputTokens * shareOf[type]))
}

export const leastOf = (input: Sized, call: Call, type: ReplyType): number =>
  prompt(input, call, talkOf(input, call)) + outputOf(input, call, type)

const prompt = (input: Sized, call: Call, talk: number): number => Math.ceil((input.overhead[call] + talk) * margin)
const talkOf = (input: Sized, call: Call): number => Math.min(leastTalk, limitsOf(input, call).maxTalkTokens)
const limitsOf = ({ settings }: Sized, call: Call) => (call === 'decide' ? settings.decision : settings.reply)
