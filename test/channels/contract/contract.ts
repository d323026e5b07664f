// The contract of src/channels/channel.ts as tests: each channel passes them in a world of its own, one file each.
import { describe, expect, onTestFinished, test } from 'vitest'
import { hearing } from './hearing.ts'
import { online } from './online.ts'
import { posting } from './posting.ts'
import { serving } from './serving.ts'
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
    test('it has the methods of what it can, and no others', async () => {
      const { channel } = await online(await world())
      expect({
        typing: channel.typing !== undefined,
        reactions: channel.react !== undefined,
        changes: channel.edit !== undefined,
      }).toEqual({
        typing: traits.capabilities.includes('typing'),
        reactions: traits.capabilities.includes('reactions'),
        changes: traits.capabilities.includes('changes'),
      })
    })
    hearing(world, traits)
    posting(world, traits)
    serving(world, traits)
    showing(world, traits)
  })
}
