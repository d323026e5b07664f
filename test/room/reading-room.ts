// A group of people and two bots, and how what is said there concerns Iris.
import { makeMentionMatcher } from '../../src/language/mention.ts'
import type { InboundMessage } from '../../src/channels/channel.ts'
import type { Addressing } from '../../src/room/addressing.ts'
import { readAloud } from './read-aloud.ts'

export const listener = (bot: string, name: string, aliases: string[] = []) => ({
  bot,
  ownId: `u-${bot}`,
  isNamedIn: makeMentionMatcher({ id: bot, name, aliases }),
})
export const iris = listener('iris', 'Iris', ['小鸢'])
export const nova = listener('nova', 'Nova')
export const roster = [
  { id: 'iris', name: 'Iris', aliases: ['小鸢'] },
  { id: 'nova', name: 'Nova', aliases: ['ノヴァ'] },
  { id: 'cm1', name: 'Cleo Miller' },
]

export type Line = [sender: string, text: string, rest?: Partial<InboundMessage>]

/** A group in which Bob and Dan have spoken long ago; lines follow each other by a second. */
export function room() {
  const reader = readAloud({ roster: () => roster, authorOf: (_, id) => (id === 'old' ? 'u-iris' : undefined) })
  let n = 0
  const read = (...[sender, text, rest]: Line) => {
    n += 1
    const message = {
      id: `m${n}`,
      group: 'g',
      ts: n * 1_000,
      sender: { id: `u-${sender}`, name: sender, bot: false },
      text,
    }
    return reader.read({ ...message, ...rest })
  }
  for (const sender of ['Bob', 'Dan', 'will']) read(sender, 'good morning', { ts: -1_000_000 })
  return { read, say: (...line: Line) => read(...line).addressingOf(iris) }
}

export const nothing: Addressing = { mentioned: false }
export const addressedToOther: Addressing = { mentioned: false, addressedToOther: true }
export const continuesOtherExchange: Addressing = { mentioned: false, continuesOtherExchange: true }
export const by = (how: Addressing['how']) => ({ mentioned: true, how })
export const to = (...names: string[]) => ({ mentions: names.map((name) => ({ id: `u-${name}`, name })) })
