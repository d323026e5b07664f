// The talk of a scenario in order: chatter spelled out, every line with an id, times told when the line before is said.
import { castPeople, groupsOf } from './cast.ts'
import { fill } from './filler.ts'
import type { Scenario } from './parse.ts'
import { cueOf, whenMs } from './times.ts'

export interface ScriptLine {
  id: string
  group: string
  who: string
  /** Somebody else's bot says it. */
  bot: boolean
  text: string
  /** The id of a line, or of a bot: what it said last. */
  replyTo?: string
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
  const [[first = 'lobby'] = []] = groupsOf(scenario)
  return scenario.talk.flatMap((line, i): ScriptLine[] => {
    const { id = `talk-${i}`, at = '+3s', after, since, who = '', text = '', replyTo, group = first, filler } = line
    if (filler) {
      return fill(filler, names).map((chat, n) => ({
        ...{ id: `${id}.${n}`, group, who: chat.who, bot: isBot(chat.who), text: chat.text, filler: true },
        at: ({ before }) => before + chat.afterMs,
      }))
    }
    return [
      {
        ...{ id, group, who, text, bot: isBot(who), filler: false },
        ...(replyTo !== undefined && { replyTo }),
        at: (times) => Math.max(times.before, whenMs(at, times)),
        ...(after !== undefined && { cue: { ...cueOf(after), ...(since !== undefined && { since }) } }),
      },
    ]
  })
}
