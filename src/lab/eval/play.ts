// Plays a labelled talk to one bot through the group machines in virtual time.
import { setImmediate as breath } from 'node:timers/promises'
import type { MessageRef } from '../../../machines/group/types.ts'
import type { InboundMessage } from '../../channels/channel.ts'
import type { Config } from '../../config/config.ts'
import { makeTally } from '../replay/tally.ts'
import { Stopped, untilStopped } from '../virtual/metered-models.ts'
import { personsOf } from '../replay/play.ts'
import { makeVirtualGroups, type VirtualGroupsOptions } from '../virtual/virtual-groups.ts'
import type { Part } from './cast.ts'
import { makeTurnOutcomes } from './turn-outcomes.ts'
import type { LabelledLine } from './labels.ts'
import { messageKey } from '../virtual/trace.ts'

export interface Playing {
  config: Config
  part: Part
  /** Whether reply links and structured mentions reach the bot, or only the text. */
  links: boolean
  decide: VirtualGroupsOptions['decide']
  seed: number
  signal: AbortSignal
  played(count: number): void
}

export type Played = Awaited<ReturnType<typeof playPart>>

/** Between two looks at what else happens, such as Ctrl+C. */
const linesAtOnce = 200

export async function playPart({ config, part, links, decide, seed, signal, played }: Playing) {
  /** What the bot's chart got of each message. */
  const refs = new Map<string, MessageRef>()
  const outcomes = makeTurnOutcomes()
  const tally = makeTally()
  const groups = makeVirtualGroups({
    config,
    bots: [part.bot],
    roster: [],
    decide,
    seed,
    startAt: part.lines[0]?.ts ?? 0,
    traced(line) {
      outcomes.see(line)
      tally.see(line)
    },
    membersIn: personsOf(part.lines.filter(({ sender }) => !part.is(sender))),
    heard: (ref, group) => void refs.set(messageKey({ group, id: ref.id }), ref),
  })
  const inbound = asInbound(part, links)
  /** The lines that were played: all of them, unless the play was cut off. */
  const heard: LabelledLine[] = []
  await untilStopped(async () => {
    /* oxlint-disable no-await-in-loop -- talk is heard in order */
    for (const line of part.lines) {
      if (signal.aborted) throw new Stopped('Ctrl+C')
      await groups.listen(inbound(line))
      heard.push(line)
      played(heard.length)
      if (heard.length % linesAtOnce === 0) await breath()
    }
    /* oxlint-enable no-await-in-loop */
    await groups.passOut()
  })
  return { heard, refs, outcomes, counts: tally.counts() }
}

function asInbound({ bot, is, lines }: Part, links: boolean): (line: LabelledLine) => InboundMessage {
  const own = new Set(lines.filter(({ sender }) => is(sender)).map(messageKey))
  const idOf = (name: string): string => (is(name) ? bot.id : name)
  return ({ id, ts, group, sender, text, bot: isBot, mentions, answers }) => {
    const plain = { id, ts, group, sender: { id: idOf(sender), name: sender, bot: isBot || is(sender) }, text }
    if (!links) return plain
    // A channel has one link a message, an annotator may have found several.
    const replyTo = answers.find((answer) => own.has(messageKey({ group, id: answer }))) ?? answers[0]
    return {
      ...plain,
      mentions: mentions.map((name) => ({ name, id: idOf(name) })),
      ...(replyTo !== undefined && { replyTo }),
    }
  }
}
