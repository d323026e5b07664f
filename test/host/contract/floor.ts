// The floor of a room on every host: bots whose drafts are due in the same moment, of which one posts (L3).
import { describe, expect, test } from 'vitest'
import type { AnyMachineSnapshot } from 'xstate'
import type { DeliverInput } from '../../../machines/group/children.ts'
import { groupMachine } from '../../../machines/group/group.ts'
import type { Rehearsed } from '../../../src/host/virtual/virtual-host.ts'
import { floorKey } from '../../../src/room/floor.ts'
import { kinds } from '../../../src/room/kinds.ts'
import { actorKey, partsOf } from '../../../src/room/key.ts'
import { inputWith, yes } from '../../fakes/group-life.ts'
import { received } from '../../world/world.ts'
import { after, killsAt, traceOf } from './watched.ts'
import type { Crash, MakeWorld, World } from './world.ts'

const room = 'web:lobby'
const bots = ['iris', 'rex', 'max']
const keyOf = (bot: string) => actorKey({ bot, group: room, oneToOne: false })
const draft = { text: 'One.', type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 100 }

export interface FloorOptions {
  deliver?: (input: DeliverInput, of: { key: string }) => Rehearsed
  crash?: Crash
}

/** Three drafts that are due together, at 8 s; a post takes 900 ms. */
export async function threeDrafts(
  make: MakeWorld,
  { deliver = () => after(900, { id: 'sent' }), crash }: FloorOptions,
) {
  const world = make({
    hosted: {
      machine: groupMachine,
      inputOf: (key) => inputWith({ delay: { fastMs: [4_000, 4_000] } }, { bot: partsOf(key).bot }),
      kinds,
      room: { floorOf: () => bots.map(keyOf) },
    },
    answers: { decide: () => after(500, yes), compose: () => after(500, draft), deliver },
    ...(crash && { crash }),
  })
  await say(world, 1_000, 'asked')
  return world
}

/** A person's words reach all bots. */
export async function say(world: World, at: number, id: string): Promise<void> {
  await world.until(at)
  const event = received({ id }, at)
  for (const bot of bots) {
    // oxlint-disable-next-line no-await-in-loop -- in order
    await world.order({ key: keyOf(bot), dedupe: id, event })
  }
}

export const posts = ({ asked }: World) =>
  asked.flatMap(({ at, key, src }) => (src === 'deliver' ? [`${at} ${partsOf(key).bot}`] : []))
const turns = async ({ host }: World) =>
  ((await host.room(room)) ?? []).flatMap(({ key, snapshot }) => {
    const { value } = snapshot as AnyMachineSnapshot
    return key === floorKey(room) ? [value] : [(value as unknown as { turn: unknown }).turn]
  })

const sending = { sending: 'delivering' }
const yielding = { delaying: 'yielding' }

export function floorContract(name: string, make: MakeWorld): void {
  describe(`${name}: the floor of a room`, () => {
    test('is taken by one of the bots whose drafts are due, and the others yield', async () => {
      const world = await threeDrafts(make, {})
      await world.until(9_000)
      expect([posts(world), await turns(world)]).toEqual([['9000 iris'], [sending, yielding, yielding, 'posting']])
    })

    test('is free again when its words are not shown, for the next one', async () => {
      const world = await threeDrafts(make, {})
      await world.until(60_000)
      expect(posts(world)).toEqual(['9000 iris', '11900 rex', '14800 max'])
    })

    test('is free at once when the channel does not take the post', async () => {
      const failing: Rehearsed = { outcome: { error: { kind: 'permanent' } }, afterMs: 300 }
      const deliver: FloorOptions['deliver'] = (_, { key }) =>
        partsOf(key).bot === 'iris' ? failing : after(900, { id: 'sent' })
      const world = await threeDrafts(make, { deliver })
      await world.until(60_000)
      expect(posts(world)).toEqual(['9000 iris', '9300 rex', '12200 max'])
    })

    test('is had by one at a time wherever the process is killed in mid-post (S5)', { timeout: 60_000 }, async () => {
      const live = async (crash?: Crash) => {
        const world = await threeDrafts(make, crash ? { crash } : {})
        await world.until(8_999)
        const before = world.commits?.() ?? 0
        await world.until(12_000)
        return { posts: posts(world), trace: traceOf(world), before, commits: world.commits?.() ?? 1 }
      }
      const whole = await live()
      for (const crash of killsAt(whole.before + 1, whole.commits)) {
        // oxlint-disable-next-line no-await-in-loop -- one store after the other
        const { posts: posted, trace } = await live(crash)
        expect({ crash, posted, trace }).toEqual({ crash, posted: whole.posts, trace: whole.trace })
      }
    })
  })
}
