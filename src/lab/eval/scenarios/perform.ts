// Speaks a scenario's lines in a room by the clock or on a cue, and hands every bot's words to the others.
import type { InboundMessage } from '../../../channels/channel.ts'
import { withWords } from '../../../room/message.ts'
import { type makeVirtualGroups, relayMs } from '../../virtual/virtual-groups.ts'
import type { ScriptLine } from './script.ts'

/** Bots in virtual time: the real ones, or a rule that stands in for them. */
export type Room = Pick<ReturnType<typeof makeVirtualGroups>, 'nextDue' | 'passUntil'> & {
  listen(message: InboundMessage): Promise<unknown>
}

/** What was said, in order. Ids of people's lines are those of the script; a bot's post has one of its own. */
export interface Said {
  id: string
  group: string
  ts: number
  /** A person's name, or the id of a bot. */
  who: string
  /** One of the scenario's bots. */
  isBot: boolean
  text: string
  replyTo?: string
  filler?: true
}

/** Is called with every post of a bot. */
export type Posted = (message: InboundMessage, bot: string) => void

export interface Performing {
  script: readonly ScriptLine[]
  start: number
  /** Makes the room. */
  open(posted: Posted): Room
  /** Names and ids as a channel of that group tells them. */
  address(group: string): Pick<InboundMessage, 'group' | 'oneToOne' | 'bots'>
}

export async function perform({ script, start, open, address }: Performing): Promise<Said[]> {
  const said: Said[] = []
  const relays: InboundMessage[] = []
  const room = open((message, bot) => {
    const { id, ts, text, replyTo } = message
    const group = message.group.slice(message.group.indexOf(':') + 1)
    said.push({ id, group, ts, who: bot, isBot: true, text, ...(replyTo !== undefined && { replyTo }) })
    relays.push({ ...message, ts: ts + relayMs, ...address(group) })
  })
  let before = start
  const waiting = [...script]

  const dueOf = (line: ScriptLine): number => {
    const latest = line.at({ start, before })
    const { cue, group } = line
    if (!cue) return latest
    const from = said.findIndex(({ id }) => id === cue.since)
    const cued = said.find(
      ({ ts, who, isBot, group: where }, i) =>
        isBot && where === group && (cue.bot === 'any' || who === cue.bot) && (from < 0 ? ts >= before : i > from),
    )
    return cued ? Math.max(before, Math.min(latest, cued.ts + cue.afterMs)) : latest
  }
  const speak = async (line: ScriptLine, ts: number): Promise<void> => {
    const { id, group, who, bot, filler } = line
    const find = (of: string) => said.findLast((each) => each.id === of || (each.isBot && each.who === of))
    const answered = line.replyTo === undefined ? undefined : find(line.replyTo)?.id
    const linked = answered === undefined ? {} : { replyTo: answered }
    const sender = { id: who, name: who, bot }
    const parts = line.parts && { parts: line.parts(ts, find) }
    const message = withWords({ id, ts, sender, text: line.text, ...linked, ...parts, ...address(group) })
    const { text, replyTo } = message
    const told = replyTo === undefined ? {} : { replyTo }
    said.push({ id, group, ts, who, isBot: false, text, ...told, ...(filler && { filler: true }) })
    before = ts
    await room.listen(message)
  }

  /* oxlint-disable no-await-in-loop -- talk is heard in order */
  for (;;) {
    const [line] = waiting
    const dueAt = line && dueOf(line)
    const relay = relays[0]
    const inside = room.nextDue()
    const next = Math.min(dueAt ?? Infinity, relay?.ts ?? Infinity, inside ?? Infinity)
    if (next === Infinity) return said
    // What the bots do at that moment comes first: it may bring a relay or a cue.
    if (inside === next) await room.passUntil(inside)
    else if (relay?.ts === next) await room.listen(relays.shift() ?? relay)
    else if (line) {
      waiting.shift()
      await speak(line, next)
    }
  }
  /* oxlint-enable no-await-in-loop */
}
