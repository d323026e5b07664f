// The contract of every host, on Restate.
import { expect, test } from 'vitest'
import { begin, childContract, iris, kindOf } from '../contract/children.ts'
import { hostContract } from '../contract/contract.ts'
import { cutOffContract, type Work, workOf, worker } from '../contract/cut-off.ts'
import { lead } from '../contract/family.ts'
import { floorContract } from '../contract/floor.ts'
import { hastyContract } from '../contract/hasty.ts'
import { lifeContract } from '../contract/lives.ts'
import { restateWorld } from '../contract/restate-world.ts'
import { scheduleContract } from '../contract/schedule.ts'
import { tellingContract } from '../contract/telling.ts'
import { after, saidBy } from '../contract/watched.ts'

const name = 'Restate'

hostContract(name, restateWorld)
lifeContract(name, restateWorld)
floorContract(name, restateWorld)
childContract(name, restateWorld)
hastyContract(name, restateWorld)
tellingContract(name, restateWorld)
cutOffContract(name, restateWorld)
scheduleContract(name, restateWorld)

test('Restate: of a call that a crash cuts off, what may be read again is, and what may not is told as interrupted (S5)', async () => {
  const world = restateWorld({
    hosted: { ...kindOf(lead), kinds: { '#helper': kindOf(worker) } },
    answers: { work: ({ effect }: Work) => after(300, effect) },
    afterCrash: { work: ({ effect }: Work) => (effect === 'read' ? 'rerun' : 'interrupt') },
  })
  await world.order(begin({ name: 'a' }))
  for (const at of [100, 400, 500]) {
    // oxlint-disable-next-line no-await-in-loop -- time passes in order
    await world.until(at)
    // oxlint-disable-next-line no-await-in-loop -- one process after the other
    await world.kill()
  }
  await world.until(5_000)
  expect([await saidBy(world, iris), world.ran]).toEqual([
    [['read', 'interrupted', 'read', 'once']],
    [workOf(0), workOf(0), workOf(1), workOf(2), workOf(2), workOf(3)],
  ])
})
