// What a verdict says of a turn or a message, by name: whoever reads verdicts asks here instead of comparing gates.
import type { Verdict } from '../group.types.ts'

type Said = Readonly<Pick<Verdict, 'gate' | 'outcome'>>

/** A turn takes its batch, for the first time or anew. */
export const isTurnStart = (said: Said): boolean => isTurnOpening(said) || isTurnRestart(said)
export const isTurnOpening = ({ gate, outcome }: Said): boolean => gate === 'dispatch' && outcome === 'start'
export const isTurnRestart = ({ gate, outcome }: Said): boolean => gate === 'dispatch' && outcome === 'restart'
export const isTurnEnd = ({ gate, outcome }: Said): boolean => gate === 'dispatch' && outcome === 'end'
/** The end of a turn in which something was sent. */
export const isReplied = (end: Readonly<Pick<Verdict, 'gate' | 'outcome' | 'why'>>): boolean =>
  isTurnEnd(end) && end.why === 'replied'
/** The channel has the reply; `messages`: those that it answers, the one that it is posted as a reply to first. */
export const isSend = ({ gate, outcome }: Said): boolean => gate === 'send' && outcome === 'sent'
/** The full queue gave a message up before any turn took it. */
export const isGivenUp = ({ gate, outcome }: Said): boolean => gate === 'dispatch' && outcome === 'drop'
/** A gate said no with it. */
export const isRefusal = ({ outcome }: Pick<Said, 'outcome'>): boolean => refusing.has(outcome)
const refusing = new Set(['skip', 'failed', 'drop'])
export const isFailure = ({ outcome }: Pick<Said, 'outcome'>): boolean => outcome === 'failed'
/** A request waits for the budget. */
export const isHold = ({ outcome }: Pick<Said, 'outcome'>): boolean => outcome === 'hold'
/** The room is shown that a request waits, or is not answered: tells what the gate has said. */
export const isSign = ({ outcome }: Pick<Said, 'outcome'>): boolean => outcome === 'sign'
