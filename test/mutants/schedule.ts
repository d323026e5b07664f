// Mutants of what is said and done later: when, how often, in whose name.
import { type MutantArea, mutantsIn } from './mutant.ts'

const jobs = mutantsIn('src/jobs/schedule/')
const when = mutantsIn('src/language/')('when')
const rows = mutantsIn('machines/schedule/')('rows')
const chart = mutantsIn('machines/schedule/')('schedule')
const look = jobs('look-at-clock')
const tools = jobs('schedule-tools')

export const scheduleMutants: MutantArea = {
  tests: ['test/language/when.test.ts', 'test/machines/schedule.test.ts', 'test/jobs/schedule'],
  mutants: [
    when('hours of a list come twice when the clocks are set back', "'no-wildcard'", "'single-value'"),
    when('what is missed is made good one time after the other', 'Math.max(wall, next)', 'next'),
    rows('a call that comes again makes a row anew', '!made.includes(id) && ', ''),
    rows('a row of the file begins anew at every start', 'if (known) return { ...row, next: known.next }', ''),
    rows('nobody looks at the clock for long', 'const longestWaitMs = 3_600_000', 'const longestWaitMs = 36_000_000'),
    chart('who may not have it done has it done', 'found.refused ? [] : rows.toldOf(row, at)', 'rows.toldOf(row, at)'),
    look('who was an operator once is one', 'return bot.operators.includes(by)', 'return true'),
    look('who is denied by now has it done', "=== 'senderDenied') return false", "=== 'senderDenied') return true"),
    tools('of several who ask the first one counts', '!operators.includes(asker)) ?? askers[0]', 'true) ?? askers[0]'),
  ],
}
