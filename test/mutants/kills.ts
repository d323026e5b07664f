// Mutants of what a run is told after a crash: they are noticed by kills.
import { type MutantArea, mutantsIn } from './mutant.ts'

const hosted = mutantsIn('src/jobs/')('hosted-group')

export const killMutants: MutantArea = {
  tests: ['test/crash/agent.test.ts'],
  mutants: [
    hosted(
      'what may have been done is done again after a crash',
      "call.effect === 'once' && !call.refused ? 'interrupt' : 'rerun'",
      "call.refused ? 'interrupt' : 'rerun'",
    ),
    hosted(
      'what has a key is given up after a crash',
      "call.effect === 'once' && !call.refused ? 'interrupt' : 'rerun'",
      "call.effect !== 'read' ? 'interrupt' : 'rerun'",
    ),
  ],
}
