// Commands of operators are done and answered one after the other, beside every turn: no model is asked, no gate is met (A4).
import { or } from 'xstate'
import type { CommandOutput } from './children.ts'
import { answerInput, commandInput } from './command.ts'
import { gated, record } from './record.ts'
import { groupSetup } from './setup.ts'
import type { GroupContext } from './context.ts'
import { commandEnds, commandEntries, commandTaken, outcomeEntries, tooManyCommands } from './verdicts/commands.ts'
import { withdraws } from './verdicts/withdrawal.ts'

const output = ({ event }: { event: { output: CommandOutput } }): CommandOutput => event.output
const noteOutcome = { type: 'noteEntries', params: outcomeEntries } as const
const toFailed = { target: 'answering', actions: [noteOutcome, 'keepCommandFailure'] } as const
const over = (why: 'commandAnswered' | 'commandFailed') =>
  ({ target: 'idle', ...gated('control', commandEnds(why), 'dropCommand') }) as const

export const commands = groupSetup.createStateConfig({
  initial: 'idle',
  on: {
    'command.received': [
      { guard: 'areCommandsMany', ...gated('control', tooManyCommands) },
      {
        description: 'It withdraws what the operator asked, too.',
        guard: 'isWithdrawal',
        ...gated(
          'control',
          commandTaken,
          { type: 'noteEntries', params: commandEntries },
          'keepCommand',
          record(withdraws),
          'withdraw',
        ),
      },
      {
        description: 'It is on the tape before it is answered.',
        ...gated('control', commandTaken, { type: 'noteEntries', params: commandEntries }, 'keepCommand'),
      },
    ],
  },
  states: {
    idle: {
      description: 'No operator waits for an answer.',
      always: { guard: 'hasCommand', target: 'running' },
    },
    running: {
      description: 'What the command asks for is looked up; a shell command is run.',
      tags: 'busy',
      invoke: {
        id: 'command',
        src: 'command',
        input: ({ context }: { context: GroupContext }) => commandInput(context),
        onDone: {
          target: 'answering',
          actions: [noteOutcome, { type: 'keepCommandAnswer', params: output }],
        },
        onError: toFailed,
      },
      after: { commandTimeout: toFailed },
    },
    answering: {
      description: 'The answer is posted, with a key so that it is posted once.',
      tags: 'busy',
      entry: 'countAnswerTry',
      invoke: {
        id: 'answer',
        src: 'answer',
        input: ({ context }: { context: GroupContext }) => answerInput(context),
        onDone: over('commandAnswered'),
        onError: [{ guard: or(['isPermanent', 'isAnswerLate']), ...over('commandFailed') }, { target: 'backingOff' }],
      },
      after: { deliveryTimeout: [{ guard: 'isAnswerLate', ...over('commandFailed') }, { target: 'backingOff' }] },
    },
    backingOff: {
      description: 'The channel is not available: the answer is kept until it expires.',
      after: { deliveryBackoff: 'answering' },
    },
  },
})
