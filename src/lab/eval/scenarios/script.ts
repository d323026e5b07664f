// The talk of a scenario in order: chatter spelled out, every line with an id, times told when the line before is said.
import { castPeople, groupsOf } from './cast.ts'
import { fill } from './filler.ts'
import type { Scenario } from './parse.ts'
import type { FilePart, Moment } from './schema.ts'
import type { Part } from '../../../language/parts.ts'
import { cueOf, spanMs, whenMs } from './times.ts'

export interface ScriptLine {
  id: string
  group: string
  who: string
  /** Somebody else's bot says it. */
  bot: boolean
  text: string
  /** The id of a line, or of a bot: what it said last. */
  replyTo?: string
  /** What it carries when it is said at a time, ms. */
  parts?(at: number): Part[]
  /** Chatter is left out of transcripts. */
  filler: boolean
  /** When it is said, ms; with a cue the latest time. */
  at(times: { start: number; before: number }): number
  cue?: { bot: string; afterMs: number; since?: string }
}

export function scriptOf(scenario: Scenario): ScriptLine[] {
  const people = castPeople(scenario)
  const names = people.filter(({ bot }) => !bot).map(({ name }) => name)
  const isBot = (who: string): boolean => people.some(({ name, bot }) => name === who && bot)
  const first = groupsOf(scenario)[0]?.[0] ?? ''
  return scenario.talk.flatMap((line, i): ScriptLine[] => {
    const {
      id = `talk-${i}`,
      at = '+3s',
      after,
      since,
      who = '',
      text = '',
      replyTo,
      parts,
      group = first,
      filler,
    } = line
    if (filler) {
      return fill(filler, names).map((chat, n) => ({
        id: `${id}.${n}`,
        group,
        who: chat.who,
        bot: isBot(chat.who),
        text: chat.text,
        filler: true,
        at: ({ before }) => before + chat.afterMs,
      }))
    }
    return [
      {
        id,
        group,
        who,
        text,
        bot: isBot(who),
        filler: false,
        ...(replyTo !== undefined && { replyTo }),
        ...(parts && { parts: (said: number) => parts.map((part) => partAt(part, said)) }),
        at: (times) => Math.max(times.before, whenMs(at, times)),
        ...(after !== undefined && { cue: { ...cueOf(after), ...(since !== undefined && { since }) } }),
      },
    ]
  })
}

/** The moments of the file, and one for every stretch of chatter: nobody wants a bot in it. */
export function momentsOf(scenario: Scenario): Moment[] {
  const chatter = scriptOf(scenario).filter(({ filler }) => filler)
  const stretches = Map.groupBy(chatter, ({ id }) => id.slice(0, id.lastIndexOf('.'))).values()
  const silences = stretches.map(([first, ...rest]): Moment => {
    const { id = '' } = first ?? {}
    return { want: 'SILENT', line: id, until: rest.at(-1)?.id ?? id, why: 'chatter that concerns no bot' }
  })
  return [...scenario.moments, ...silences]
}

function partAt(part: FilePart, said: number): Part {
  if (part.kind !== 'quote') return part as Part
  const { ago, ...quote } = part
  return { ...quote, ...(ago !== undefined && { ts: said - spanMs(ago) }) } as Part
}
