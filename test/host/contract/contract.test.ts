// The contract on every host there is.
import { expect, test } from 'vitest'
import { childContract } from './children.ts'
import { hostContract } from './contract.ts'
import { cutOffContract } from './cut-off.ts'
import { embeddedWorld } from './embedded-world.ts'
import { floorContract } from './floor.ts'
import { hastyContract } from './hasty.ts'
import { lifeContract } from './lives.ts'
import { storedChildContract } from './stored-children.ts'
import { storeContract } from './stored.ts'
import { tellingContract } from './telling.ts'
import { virtualWorld } from './virtual-world.ts'
import { scheduleContract } from './schedule.ts'
import { openWatched, play, traceOf } from './watched.ts'

const hosts = { embedded: embeddedWorld, 'virtual time': virtualWorld }

for (const [name, make] of Object.entries(hosts)) {
  hostContract(name, make)
  lifeContract(name, make)
  floorContract(name, make)
  childContract(name, make)
  hastyContract(name, make)
  tellingContract(name, make)
  cutOffContract(name, make)
  scheduleContract(name, make)
}
storeContract('embedded', embeddedWorld)
storedChildContract('embedded', embeddedWorld)

test('a life is the same on every host', async () => {
  const [first, ...others] = await Promise.all(
    Object.values(hosts).map(async (make) => traceOf(await play(openWatched(make)))),
  )
  expect(others).toEqual(others.map(() => first))
})
