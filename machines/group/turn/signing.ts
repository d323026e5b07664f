// A sign that the room can see: a request waits for the budget, or is not answered (U2).
import { signInput } from '../budget-wait.ts'
import { record } from '../record.ts'
import { signs } from '../verdicts/budget.ts'

/** A reaction, asked for once a message; whether it came to stand there changes nothing. */
export const signing = (then: 'held') =>
  ({
    entry: ['keepSigns', record(signs)],
    invoke: {
      id: 'sign',
      src: 'sign',
      input: ({ context }: { context: Parameters<typeof signInput>[0] }) => signInput(context),
      onDone: then,
      onError: then,
    },
    after: { signTimeout: then },
    on: { 'message.received': { guard: 'isSignLate', target: then } },
  }) as const
