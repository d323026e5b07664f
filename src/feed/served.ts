// Who is served in a room, as the page shows it and an operator changes it while the service runs.
import { LRUCache } from 'lru-cache'
import type { AdmissionList } from '../config/admission.ts'
import { type Config, configuredGroup } from '../config/config.ts'
import { baseOf } from '../config/topics.ts'
import type { Log } from '../config/log.ts'
import type { Host } from '../host/host.ts'
import type { Admission } from '../room/admission.ts'
import { partsOf } from '../room/key.ts'
import type { InboundMessage } from '../room/message.ts'
import { mostAdded, type ServedStore } from '../store/served.ts'
import type { TalkStore } from '../store/talk.ts'
import type { ListedId, ServedPerson, ServedPlace, ServedShown } from './served-shown.ts'

export type ServedOrder =
  | { do: 'add'; actor: string; where: ServedPlace; list: AdmissionList; id: string }
  | { do: 'remove'; actor: string; where: ServedPlace; id: string }

/** Why an order changes nothing. */
export type NotChanged = 'notListed' | 'inFile' | 'ownList' | 'listFull'

interface Options {
  config: Pick<Config, 'admission' | 'groups'>
  store: ServedStore
  order: Host['order']
  /** Tells the other workers of a cluster how the row is now. */
  share?: (place: string, id: string) => Promise<void>
  admission: Pick<Admission, 'refusalOf'>
  talk: Pick<TalkStore, 'history'>
  isOwn: (group: string, id: string) => boolean
  now: () => number
  log: Log
}

type Sender = Pick<InboundMessage['sender'], 'id' | 'name' | 'bot' | 'alsoKnownAs'>
type Seen = Map<string, { sender: Sender; at: number }>

const mostGroups = 1_000
const mostPeople = 20
const linesRead = 200
const mostListed = 500

