// Who is served: whether a message may wake a bot, and whether it is kept. One rule for all channels.
import type { AddedIds, AdmissionList } from '../config/admission.ts'
import { type Config, configuredGroup } from '../config/config.ts'
import { baseOf } from '../config/topics.ts'
import { personKey } from '../../machines/rules/person-key.ts'
import type { Cause, WhyKey } from '../../machines/group/verdicts/why.ts'
import type { InboundMessage } from './message.ts'

/** Why a message wakes nobody, and whether it stays in the talk. */
export interface Refusal {
  why: Extract<WhyKey, 'senderDenied' | 'senderUnlisted' | 'oneToOneClosed'>
  isKept: boolean
}

export interface Admission {
  /** undefined: its sender is served. */
  refusalOf(message: AskedMessage): Refusal | undefined
  /** Why a bot does not hear what somebody asks of it, who has had their share of the day; undefined: it does. Absent: nobody has a limit. */
  limitOf?(bot: string, group: string, sender: string): Cause | undefined
  /** A mention of everybody is one of each bot there. */
  heedsAll(group: string): boolean
}

export type AskedMessage = Pick<InboundMessage, 'group' | 'sender' | 'oneToOne'>

interface Options {
  config: Pick<Config, 'groups'> & Partial<Pick<Config, 'admission'>>
  /** One of our own bots: they are heard whoever is listed. */
  isOwn: (group: string, id: string) => boolean
  /** Of a bot, and of a person as `personKey` has them. Absent: nobody has a limit. */
  limitOf?: (bot: string, person: string) => Cause | undefined
  /** By channel and group, asked anew for every message. Absent: nobody is added. */
  added?: () => ReadonlyMap<string, AddedIds>
}

/**
 * `denyFrom` wins; then a group's `allowFrom` stands in the place of its channel's. Whether there is such a list, the
 * configuration alone says: who is added to one that it does not have shuts nobody out, and whoever is taken off lets nobody in.
 */
export function makeAdmission({ config, isOwn, limitOf, added = () => nobody }: Options): Admission {
  const { admission: channels = {}, groups } = config
  const isAnySet = Object.keys(channels).length > 0 || Object.values(groups).some(({ admission }) => admission)
  const rulesOf = (group: string) => ({
    ofChannel: channels[group.slice(0, group.indexOf(':'))] ?? {},
    ofGroup: configuredGroup({ groups }, group)?.admission ?? {},
  })

  function whyNot({ group: room, sender, oneToOne = false }: AskedMessage): Refusal['why'] | undefined {
    const group = baseOf(room)
    const { ofChannel, ofGroup } = rulesOf(room)
    const isAdded = (place: string, list: AdmissionList): boolean => {
      const more = added().get(place)?.[list]
      return more !== undefined && [...ids].some((id) => more.has(id))
    }
    const channel = group.slice(0, group.indexOf(':'))
    const ids = new Set(['*', sender.id, ...(sender.alsoKnownAs ?? []), group, group.slice(group.indexOf(':') + 1)])
    const stands = (list: readonly string[] = []): boolean => list.some((id) => ids.has(id))
    if (stands(ofChannel.denyFrom) || stands(ofGroup.denyFrom)) return 'senderDenied'
    if (isAdded(channel, 'denyFrom') || isAdded(group, 'denyFrom')) return 'senderDenied'
    const { dmPolicy } = ofChannel
    if (oneToOne && dmPolicy === 'disabled') return 'oneToOneClosed'
    if (oneToOne && dmPolicy === 'open') return undefined
    const allowed = ofGroup.allowFrom ?? ofChannel.allowFrom
    if (stands(allowed) || isAdded(group, 'allowFrom')) return undefined
    if (!ofGroup.allowFrom && isAdded(channel, 'allowFrom')) return undefined
    if (oneToOne && dmPolicy === 'allowlist') return 'oneToOneClosed'
    return allowed ? 'senderUnlisted' : undefined
  }

  return {
    ...(limitOf && { limitOf: (bot, group, sender) => limitOf(bot, personKey(group, sender)) }),
    refusalOf(message) {
      if (!isAnySet && added().size === 0) return undefined
      const why = whyNot(message)
      if (!why || (message.sender.bot && isOwn(message.group, message.sender.id))) return undefined
      const { ofChannel, ofGroup } = rulesOf(message.group)
      return { why, isKept: (ofGroup.unlisted ?? ofChannel.unlisted) !== 'ignore' }
    },
    heedsAll(group) {
      const { ofChannel, ofGroup } = rulesOf(group)
      return ofGroup.heedsAll ?? ofChannel.heedsAll ?? false
    },
  }
}

const nobody: ReadonlyMap<string, AddedIds> = new Map()
