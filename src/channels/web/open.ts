// The web channel with its rooms in the service's store, and the routes that lead to them.
import type { Verdict } from '../../../machines/group/types.ts'
import { actorKey } from '../../room/key.ts'
import type { ChannelContext, OwnChannel, OwnContext } from '../plugin.ts'
import type { WebConfig } from './config.ts'
import type { BotVerdict } from './event-stream.ts'
import { makeWebRoutes } from './routes.ts'
import { makeWebChannel } from './web-channel.ts'

/** Files may be a quarter of what is stored: bytes for every megabyte. */
const fileShare = 1_000_000 / 4

export function openWeb({ rooms }: WebConfig, context: ChannelContext & OwnContext): OwnChannel {
  const { config, db, clock, verdicts, failures, mayWrite, log, isShared } = context
  const channel = makeWebChannel({
    db,
    rooms,
    members: () => config.bots,
    now: clock.now,
    mostFileBytes: config.store.maxMegabytes * fileShare,
    mayWrite,
    isShared,
    onError(error) {
      failures.note('posts', error)
      log('error', 'the web channel could not store a message or hand it in', { error: String(error) })
    },
  })
  const routes = makeWebRoutes({
    channel,
    subscribeVerdicts: verdicts.subscribe,
    recentVerdicts: (group, most) => newestOf(config.groups[group]?.bots ?? [], group, most, verdicts.recent),
    ahead: clock.ahead,
  })
  return Object.assign(channel, { isAtHome: true, routes })
}

/** The newest verdicts of all bots of a group, oldest first. */
function newestOf(
  bots: readonly string[],
  group: string,
  most: number,
  recent: (key: string, most: number) => Verdict[],
): BotVerdict[] {
  const ofBot = (bot: string) =>
    recent(actorKey({ bot, group, oneToOne: false }), most).map((verdict) => ({ ...verdict, bot, group }))
  return bots
    .flatMap(ofBot)
    .toSorted((a, b) => a.at - b.at)
    .slice(-most)
}
