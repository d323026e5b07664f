// Mutants of the slices that a cluster's ceilings hand out.
import { type MutantArea, mutantsIn } from './mutant.ts'

const inHost = mutantsIn('src/host/restate/')
const [book, purse, purses] = [inHost('ceiling-book'), inHost('purse'), inHost('purses')]
const calls = mutantsIn('src/jobs/')('call-cost')

export const ceilingMutants: MutantArea = {
  tests: ['test/host/ceilings/slices.test.ts', 'test/jobs/call-slices.test.ts'],
  mutants: [
    book(
      'a ceiling grants one more than it allows',
      'after[kind] > ask.limit[kind]',
      'after[kind] > ask.limit[kind] + 1',
    ),
    book('a slice comes back by itself', 'until + marginMs + dayMs > book.at', 'until > book.at'),
    book('a day of a ceiling is short of some minutes', '(slot + 2) * slotMs + dayMs', 'slot * slotMs + dayMs'),
    purse(
      'a purse lends after its lease',
      'now() - leased.now < leaseMs && elapsed() - leased.elapsed < leaseMs',
      'true',
    ),
    purse('a purse gives back what is held', 'atLeast0(free())', 'atLeast0(plus(free(), held))'),
    purse('calls under way at a stop cost nothing', 'spent: plus(spent, held), isOver: true', 'spent, isOver: true'),
    purses('a killed holder has spent nothing', 'spent: most, returned', 'spent: nothing, returned'),
    purses('a halt during a call changes nothing', 'halts === before ? cost : highest(cost, whole)', 'cost'),
    calls('a call that was left has cost what had begun', 'signal?.aborted ? held : 0', '0'),
  ],
}
