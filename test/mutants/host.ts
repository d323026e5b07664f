// Mutants of the hosts: order, durability, duplicates, timers, what is taken up again.
import { type MutantArea, mutantsIn } from './mutant.ts'

const of = mutantsIn('src/host/')
const committer = of('local/committer')
const inRoom = mutantsIn('src/room/')
const plan = inRoom('plan')
const timers = inRoom('timers')
const local = of('local/local-host')
const jobs = of('running-jobs')
const transactions = of('local/transactions')

export const host: MutantArea = {
  tests: ['test/host', 'test/room', 'test/paths', 'test/machines', 'test/health', 'test/e2e'],
  mutants: [
    of('local/handed-in')(
      'what the store refuses together is not tried alone',
      'else for (const each of group) tryAlone(each)',
      'else for (const each of group) each.refused(error)',
    ),
    transactions(
      'a timer with slack rides along before it is due',
      '(unhurried.peek()?.due ?? Infinity) <= now',
      '(unhurried.peek()?.due ?? Infinity) <= now + 60_000',
    ),
    timers(
      'a timer without slack is put off',
      'const latest = due + slack(id)',
      'const latest = due + slack(id) + 3_000',
    ),
    plan(
      'a redelivered message is read once more',
      'if (bots.length > 0 && bots.every((bot) => made.dropped.includes(bot)))',
      'if (false)',
    ),
    plan(
      'a message is taken twice by a bot that has a copy',
      'read().filter(({ key }) => !before?.includes(partsOf(key).bot))',
      'read()',
    ),
    plan(
      'a message reaches no bot but the first one that has a copy',
      'bots.every((bot) => made.dropped.includes(bot))',
      'bots.some((bot) => made.dropped.includes(bot))',
    ),
    plan(
      'an answer of a call that is over counts',
      "if (job && !room.isUnderWay({ key, ...job })) return 'duplicate'",
      '',
    ),
    plan(
      'nobody waits for the words of another bot',
      'if (actor && mayWaitForFloor(actor)) take({ key, event })',
      'if (actor && mayWaitForFloor(actor)) standing(key)',
    ),
    inRoom('children')(
      'an invoked chart goes on when its state is left',
      'if (child && isActive(child)) stop(child)',
      '',
    ),
    inRoom('children')(
      'an invoked chart that begins anew counts its steps anew',
      'begin(key, standing(key)?.seq ?? 0,',
      'begin(key, 0,',
    ),
    inRoom('children')(
      'an answer of an invoked chart counts once the state is left',
      '=== seq && isInvoked(key))',
      '=== seq)',
    ),
    inRoom('children')(
      'a chart in the middle of a step is told something at once',
      'if (mail) mail.push(now)',
      'if (mail) now()',
    ),
    inRoom('children')(
      'what is sent to an invoked chart before it begins is lost',
      "filter((sent, k) => sent.type === 'send' && next(k) === effect)",
      'filter(() => false)',
    ),
    of('begun-costs')(
      'what an invoked chart has begun is not told to its invoker',
      'if (by === undefined) continue',
      'if (by !== undefined) continue',
    ),
    committer(
      'a step is not rolled back',
      "if (db.isTransaction) db.exec('ROLLBACK')",
      "if (db.isTransaction) db.exec('COMMIT')",
    ),
    timers(
      'a cancelled timer fires',
      "if (effect.type === 'timer.cancel') after = without(after, effect.id)\n    else if",
      'if',
    ),
    of('local/stored-jobs')(
      'a call that a crash cut off is asked again unpaid',
      'isInterrupted(hosted.jobs[src], event) && !isEarly(row)',
      'hosted.jobs[src] === undefined',
    ),
    local('overdue timers wait for a message', 'writes.arm(clock.now())\n    },', '},'),
    jobs('a call goes on when its state is left', 'running.get(nameOf(job.key, job.id))?.abort.abort()', ''),
    timers('timers fire in any order', 'a.due - b.due ||', 'b.due - a.due ||'),
    {
      name: 'the input is kept in the snapshot',
      file: 'src/room/stored-snapshots.ts',
      text: 'const { input: _, ...rest } =',
      replacement: 'const { ...rest } =',
    },
    {
      name: 'states are left from the outside in',
      file: 'src/room/lean-states.ts',
      text: 'b.order - a.order',
      replacement: 'a.order - b.order',
    },
    {
      name: 'an inner transition does not preempt an outer one',
      file: 'src/room/lean-states.ts',
      text: 'if (outer.length < others.length) continue',
      replacement: '',
    },
  ],
}
