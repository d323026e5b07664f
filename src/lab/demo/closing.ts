// The last table of the demo: who said how much, what the bots' turns cost, and what the rules before them spared.
import { styleText } from 'node:util'
import { count, sum } from '../counting.ts'
import { makeTally } from '../replay/tally.ts'
import type { TraceLine } from '../virtual/trace.ts'
import { widthOf } from '../../terminal/terminal-text.ts'
import { padded, wrapped } from './layout.ts'
import type { Phrases } from './phrases.ts'

export function makeClosing(words: Phrases, bots: readonly { id: string; name: string }[]) {
  const said: Record<string, number> = {}
  const tallies = new Map(bots.map(({ id, name }) => [id, { name, tally: makeTally() }]))
  return {
    spoke: (who: string): void => count(said, who),
    see(line: TraceLine, bot: string): void {
      const known = tallies.get(bot)
      known?.tally.see(line)
      if (known && line.kind === 'send') count(said, known.name)
    },
    transcript(): string[] {
      const { title, said: saidWord, calls, tokens, withoutCall } = words.table
      const members = [...tallies.values()].map(({ name, tally }) => ({ name, ...tally.counts() }))
      const others = Object.entries(said).filter(([who]) => members.every(({ name }) => name !== who))
      const rows = [
        ['', saidWord, calls, tokens, withoutCall],
        ...others.map(([who, times]) => [who, String(times)]),
        ...members.map(({ name, calls: made, tokens: spent, skips }) => [
          name,
          String(said[name] ?? 0),
          String(sum(Object.values(made))),
          String(spent),
          gatesWithoutCall(skips),
        ]),
      ]
      const turns = sum(members.map(({ skips }) => turnsWithoutCall(skips)))
      const all = sum(members.map(({ dispatches }) => dispatches))
      return ['', styleText('bold', title), ...rows.map(row), '', ...wrapped(words.withoutCall(turns, all))]
    },
  }

  function gatesWithoutCall(skips: Record<string, number>): string {
    const parts = cheapGates(skips).map(([gate, times]) => `${words.table.gates[gate] ?? gate} ${times}`)
    return `${turnsWithoutCall(skips)}: ${parts.join(', ')}`
  }
}

const callingGates = new Set(['decide', 'rejudge', 'compose', 'send'])

const cheapGates = (skips: Record<string, number>): [string, number][] =>
  Object.entries(skips)
    .filter(([gate]) => !callingGates.has(gate))
    .toSorted(([, a], [, b]) => b - a)

const turnsWithoutCall = (skips: Record<string, number>): number => sum(cheapGates(skips).map(([, times]) => times))

const figureWidth = 7

function row([name = '', ...cells]: string[]): string {
  const last = cells.length > 3 ? `  ${cells.at(-1)}` : ''
  const figures = cells.slice(0, 3).map((cell) => ' '.repeat(Math.max(1, figureWidth - widthOf(cell))) + cell)
  return `${padded(name)}${figures.join('')}${last}`
}
