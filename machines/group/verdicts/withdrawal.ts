// What becomes of requests that are withdrawn before they are answered, as records (S4).
import { turnOf } from '../changes.ts'
import type { GroupEvent } from '../types.ts'
import { withdrawnInQueue, withdrawnInTurn, withdrawnWhy } from '../withdraw.ts'
import { callsOff, callCharge } from './calls.ts'
import { type Args, ofTurn, type Params } from './gates.ts'

/** Of the messages that are answered no more. */
export function withdraws({ context, event }: Args): Params {
  const given = event as GroupEvent
  const gone = [...withdrawnInTurn(context, given), ...withdrawnInQueue(context, given)]
  return {
    turn: null,
    gate: 'control',
    outcome: 'withdrawn',
    why: withdrawnWhy(event),
    messages: gone.map(({ id }) => id),
  }
}

/** Of the word that withdraws them: no turn takes it. */
export const isWithdrawalWord = ({ event }: Args & { event: { message: { id: string } } }): Params => ({
  turn: null,
  gate: 'control',
  outcome: 'withdraws',
  why: 'withdrawal',
  messages: [event.message.id],
})

/** A call is under way: it is called off, and charged. */
export const callsOffCall = (args: Args): Params => ({ ...callsOff(args), ...callCharge(args.context) })

/** The same of a turn that goes on with what others said. */
export const withdrawsCall = ({ context, event }: Args): Params => ({
  ...ofTurn(context, 'control', 'skip', withdrawnWhy(event)),
  messages: turnOf(context).withdrawn ?? [],
  ...callCharge(context),
})
