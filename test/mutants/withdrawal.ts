// Mutants of requests that are withdrawn before they are answered, and of who is answered together (A5, A6).
import { type MutantArea, mutantsIn } from './mutant.ts'

const group = mutantsIn('machines/group/')
const withdraw = group('withdraw')

export const withdrawalMutants: MutantArea = {
  tests: ['test/machines/withdrawal.test.ts', 'test/room/one-to-one-stop.test.ts', 'test/jobs/run/recalls.test.ts'],
  mutants: [
    withdraw('anybody withdraws what others asked', 'sender === what.sender && ', ''),
    withdraw(
      'what follows a request that is withdrawn is answered',
      ' || withdrawnInTurn(context, event).length > 0',
      '',
    ),
    withdraw('a word for quiet leaves requests waiting', " || wish === 'quiet'", ''),
    withdraw('a withdrawn request stays in its turn', '...turnWithout(context, event) }', '}'),
    withdraw(
      'a call for what is withdrawn is booked to the others',
      'budget.reserved || turn.tries > 0 ? next',
      'turn.tries > 99 ? next',
    ),
    group('command')(
      'a command that withdraws a request says that there was nothing to stop',
      'withdrawnInQueue(context, event).length > 0',
      'withdrawnInQueue(context, event).length > 99',
    ),
  ],
}
