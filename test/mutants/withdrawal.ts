// Mutants of requests that are withdrawn before they are answered, and of who is answered together (A5, A6).
import { type MutantArea, mutantsIn } from './mutant.ts'

const group = mutantsIn('machines/group/')
const withdraw = group('withdraw')
const runRights = group('run-rights')

export const withdrawalMutants: MutantArea = {
  tests: [
    'test/machines/withdrawal.test.ts',
    'test/machines/rights-apart.test.ts',
    'test/room/one-to-one-stop.test.ts',
    'test/jobs/run/recalls.test.ts',
  ],
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
    runRights(
      'people of different rights are answered together',
      'new Set(rights.values()).size < 2',
      'rights.size >= 0',
    ),
    runRights('what the others asked is lost', 'rest: waiting.filter(isRest)', 'rest: []'),
    runRights(
      'bots go before people',
      "[begun, waiting.filter(({ kind }) => kind === 'person'), waiting]",
      '[begun, waiting]',
    ),
    group('conditions')(
      'a mention of a member takes the place of a draft of an operator’s',
      'if (isOfOtherRights(context, message, at)) return false',
      '',
    ),
    group('command')(
      'a command that withdraws a request says that there was nothing to stop',
      'withdrawnInQueue(context, event).length > 0',
      'withdrawnInQueue(context, event).length > 99',
    ),
    {
      name: 'an operator who asked nothing leaves the work to those who did',
      file: 'machines/group/run-stops.ts',
      text: 'others.length === 0 || others.length === asked.length',
      replacement: 'others.length === 0',
    },
    {
      name: 'what others asked is gone with work that one of them calls off',
      file: 'machines/group/run-stops.ts',
      text: '  const pending = mergeByTime(others, queue.pending)',
      replacement: '  const { pending } = queue',
    },
  ],
}