export function makeServed({ config, store, order, share, admission, talk, isOwn, now, log }: Options) {
  /** What of them was dropped, no table has. */
  const refused = new LRUCache<string, Seen>({ max: mostGroups })

  const whereabouts = (actor: string) => {
    const { group: room, oneToOne } = partsOf(actor)
    // Of a topic: who is served, its group says.
    const group = baseOf(room)
    const channel = group.slice(0, group.indexOf(':'))
    const ofChannel = config.admission[channel] ?? {}
    const ofGroup = configuredGroup(config, room)?.admission ?? {}
    return { room, group, channel, oneToOne, ofChannel, ofGroup }
  }

  /** Who wrote of late, or was refused; our own bots apart, who are always heard. */
  function seenIn(group: string): Seen {
    const seen: Seen = new Map()
    for (const { sender, name, bot, ts } of talk.history(group, undefined, linesRead)) {
      if (!isOwn(group, sender)) seen.set(sender, { sender: { id: sender, name, bot }, at: ts })
    }
    for (const [id, each] of refused.get(group) ?? []) if ((seen.get(id)?.at ?? 0) <= each.at) seen.set(id, each)
    return seen
  }

  function peopleIn(actor: string): ServedPerson[] {
    const { room, group, channel, oneToOne, ofChannel, ofGroup } = whereabouts(actor)
    const isIn = (list: readonly string[] | ReadonlySet<string> = [], ids: readonly string[]): boolean => {
      const all = new Set(list)
      return ids.some((id) => all.has(id))
    }
    const people = [...seenIn(room).values()].map(({ sender, at }): ServedPerson => {
      const { id, name, bot, alsoKnownAs = [] } = sender
      const why = admission.refusalOf({ group: room, sender, oneToOne })?.why
      const ids = ['*', id, ...alsoKnownAs, group, group.slice(channel.length + 1)]
      const fixed =
        isIn(ofChannel.denyFrom, ids) || isIn(ofGroup.denyFrom, ids)
          ? 'file'
          : isIn(store.added().get(channel)?.denyFrom, ids)
            ? 'channel'
            : why === 'oneToOneClosed' && ofChannel.dmPolicy === 'disabled'
              ? 'closed'
              : undefined
      return { id, name, at, ...(bot && { bot }), ...(why && { why }), ...(why && fixed && { fixed }) }
    })
    return people.toSorted((a, b) => Number(!a.why) - Number(!b.why) || b.at - a.at).slice(0, mostPeople)
  }

  function listedIn(actor: string): ListedId[] {
    const { group, channel, ofChannel, ofGroup } = whereabouts(actor)
    const places = [
      ['group', group, ofGroup],
      ['channel', channel, ofChannel],
    ] as const
    const counts = (where: ServedPlace, list: AdmissionList): boolean =>
      !(where === 'channel' && list === 'allowFrom' && ofGroup.allowFrom)
    const lists: readonly AdmissionList[] = ['allowFrom', 'denyFrom']
    const ofFile = places.flatMap(([where, , rules]) =>
      lists.flatMap((list) => (rules[list] ?? []).map((id): ListedId => ({ where, list, id, by: 'file' }))),
    )
    const known = new Set(ofFile.map(({ where, list, id }) => `${where} ${list} ${id}`))
    const ofPage = places.flatMap(([where, place]) =>
      store
        .rows()
        .filter((row) => row.place === place && !known.has(`${where} ${row.list} ${row.id}`))
        .toSorted((a, b) => b.at - a.at)
        .map(({ list, id, at }): ListedId => ({ where, list, id, by: 'page', at })),
    )
    return [...ofPage, ...ofFile].filter(({ where, list }) => counts(where, list))
  }

  function shown(actor: string): ServedShown {
    const { group, channel, ofChannel, ofGroup } = whereabouts(actor)
    const listed = listedIn(actor)
    return {
      group,
      channel,
      isOpen: !(ofGroup.allowFrom ?? ofChannel.allowFrom),
      hasOwnList: ofGroup.allowFrom !== undefined,
      people: peopleIn(actor),
      listed: listed.slice(0, mostListed),
      more: Math.max(0, listed.length - mostListed),
    }
  }

  function objection(given: ServedOrder): NotChanged | undefined {
    const { group, channel, ofChannel, ofGroup } = whereabouts(given.actor)
    const [place, rules] = given.where === 'group' ? [group, ofGroup] : [channel, ofChannel]
    const isAdded = store.rows().some((row) => row.place === place && row.id === given.id)
    if (given.do === 'add') {
      if (given.list === 'allowFrom' && given.where === 'channel' && ofGroup.allowFrom) return 'ownList'
      return !isAdded && store.rows().length >= mostAdded ? 'listFull' : undefined
    }
    if (isAdded) return undefined
    return rules.allowFrom?.includes(given.id) || rules.denyFrom?.includes(given.id) ? 'inFile' : 'notListed'
  }

  return {
    shown,
    /** Of a message that wakes nobody. */
    refused({ group, sender, contextOnly }: Pick<InboundMessage, 'group' | 'sender' | 'contextOnly'>): void {
      if (contextOnly) return
      const seen: Seen = refused.get(group) ?? new Map()
      seen.delete(sender.id)
      seen.set(sender.id, { sender, at: now() })
      for (const id of [...seen.keys()].slice(0, Math.max(0, seen.size - mostPeople))) seen.delete(id)
      refused.set(group, seen)
    },
    /**
     * It holds for the next message, and after a restart. Throws StoreError when nothing of it was stored.
     * Returns why nothing is changed.
     */
    async change(given: ServedOrder): Promise<NotChanged | undefined> {
      const why = objection(given)
      if (why) return why
      const { group, channel } = whereabouts(given.actor)
      const place = given.where === 'group' ? group : channel
      const { id } = given
      await order([], () => {
        if (given.do === 'add') store.put({ place, id, list: given.list, at: Math.round(now()) })
        else store.remove(place, id)
      })
      store.refresh()
      const list = given.do === 'add' ? { list: given.list } : {}
      log.info({ do: given.do, ...list, place, id }, 'who is served was changed by the page')
      await share?.(place, id)
      return undefined
    },
  }
}
