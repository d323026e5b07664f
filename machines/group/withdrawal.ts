// Requests that wait are withdrawn by who asked, and answered no more; what others asked stays (A5).
import { gated } from './record.ts'
import { groupSetup } from './setup.ts'
import type { GroupContext } from './context.ts'
import { withdraws } from './verdicts/withdrawal.ts'
import { withdrawalSignInput } from './withdraw.ts'

const withdraw = gated('control', withdraws, 'withdraw')

export const withdrawal = groupSetup.createStateConfig({
  initial: 'idle',
  on: {
    'message.received': [
      {
        description: 'Who asked calls it off before it is answered: a sign says so.',
        guard: 'mayShowWithdrawal',
        target: '.signing',
        ...gated('control', withdraws, 'withdraw', 'keepWithdrawal'),
      },
      { description: 'No sign may be given, or one for the work is.', guard: 'isWithdrawal', ...withdraw },
    ],
    'message.recalled': { description: 'A message that waits was taken back.', guard: 'isWithdrawal', ...withdraw },
    'command.received': { description: 'An operator orders it to stop.', guard: 'isWithdrawal', ...withdraw },
  },
  states: {
    idle: { description: 'Nobody is shown that a request was withdrawn.' },
    signing: {
      description: 'A request was withdrawn: a sign says so.',
      exit: 'forgetWithdrawal',
      invoke: {
        id: 'signWithdrawal',
        src: 'sign',
        input: ({ context }: { context: GroupContext }) => withdrawalSignInput(context),
        onDone: 'idle',
        onError: 'idle',
      },
      after: { signTimeout: 'idle' },
    },
  },
})
