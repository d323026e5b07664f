// Bots of one service whose drafts are due in the same moment: one of them posts, and the others hear it first (L3).
import { expect, test } from 'vitest'
import type { DeliverInput } from '../../machines/group/children.ts'
import { actorKey, partsOf } from '../../src/room/key.ts'
import { kinds } from '../../src/service/hosted-group.ts'
import { inputWith, yes } from '../fakes/group-life.ts'
import { localLife } from '../host/local-life.ts'
import { inMemory } from '../host/stores.ts'

const bots = ['iris', 'rex', 'max']
const keyOf = (bot: string) => actorKey({ bot, group: 'web:lobby', oneToOne: false })
const draft = { text: 'One.', type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 100 }

/** Three drafts, all of them due 4 s after they were written. */
async function threeDrafts() {
  const life = localLife({
    db: inMemory(),
    input: inputWith({ delay: { fastMs: [4_000, 4_000] } }),
    hosted: { kinds, room: { floorOf: () => bots.map(keyOf) } },
  })
  life.clock.jump(1_000)
  for (const bot of bots) life.say({ id: 'asked' }, keyOf(bot))
  life.clock.advance(4_000)
  for (const output of [yes, yes, yes, draft, draft, draft]) {
    // oxlint-disable-next-line no-await-in-loop -- one answer after the other
    await life.settle({ output })
  }
  const states = () => bots.map((bot) => `${bot} ${JSON.stringify((life.state(keyOf(bot)) as { turn: unknown }).turn)}`)
  const posting = () => life.calls.map(({ key, input }) => `${partsOf(key).bot}: ${(input as DeliverInput).text}`)
  return { ...life, states, posting }
}

const posts = '{"sending":"delivering"}'
const yields = '{"delaying":"yielding"}'

test('one of them posts, the others yield', async () => {
  const three = await threeDrafts()
  three.clock.advance(8_000)
  expect(three.posting()).toEqual(['iris: One.'])
  expect(three.states()).toEqual([`iris ${posts}`, `rex ${yields}`, `max ${yields}`])
})

test('when it cannot post, one of those that waited does, and the last one waits for that one', async () => {
  const three = await threeDrafts()
  three.clock.advance(8_000)
  await three.settle({ error: { kind: 'unavailable' } })
  expect(three.posting()).toEqual(['rex: One.'])
  expect(three.states()).toEqual(['iris {"sending":"backingOff"}', `rex ${posts}`, `max ${yields}`])
})

test('when its words are not shown, one of those that waited for them speaks, and the last one waits for that one', async () => {
  const three = await threeDrafts()
  three.clock.advance(8_000)
  three.clock.jump(8_500)
  await three.settle({ output: { id: 'sent' } })
  three.clock.advance(10_500)
  expect(three.posting()).toEqual(['rex: One.'])
  expect(three.states().slice(1)).toEqual([`rex ${posts}`, `max ${yields}`])
})
