// Which own bots are in a room, and which of them ask the same model whether to speak.
import type { AnyMachineSnapshot } from 'xstate'
import type { GroupContext } from '../../../machines/group/context.ts'
import type { BotConfig } from '../../config/bots.ts'
import { type Config, configuredGroup } from '../../config/config.ts'
import type { ModelConfig, NamedModel } from '../../config/model.ts'
import { actorKey } from '../../room/key.ts'
import type { BotMemory } from '../../memory/memory.ts'
import type { MemberIn } from '../../room/members.ts'
import type { RoomCandidates } from './judgement.ts'
import type { BotCandidate } from './candidates.ts'

export interface CandidateParts {
  config: Pick<Config, 'bots' | 'groups'>
  /** The bot with its persona as it is now. */
  profile: (bot: BotConfig) => BotConfig
  memberIn: MemberIn
  /** A bot's group as it stands; undefined: it has heard nothing there. */
  look: (key: string) => AnyMachineSnapshot | undefined
  /** What a bot remembers; absent: nothing. */
  memory?: (bot: string) => Pick<BotMemory, 'note' | 'work' | 'facts'>
}

export function roomCandidates({
  config,
  profile,
  memberIn,
  look,
  memory,
}: CandidateParts): (group: string, bot: string) => RoomCandidates {
  const bots = new Map(config.bots.map((bot) => [bot.id, bot]))
  return (group, asking) => {
    const judge = judgeOf(bots.get(asking)?.model)
    const candidates = (configuredGroup(config, group)?.bots ?? [...bots.keys()]).flatMap(
      (id): { candidate: BotCandidate; judge: string }[] => {
        const [bot, member] = [bots.get(id), memberIn(group, id)]
        const seen = bot && member && look(actorKey({ bot: id, group, oneToOne: false }))
        if (!bot || !member || !seen) return []
        const chart = seen.context as GroupContext
        const isMuted = seen.matches({ control: 'muted' })
        const noted = (): string[] => {
          const { note, work, facts } = memory?.(id) ?? {}
          const texts = [note?.(group) ?? '', work?.(group, false) ?? '', ...(facts?.(group, false) ?? [])]
          return texts.flatMap((text) => text.split('\n')).filter(Boolean)
        }
        const candidate = { bot: id, ownId: member.ownId, profile: profile(bot), chart, isMuted, noted }
        return [{ candidate, judge: judgeOf(bot.model) }]
      },
    )
    const [sharing, others] = [
      candidates.filter((each) => each.judge === judge),
      candidates.filter((each) => each.judge !== judge),
    ]
    return { sharing: sharing.map(({ candidate }) => candidate), others: others.map(({ candidate }) => candidate) }
  }
}

const known = new WeakMap<ModelConfig, string>()

/** The same for bots that ask the same model at the same place in the same way, with the same ones behind it. */
function judgeOf(model: ModelConfig | undefined): string {
  if (!model) return ''
  const found = known.get(model)
  if (found !== undefined) return found
  const at = ({ provider, baseUrl, apiKey, decisionName }: NamedModel) => [provider, baseUrl, apiKey, decisionName]
  const behind = (model.fallbacks ?? []).filter(({ only = 'decision' }) => only === 'decision')
  const judge = JSON.stringify([model.mode, at(model), behind.map(at)])
  known.set(model, judge)
  return judge
}
