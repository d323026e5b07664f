// What a verdict says of a turn or a message, by name: whoever reads verdicts asks here instead of comparing gates.
import type { Verdict } from '../types.ts'

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
export const isSkip = ({ outcome }: Pick<Said, 'outcome'>): boolean => outcome === 'skip'
export const isFailure = ({ outcome }: Pick<Said, 'outcome'>): boolean => outcome === 'failed'
export const isWait = ({ outcome }: Pick<Said, 'outcome'>): boolean => outcome === 'wait'
/** A request waits for the budget. */
export const isHold = ({ outcome }: Pick<Said, 'outcome'>): boolean => outcome === 'hold'
/** A window has no room for what the turn needs: it waits, or is given up. */
export const isOutOfBudget = ({ gate, outcome }: Said): boolean =>
  gate === 'budget' && (outcome === 'hold' || outcome === 'skip')
/** The room is shown that a request waits, or is not answered: tells what the gate has said. */
export const isSign = ({ outcome }: Pick<Said, 'outcome'>): boolean => outcome === 'sign'
/** The buffer hands a batch on. */
export const isFlush = ({ gate }: Pick<Said, 'gate'>): boolean => gate === 'buffer'
/** The bot's own word came back to it. */
export const isOwn = ({ gate }: Pick<Said, 'gate'>): boolean => gate === 'own'
/** Who wrote it is not served. */
export const isNotServed = ({ gate }: Pick<Said, 'gate'>): boolean => gate === 'admission'
/** A message for the tools at work: no turn takes it. */
export const isToRun = ({ gate, outcome }: Said): boolean => gate === 'work' && outcome === 'heard'
/** A request that its sender withdrew, and the word that did so: no turn takes them. */
export const isWithdrawn = ({ gate, outcome }: Said): boolean => gate === 'control' && outcome.startsWith('withdraw')
/** A command of an operator's: no turn takes it. */
export const isCommand = ({ gate, outcome }: Said): boolean => gate === 'control' && outcome === 'command'
/** What became of it: its answer was posted, or was not. */
export const isCommandAnswered = ({ gate, outcome }: Said): boolean => gate === 'control' && outcome === 'answered'
export const isCommandFailed = ({ gate, outcome }: Said): boolean => gate === 'control' && outcome === 'failed'
/** Before a call, before a post: what the budget says, and every sign. */
export const isBudgets = ({ gate }: Pick<Said, 'gate'>): boolean => gate === 'budget'
/** The model's judgement of a batch, its reply, and its judgement of a draft. */
export const isDecision = ({ gate }: Pick<Said, 'gate'>): boolean => gate === 'decide'
export const isComposition = ({ gate }: Pick<Said, 'gate'>): boolean => gate === 'compose'
export const isRejudgement = ({ gate }: Pick<Said, 'gate'>): boolean => gate === 'rejudge'
export const isModelCall = (said: Pick<Said, 'gate'>): boolean =>
  isDecision(said) || isComposition(said) || isRejudgement(said)
/** Whatever the channel did with a reply. */
export const isDelivery = ({ gate }: Pick<Said, 'gate'>): boolean => gate === 'send'
/** The typing delay of a draft begins. */
export const isTypingDelay = ({ gate, outcome }: Said): boolean => gate === 'delay' && outcome === 'wait'
/** Model calls that it tells of: one that was made for several bots counts where it was asked for. */
export const callsIn = ({ tokens, numbers }: Readonly<Pick<Verdict, 'tokens' | 'numbers'>>): number =>
  tokens === undefined ? 0 : Number(numbers?.['calls'] ?? 1)
