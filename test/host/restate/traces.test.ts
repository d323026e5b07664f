// The same lives on Restate as on the other hosts.
import { expect, test } from 'vitest'
import { embeddedWorld } from '../contract/embedded-world.ts'
import { restateWorld } from '../contract/restate-world.ts'
import { virtualWorld } from '../contract/virtual-world.ts'
import { openWatched, play, traceOf } from '../contract/watched.ts'

test('a life is the same on Restate, in virtual time and on SQLite', async () => {
  const [onRestate, ...others] = await Promise.all(
    [restateWorld, virtualWorld, embeddedWorld].map(async (make) => traceOf(await play(openWatched(make)))),
  )
  expect(onRestate?.length).toBeGreaterThan(25)
  expect(others).toEqual(others.map(() => onRestate))
})
