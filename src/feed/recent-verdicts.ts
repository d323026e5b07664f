// The newest verdicts of all bots of a group, for the room's page.
import type { Verdict } from '../../machines/group/types.ts'
import type { Config } from '../config/config.ts'
import { actorKey } from '../room/key.ts'

/** Oldest first. */
export function recentVerdicts(
  config: Config,
  group: string,
  limit: number,
  recent: (key: string, most: number) => Verdict[],
) {
  const bots = config.groups[group]?.bots ?? []
  const ofBot = (bot: string) =>
    recent(actorKey({ bot, group, oneToOne: false }), limit).map((v) => ({ ...v, bot, group }))
  return bots
    .flatMap(ofBot)
    .toSorted((a, b) => a.at - b.at)
    .slice(-limit)
}
