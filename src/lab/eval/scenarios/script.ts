// The talk of a scenario in order: chatter spelled out, every line with an id, times told when the line before is said.
import { topicGroup } from '../../../config/topics.ts'
import { castBots, castPeople, groupsOf } from './cast.ts'
import { fill } from './filler.ts'
import { bytesOf, refOf } from './held.ts'
import type { Scenario } from './parse.ts'
import type { FileMedia, FilePart, Moment } from './schema.ts'
import { isMedia, type MediaPart, type Part } from '../../../language/parts.ts'
import { cueOf, spanMs, whenMs } from './times.ts'

/** A line as it was said: what quotes of it need. */
interface SaidLine {
  id: string
  ts: number
  /** A person's name, or the id of a bot. */
  who: string
}

export interface ScriptLine {
  id: string
  group: string
  who: string
  /** Somebody else's bot says it. */
  bot: boolean
  text: string
  /** The id of a line, or of a bot: what it said last. */
  replyTo?: string
  /** What it carries when it is said at a time, ms. `find`: what was said under an id, or last by a bot. */
  parts?(at: number, find: (id: string) => SaidLine | undefined): Part[]
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
  const carried = partsIn(scenario)
  return scenario.talk.flatMap((line, i): ScriptLine[] => {
    const { id = `talk-${i}`, at = '+3s', after, since, who = '', text = '', replyTo, parts, filler } = line
    const group = roomOf(scenario, line.group ?? first, line.topic)
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
        ...(parts && {
          parts: (said, find) => parts.map((part, n) => carried(part, { id: `${id}-${n}`, said, find })),
        }),
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

/** A topic of a group whose topics are apart is a room of its own. */
function roomOf(scenario: Scenario, group: string, topic: string | undefined): string {
  const [, own] = groupsOf(scenario).find(([name]) => name === group) ?? []
  const topics = own?.groupSocial?.topics ?? scenario.groupSocial?.topics
  return topics === 'apart' ? topicGroup(group, topic) : group
}

interface Saying {
  /** For what is quoted and was never said here. */
  id: string
  said: number
  find: (id: string) => SaidLine | undefined
}

function partsIn(scenario: Scenario): (part: FilePart, saying: Saying) => Part {
  const names = new Map(castBots(scenario).map(({ id, name }) => [id, name]))
  const nameOf = (who: string): string => names.get(who) ?? who
  return (part, { id, said, find }) => {
    if (part.kind !== 'quote') return isFileMedia(part) ? mediaOf(part) : (part as Part)
    const { ago, from, line, parts, ...quote } = part
    const quoted = line === undefined ? undefined : find(line)
    const known = quoted && { id: quoted.id, sender: quoted.who, name: nameOf(quoted.who), ts: quoted.ts }
    return {
      ...(from !== undefined && { id: `quoted-${id}`, sender: from, name: nameOf(from) }),
      ...known,
      ...quote,
      ...(ago !== undefined && { ts: said - spanMs(ago) }),
      ...(parts && { parts: parts.map(mediaOf) }),
    } as Part
  }
}

const isFileMedia = (part: FilePart): part is FileMedia => isMedia(part as Part)

const mediaOf = ({ holds, ...part }: FileMedia): MediaPart =>
  ({ ...(holds !== undefined && { ref: refOf(holds), bytes: bytesOf(holds).length }), ...part }) as MediaPart
