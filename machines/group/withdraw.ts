// Who asked takes it back before it is answered: by a word, by a command, or with the message itself (A5).
import { targetsOf } from './call-inputs.ts'
import { turnOf, withoutWithdrawn } from './changes.ts'
import type { SignInput } from './children.ts'
import type { GroupContext, Turn } from './context.ts'
import { withoutDraft } from './draft.ts'
import { currentRef } from './events.ts'
import type { GroupEvent, MessageRef } from './types.ts'
import { isAsked } from '../rules/requests.ts'

type Change = Partial<GroupContext>

/** What is taken back: all that somebody asked, or one message. */
type Withdrawn = { sender: string } | { message: string }

function withdrawnBy(event: GroupEvent): Withdrawn | undefined {
  if (event.type === 'message.recalled') return { message: event.message }
  if (event.type === 'command.received' && event.command.name === 'stop') return { sender: event.message.sender }
  if (event.type !== 'message.received') return undefined
  const { kind, sender, wish } = currentRef(event.message)
  return kind === 'person' && (wish === 'stop' || wish === 'quiet') ? { sender } : undefined
}

/** With what somebody asks goes what they add to it; what they say to others is talk, and stays. */
function ownOf(refs: readonly MessageRef[], what: Withdrawn): MessageRef[] {
  const ofPeople = refs.filter(({ kind, scheduled }) => kind === 'person' && !scheduled)
  if ('message' in what) return ofPeople.filter(({ id }) => id === what.message)
  return ofPeople.filter(
    ({ sender, addressedToOther, continuesOtherExchange }) =>
      sender === what.sender && !addressedToOther && !continuesOtherExchange,
  )
}

/** In the buffer and behind it. */
export function withdrawnInQueue(context: GroupContext, event: GroupEvent): MessageRef[] {
  const what = withdrawnBy(event)
  if (!what) return []
  const { pending, buffer } = context.queue
  const own = ownOf([...pending, ...buffer], what)
  const isMeant = 'message' in what || isAskedIn(own, context) || withdrawnInTurn(context, event).length > 0
  return isMeant ? own : []
}

const isAskedIn = (refs: readonly MessageRef[], { input }: GroupContext): boolean =>
  refs.some((ref) => isAsked(ref, input.oneToOne))

/** In the batch of the turn under way; what a turn says of work is called off as that work is. */
export function withdrawnInTurn(context: GroupContext, event: GroupEvent): MessageRef[] {
  const { turn } = context
  const what = turn && !isOfWork(context, turn) ? withdrawnBy(event) : undefined
  if (!turn || !what || turn.calledOff) return []
  const left = leftOf(turn)
  const own = ownOf(left, what)
  // The channel has the reply: it stands for the others.
  if (turn.tries > 0 && own.length < left.length) return []
  if ('sender' in what) return isAskedIn(own, context) ? own : []
  // Nobody waits for an answer to other talk, and its words are in no prompt any more.
  return own.filter((ref) => isAskedIn([ref], context) || targetsOf(context).includes(ref.id))
}

const leftOf = ({ batch, withdrawn: gone = [] }: Turn): MessageRef[] => batch.filter(({ id }) => !gone.includes(id))

const isOfWork = ({ run }: GroupContext, { n, draft, workedUntil, reminder }: Turn): boolean =>
  run?.turn === n ||
  workedUntil !== undefined ||
  reminder !== undefined ||
  draft?.notice === true ||
  draft?.post === true

export const isWithdrawn = (context: GroupContext, event: GroupEvent): boolean =>
  withdrawnInQueue(context, event).length + withdrawnInTurn(context, event).length > 0

/** It is in no batch from now on. */
export function withdrawn(context: GroupContext, event: GroupEvent): Change {
  return { ...queueWithout(context, withdrawnInQueue(context, event)), ...turnWithout(context, event) }
}

function queueWithout({ queue }: GroupContext, gone: readonly MessageRef[]): Change {
  if (gone.length === 0) return {}
  const isLeft = (ref: MessageRef): boolean => !gone.includes(ref)
  const buffer = queue.buffer.filter(isLeft)
  // Nobody's sentence is awaited whose lines are gone.
  const direct = buffer.some(({ sender }) => sender === queue.direct?.sender) ? queue.direct : undefined
  return { queue: { ...queue, pending: queue.pending.filter(isLeft), buffer, direct } }
}

/** A turn that is for nobody else is called off; another one goes on with what others said. */
function turnWithout(context: GroupContext, event: GroupEvent): Change {
  const { turn, budget } = context
  const gone = withdrawnInTurn(context, event).map(({ id }) => id)
  if (!turn || gone.length === 0) return {}
  const next: Turn = { ...turn, withdrawn: [...(turn.withdrawn ?? []), ...gone] }
  const batch = leftOf(next)
  // A call or a post that was made for them is booked to them.
  const kept: Turn = budget.reserved || turn.tries > 0 ? next : { ...next, batch }
  return { turn: batch.length > 0 ? kept : { ...kept, calledOff: withdrawnWhy(event) } }
}

/** What was written or is being written answers what is withdrawn, too. */
export const isCutShort = ({ turn }: GroupContext): boolean => turn?.withdrawn !== undefined

/** The turn begins anew with the rest. */
export function restTaken(context: GroupContext): Change {
  const turn = turnOf(context)
  return { turn: { ...withoutDraft(withoutWithdrawn(turn)), batch: leftOf(turn), moved: 0, answered: false } }
}

export const withdrawnWhy = ({ type }: { type: string }): 'requestWithdrawn' | 'requestRecalled' =>
  type === 'message.recalled' ? 'requestRecalled' : 'requestWithdrawn'

// The sign that tells of it.

export const withdrawalSign = ({ id }: MessageRef): Change => ({ withdrawal: id })

export const withdrawalSignInput = ({ self, withdrawal }: GroupContext): SignInput => ({
  turn: self.turns,
  messages: withdrawal === undefined ? [] : [withdrawal],
  emoji: '👌',
})
