// Whom the bots of a group answered last, read off their charts: that outlives a restart.
import type { GroupContext } from '../../machines/group/types.ts'
import type { Config } from '../config/config.ts'
import { actorKey } from './key.ts'
import type { MemberIn } from './members.ts'
import type { Answered } from './conversation.ts'

/** `look`: a bot's group as it stands. */
export function answeredIn(
  { groups, bots }: Pick<Config, 'groups' | 'bots'>,
  memberIn: MemberIn,
  look: (key: string) => object | undefined,
): (group: string) => Answered[] {
  return (group) =>
    (groups[group]?.bots ?? bots.map(({ id }) => id)).flatMap((bot) => {
      const by = memberIn(group, bot)?.ownId
      const seen = by === undefined ? undefined : look(actorKey({ bot, group, oneToOne: false }))
      const answered = (seen as { context: GroupContext } | undefined)?.context.answered
      return by !== undefined && answered ? [{ by, ...answered }] : []
    })
}
