// Plays a party in virtual time: what anybody says reaches everybody else.
import type { InboundMessage } from '../../channels/channel.ts'
import type { Config } from '../../config/config.ts'
import { makeVirtualGroups } from '../virtual/virtual-groups.ts'
import { castOf, partySettings, people as names } from './cast.ts'
import { type Figures, makeFigures } from './figures.ts'
import { guestsTalk } from './guests.ts'

export interface PartyOf {
  bots: number
  people: number
  minutes: number
  seed: number
  /** How the bots wait before they speak (L1, L2). */
  pace: 'hint' | 'colleague'
}

const group = 'web:party'
/** From one bot's post to the other bots' inboxes. */
const relayMs = 100
// The clock starts somewhere past 0, which no message may claim to be from.
const startAt = Date.UTC(2026, 0, 5, 13)

/** `passed` hears how many of the people's messages were said. */
export function playParty(
  config: Config,
  { bots: count, people, minutes, seed, pace }: PartyOf,
  passed: (count: number) => void = () => {},
): Figures {
  const { bots, topics } = castOf(config, count)
  const figures = makeFigures(bots.map(({ id }) => id))
  const talk = guestsTalk({ people: names.slice(0, people), bots, topics, durationMs: minutes * 60_000, seed })
  const relayed: InboundMessage[] = []
  const groups = makeVirtualGroups({
    config: {
      ...config,
      bots,
      groups: { [group]: { bots: bots.map(({ id }) => id), settings: partySettings(config, pace) } },
    },
    bots,
    roster: bots,
    decide: 'rehearsal',
    seed,
    startAt,
    told: (line, bot) => figures.see({ ...line, at: line.at - startAt }, bot),
    said: (message) => void relayed.push({ ...message, ts: message.ts + relayMs }),
  })
  for (let spoken = 0; ;) {
    const [line, relay, due] = [talk[spoken], relayed[0], groups.nextDue()]
    const at = Math.min(line ? startAt + line.at : Infinity, relay?.ts ?? Infinity)
    if (due !== undefined && due <= at) groups.runUntil(due)
    else if (relay && relay.ts === at) groups.hear(relayed.shift() ?? relay)
    else if (line) {
      figures.spoke(line)
      groups.hear({ id: line.id, group, ts: at, sender: { id: line.who, name: line.who, bot: false }, text: line.text })
      passed((spoken += 1))
    } else return figures.figures()
  }
}
