// Jobs that a crash cuts off: what their input says may be done twice is done again, the chart is told of the others.
import { expect, test } from 'vitest'
import { assign, setup } from 'xstate'
import { begin, iris, kindOf, openFamily } from './children.ts'
import { lead } from './family.ts'
import { given } from './machines.ts'
import { after, killsAt, saidBy } from './watched.ts'
import type { Crash, MakeWorld, World } from './world.ts'

export interface Work {
  effect: 'read' | 'once'
  n: number
}

const most = 4
export const workOf = (n: number): Work => ({ effect: n % 2 === 0 ? 'read' : 'once', n })

/** Reads, does something, reads, does something, and says what came of each. */
export const worker = setup({
  types: { context: {} as { said: string[] } },
  actors: { work: given<string, Work>() },
  guards: { isEnough: ({ context }) => context.said.length === most },
  actions: { say: assign({ said: ({ context }, what: string) => [...context.said, what] }) },
}).createMachine({
  id: 'worker',
  context: { said: [] },
  initial: 'going',
  output: ({ context }) => context.said,
  states: {
    going: { always: [{ guard: 'isEnough', target: 'over' }, { target: 'working' }] },
    working: {
      invoke: {
        id: 'work',
        src: 'work',
        input: ({ context }) => workOf(context.said.length),
        onDone: { target: 'going', actions: { type: 'say', params: ({ event }) => event.output } },
        onError: {
          target: 'going',
          actions: { type: 'say', params: ({ event }) => (event.error as { kind: string }).kind },
        },
      },
    },
    over: { type: 'final' },
  },
})

export function cutOffContract(name: string, make: MakeWorld): void {
  async function worked(crash?: Crash): Promise<World> {
    const world = openFamily(make, {
      hosted: { ...kindOf(lead), kinds: { '#helper': kindOf(worker) } },
      answers: { work: ({ effect }: Work) => after(300, effect) },
      afterCrash: { work: ({ effect, n }: Work) => (n === 3 ? broken() : effect === 'read' ? 'rerun' : 'interrupt') },
      ...(crash && { crash }),
    })
    await world.order(begin({ name: 'a' }))
    await world.until(5_000)
    return world
  }

  test(`${name}: wherever the process is killed, a job whose input forbids it never runs twice (S5)`, async () => {
    const seen = new Set<string>()
    for (const crash of killsAt(1, (await worked()).commits?.() ?? 1)) {
      // oxlint-disable-next-line no-await-in-loop -- one store after the other
      const world = await worked(crash)
      // oxlint-disable-next-line no-await-in-loop -- one store after the other
      const [said = []] = (await saidBy(world, iris)) as [string[]?]
      const times = said.map((_, n) => world.ran.filter((input) => (input as Work).n === n).length)
      for (const [n, what] of said.entries()) seen.add(`${workOf(n).effect}: ${what}, ${times[n]}`)
      expect(said.filter((what) => what === 'interrupted').length).toBeLessThan(2)
    }
    const crashed = ['once: interrupted, 0', 'once: interrupted, 1', 'read: read, 2']
    const whole = ['once: once, 1', 'read: read, 1']
    expect([...seen].toSorted()).toEqual([...(make({ ...none }).store ? crashed : []), ...whole].toSorted())
  })
}

const none = { hosted: kindOf(lead), answers: {} }
const broken = (): never => {
  throw new Error('a bug')
}
