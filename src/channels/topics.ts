// Topics that are apart: a channel speaks of a group and a topic in it, and everything behind the intake of a room of its own.
import type { DatabaseSync } from 'node:sqlite'
import { type Config, settingsFor } from '../config/config.ts'
import { topicGroup, topicPlace } from '../config/topics.ts'
import { openTopicStore } from '../store/topics.ts'
import type { Correction, InboundMessage, Intake, OutboundReply } from './channel.ts'

type Placed = Pick<InboundMessage, 'group' | 'topic' | 'oneToOne'>

/** What a channel may want to know. */
export interface Topics {
  /** Each topic of the group is a talk of its own. */
  areApart(group: string): boolean
  /** Of a message that was taken where they are. */
  topicOf(group: string, id: string): string | undefined
  /** The name under which the talk and the charts are kept that a message belongs to. */
  roomOf(place: Placed): string
}

/** Of a service in which no group has its topics apart. */
export const allTogether: Topics = {
  areApart: () => false,
  topicOf: () => undefined,
  roomOf: ({ group }) => topicGroup(group),
}

interface Options {
  db: DatabaseSync
  config: Config
  now: () => number
}

export function openTopics({ db, config, now }: Options) {
  const store = openTopicStore(db)
  const areApart = (group: string): boolean => settingsFor(config, topicGroup(group)).topics === 'apart'
  /** With one person there is one talk. */
  const roomOf = ({ group, topic, oneToOne = false }: Placed): string =>
    topicGroup(group, topic !== undefined && !oneToOne && areApart(group) ? topic : undefined)

  function inRoom({ topic, ...message }: InboundMessage): InboundMessage {
    return { ...message, group: roomOf({ ...message, ...(topic !== undefined && { topic }) }) }
  }

  return {
    topics: { areApart, topicOf: store.of, roomOf } satisfies Topics,
    /** Hands everything in where it belongs. */
    intoRooms(intake: Intake): Intake {
      const { together } = intake
      return Object.assign((messages: InboundMessage[]) => intake(messages.map(inRoom)), {
        ...(together && {
          together: (work: () => readonly InboundMessage[], canWait?: boolean) =>
            together(() => work().map(inRoom), canWait),
        }),
      })
    },
    /** In the transaction that takes the message. */
    keep({ group: room, id }: InboundMessage): void {
      const { group, topic } = topicPlace(room)
      if (topic !== undefined) store.put(group, id, topic, now())
    },
    /** For every room in which the message may stand: one that came twice may have come before the topics were apart. */
    corrections({ group, ...rest }: Correction): Correction[] {
      const topic = store.of(group, rest.id)
      const rooms = [topicGroup(group), ...(topic === undefined ? [] : [topicGroup(group, topic)])]
      return rooms.map((room) => ({ ...rest, group: room }))
    },
    oldRows: store.oldRows,
  }
}

/** As the channel knows its place. */
export function outwards(reply: OutboundReply): OutboundReply {
  return { ...reply, ...topicPlace(reply.group) }
}
