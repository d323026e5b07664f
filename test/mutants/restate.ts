// Mutants of the host on Restate that the walks there notice.
import { type MutantArea, mutantsIn } from './mutant.ts'

const inHost = mutantsIn('src/host/restate/')
const [turn, endpoint] = [inHost('turn'), inHost('endpoint')]

export const restateMutants: MutantArea = {
  tests: ['test/host/restate/paths.test.ts'],
  mutants: [
    turn('a call on Restate goes on when its chart has left it', 'else stops.push(', 'else void ('),
    turn('a room on Restate wakes a ms late', '{ n: lastWake + 1, due }', '{ n: lastWake + 1, due: due + 1 }'),
    turn('a timer on Restate is not due at its ms', 'timer.due > now', 'timer.due >= now'),
    endpoint(
      'a connection of Restate ends under a new call',
      'session.settings({ maxConcurrentStreams: 0 }, () => session.close())',
      'session.close()',
    ),
  ],
}
