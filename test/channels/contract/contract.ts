// The contract of src/channels/channel.ts as tests: each channel passes them in a world of its own, one file each.
import { describe, expect, onTestFinished, test } from 'vitest'
import { hearing } from './hearing.ts'
import { online } from './online.ts'
import { posting } from './posting.ts'
import { showing } from './showing.ts'
import type { Traits, World } from './world.ts'

/**
 * Call it in `<channel>.test.ts` beside this file. `open` makes a fresh chat for every test, and is free to start a
 * server for it; its `stop` is called when the test has ended.
 */
export function channelContract(name: string, open: () => World | Promise<World>, traits: Traits): void {
  const world = async () => {
    const opened = await open()
    onTestFinished(() => opened.stop())
    return opened
  }

  describe(`the contract of channels: ${name}`, () => {
    test('what the channel says it can is what it can', async () => {
      const { channel } = await online(await world())
      expect((channel.capabilities ?? []).toSorted()).toEqual(traits.capabilities.toSorted())
      expect(channel.typing !== undefined).toBe(traits.capabilities.includes('typing'))
    })
    hearing(world, traits)
    posting(world, traits)
    showing(world, traits)
  })
}
