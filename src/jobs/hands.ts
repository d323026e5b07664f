// Which bots of a room have tools there, by the configuration: who has none is told so, and who has (A9).
import type { BotConfig } from '../config/bots.ts'
import { type Config, configuredGroup } from '../config/config.ts'
import type { Hands } from '../prompt/prompt-parts.ts'
import type { MemberIn } from '../room/members.ts'
import type { Whereabouts } from '../room/key.ts'
import type { Registry } from '../tools/registry.ts'
import { rightsIn } from '../tools/rights.ts'

type Place = Omit<Whereabouts, 'bot'>

/** Of those that the configuration has in the room; of a talk of two, the bot itself. */
export function botsWithTools(
  config: Pick<Config, 'bots' | 'groups'>,
  registry: Registry | undefined,
): (bot: string, place: Place) => readonly BotConfig[] {
  const working = registry ? config.bots.filter(({ agent }) => agent) : []
  const names = registry?.tools.map(({ name }) => name) ?? []
  return (bot, place) => {
    if (working.length === 0) return working
    const listed = place.oneToOne ? [bot] : configuredGroup(config, place.group)?.bots
    return working.filter(
      ({ id, agent }) =>
        agent !== undefined && (listed?.includes(id) ?? true) && rightsIn(names, agent.allow, place).length > 0,
    )
  }
}

/** Undefined: no bot of the room has any. */
export function handsIn(
  parts: { config: Pick<Config, 'bots' | 'groups'>; memberIn: MemberIn },
  registry: Registry | undefined,
): (bot: string, place: Place) => Hands | undefined {
  const working = botsWithTools(parts.config, registry)
  return (bot, place) => {
    const there = working(bot, place).filter(({ id }) => id === bot || parts.memberIn(place.group, id) !== undefined)
    return there.length === 0 ? undefined : { others: there.filter(({ id }) => id !== bot).map(({ name }) => name) }
  }
}
