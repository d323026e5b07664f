// The walks that the chart writes itself, on a real Restate server: rooms side by side, each with its copies, a turn that fails and a
// worker that is killed (S3, S5).
import { expect, test } from 'vitest'
import { groupMachine } from '../../../machines/group/group.ts'
import { graphOf, type WalkStep } from '../../paths/graph.ts'
import { groupModel } from '../../paths/group-model.ts'
import { walksOf } from '../../paths/walks.ts'
import { transitionNames } from '../../paths/watched-machine.ts'
import { worlds } from '../../paths/worlds.ts'
import { type Walk, type Walked, walkersOn } from './room-walk.ts'

/**
 * CHIME_PATHS=all: every walk of every world; 4: every fourth. Without it those that take a transition anew, and of each world
 * a few more.
 */
const { CHIME_PATHS: asked } = process.env
const share = asked === undefined ? undefined : asked === 'all' ? 1 : Number(asked)
const few = 4
/** Deep enough to take every transition that any walk takes, in a third of the time. */
const depth = share ? Infinity : 9
/** So many are on their way at once; they lose their worker together. */
const atOnce = share ? 128 : 64

test('rooms on Restate follow the shortest paths to the states of the chart', { timeout: 3_600_000 }, async () => {
  const taken = new Set<string>()
  const { rooms, walk } = walkersOn((name) => void taken.add(name))
  const walked: Walked[] = []
  const waiting: Walk[] = []
  const wanted = new Set<string>()
  const walkSome = async (): Promise<void> => {
    walked.push(...(await together(waiting.splice(0, atOnce), walk, rooms.kill)))
    expect(walked.flatMap(({ difference }) => difference ?? [])).toEqual([])
  }
  await rooms.start()
  try {
    let n = 0
    for (const [name, world] of Object.entries(worlds)) {
      const { input } = world
      for (const steps of chosen(walksOf(graphOf(groupModel(input), world, { depth })), wanted))
        waiting.push({ n: (n += 1), world: name, input, steps })
      // oxlint-disable-next-line no-await-in-loop -- so many at once
      while (waiting.length >= atOnce) await walkSome()
      if (share) process.stdout.write(`${walked.length} walks, ${waiting.length} wait; worlds up to: ${name}\n`)
    }
    // oxlint-disable-next-line no-await-in-loop
    while (waiting.length > 0) await walkSome()
  } finally {
    await rooms.stop()
  }
  const sum = (figure: (each: Walked) => number): number => walked.reduce((all, each) => all + figure(each), 0)
  const [steps, late, killed] = [
    sum((each) => each.steps),
    sum((each) => each.late),
    sum(({ isKilled }) => Number(isKilled)),
  ]
  const missing = [...wanted].filter((each) => !taken.has(each))
  process.stdout.write(
    `walks on Restate: ${walked.length} (${killed} with a kill), ${steps} steps (${late} at the ms of a timer), ` +
      `transitions ${taken.size} of ${transitionNames(groupMachine).size}\n`,
  )
  expect(missing).toEqual([])
  expect([steps > 1_300, late > 200, killed > 0.9 * walked.length]).toEqual([true, true, true])
})

/** `wanted` grows by the transitions that are taken. */
function chosen(walks: readonly WalkStep[][], wanted: Set<string>): readonly WalkStep[][] {
  const every = share ?? Math.ceil(walks.length / few)
  return walks.filter((steps, n) => {
    const names = steps.flatMap(({ moment }) => moment.took)
    const isNew = names.some((name) => !wanted.has(name))
    const isChosen = isNew || n % every === 0
    if (isChosen) for (const name of names) wanted.add(name)
    return isChosen
  })
}

/** All wait for each other where they are to lose their worker. */
async function together(
  walks: readonly Walk[],
  walk: (each: Walk, killed: () => Promise<void>) => Promise<Walked>,
  kill: () => Promise<void>,
): Promise<Walked[]> {
  let missing = walks.length
  const { promise, resolve } = Promise.withResolvers<void>()
  const isThere = (): Promise<void> => {
    missing -= 1
    if (missing === 0) resolve(kill())
    return promise
  }
  return Promise.all(
    walks.map(async (each) => {
      let wasThere = false
      const walked = await walk(each, () => {
        wasThere = true
        return isThere()
      })
      if (!wasThere) void isThere()
      return walked
    }),
  )
}
