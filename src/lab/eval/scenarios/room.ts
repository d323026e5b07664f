// A scenario's room with the real bots in it: their charts in virtual time, rehearsed or asking a model.
import type { InboundMessage } from '../../../channels/channel.ts'
import type { BotConfig } from '../../../config/bots.ts'
import type { Config } from '../../../config/config.ts'
import { admissionOf } from '../../../config/admission.ts'
import { unheard } from '../../../config/explain.ts'
import { layerSettings } from '../../../config/groups.ts'
import { baseOf } from '../../../config/topics.ts'
import type { VirtualGroupsOptions } from '../../virtual/virtual-groups.ts'
import { makeVirtualGroups } from '../../virtual/virtual-groups.ts'
import { castBots, castPeople, groupsOf } from './cast.ts'
import { mediaIn } from './held.ts'
import type { Scenario } from './parse.ts'
import { perform, type Performing, type Posted, type Room, type Said } from './perform.ts'
import { scriptOf } from './script.ts'
import { startMs } from './times.ts'

export interface PlayOptions extends Pick<VirtualGroupsOptions, 'decide' | 'seed'> {
  /** Gives the model, and the settings below those of the scenario. */
  config: Config
}

interface RoomOptions extends PlayOptions, Pick<VirtualGroupsOptions, 'traced'> {
  scenario: Scenario
}

/** The bots of a scenario, with the model of the configuration's first bot, and without everyday words if it is. */
export function botsOf(scenario: Scenario, config: Config): BotConfig[] {
  const [first] = config.bots
  if (!first) throw new Error('the configuration has no bot')
  const { model, limits, problemWords } = first
  const without = problemWords === false ? { problemWords } : {}
  const shown = { ...model, ...(scenario.vision && { vision: true as const }) }
  return castBots(scenario).map((bot) => ({ ...bot, ...without, operators: [], model: shown, limits }))
}

/** Plays the script of a scenario in the room that `open` makes. */
export const performScenario = (scenario: Scenario, open: Performing['open']): Promise<Said[]> =>
  perform({ script: scriptOf(scenario), start: startMs(scenario.startsAt), open, address: addressIn(scenario) })

export function openRoom({ scenario, config, decide, seed, traced }: RoomOptions, posted: Posted): Room {
  const bots = botsOf(scenario, config)
  const ids = bots.map(({ id }) => id)
  const groups = groupsOf(scenario).map(([name, { bots: present = ids, groupSocial = {}, ...served }]) => {
    const admission = admissionOf(served, ['groups', name], unheard)
    const settings = layerSettings([
      config.groupSocial,
      { prompt: { timeZone } },
      scenario.groupSocial ?? {},
      groupSocial,
    ])
    return [groupKey(name), { bots: present, settings, ...(admission && { admission }) }] as const
  })
  const people = castPeople(scenario).filter(() => scenario.roster === true)
  const colleagues = people.map(({ name, role, expertise }) => ({ id: name, name, role, expertise }))
  const company = companyOf(scenario)
  const virtual = makeVirtualGroups({
    config: { ...config, bots, groups: Object.fromEntries(groups) },
    bots,
    roster: [...bots, ...colleagues],
    decide,
    seed,
    startAt: startMs(scenario.startsAt),
    personsIn: (group) => company.get(baseOf(group)) ?? [],
    media: mediaIn(scenario),
    traced,
    said: (message) => posted(message, message.sender.id),
  })
  return { listen: virtual.listen, nextDue: virtual.nextDue, passUntil: virtual.passUntil }
}

/** Who speaks in a group belongs to it, in any topic: all but newcomers have spoken there before. */
function companyOf(scenario: Scenario): Map<string, { id: string; ts: number }[]> {
  const ts = startMs(scenario.startsAt) - spokeBeforeMs
  const speakers = Map.groupBy(
    scriptOf(scenario).filter(({ bot }) => !bot),
    ({ group }) => baseOf(groupKey(group)),
  )
  return new Map(
    [...speakers].map(([group, lines]) => [group, [...new Set(lines.map(({ who }) => who))].map((id) => ({ id, ts }))]),
  )
}

const spokeBeforeMs = 3_600_000

/** Where a message of a group goes: who sits there, and whether it is a private chat. */
export function addressIn(scenario: Scenario): (group: string) => Pick<InboundMessage, 'group' | 'oneToOne' | 'bots'> {
  const groups = new Map(groupsOf(scenario))
  return (name) => {
    const { bots, oneToOne } = groups.get(baseOf(name)) ?? {}
    const present = oneToOne === undefined ? bots : [oneToOne]
    return {
      group: groupKey(name),
      ...(present && { bots: present }),
      ...(oneToOne !== undefined && { oneToOne: true }),
    }
  }
}

/** The local time of a scenario is counted in it: no machine's own zone shows. */
const timeZone = 'UTC'

const groupKey = (name: string): string => `web:${name}`
