// What the group chart of a bot is made with in its group: settings, identity, and the room that its prompts take.
import type { GroupInput, PromptSettings } from '../../machines/group/settings.ts'
import { keepsNote } from '../../machines/rules/note.ts'
import { seedOf } from '../../machines/rules/random.ts'
import type { BotConfig } from '../config/bots.ts'
import { type Config, settingsFor } from '../config/config.ts'
import type { ChatModel } from '../llm/model.ts'
import type { Models } from '../llm/models.ts'
import type { RosterMember } from '../prompt/roster.ts'
import { partsOf } from '../room/key.ts'
import { promptOverhead } from './prompt-overhead.ts'
import { noteOverhead } from './renew-note.ts'

type ModelsOf = Pick<Models, 'decision' | 'reply'>

/** What each group's chart is made with, from the configuration, the roster and the personas as they are now. */
export function groupInputs(
  config: Config,
  roster: () => readonly RosterMember[],
  profile: (bot: BotConfig) => BotConfig = (bot) => bot,
  isPaused: (bot: string) => boolean = () => false,
  { models, canReact = () => false }: { models?: ModelsOf; canReact?: (group: string) => boolean } = {},
): (key: string) => GroupInput {
  const measured = new Map<
    string,
    { of: BotConfig; beside: readonly RosterMember[]; overhead: GroupInput['overhead'] }
  >()
  const overheadOf = (id: string, prompt: PromptSettings, remembers = false): GroupInput['overhead'] => {
    const bot = config.bots.find((each) => each.id === id)
    if (!bot) return { decide: 0, compose: 0 }
    const key = `${id} ${prompt.style} ${prompt.timeZone ?? ''} ${remembers}`
    const [of, beside, known] = [profile(bot), roster(), measured.get(key)]
    if (known?.of === of && known.beside === beside) return known.overhead
    const overhead = promptOverhead(of, beside, of.model.mode, { ...prompt, remembers })
    measured.set(key, { of, beside, overhead })
    return overhead
  }
  return (key) => {
    const { bot, group, oneToOne } = partsOf(key)
    const settings = settingsFor(config, group)
    const own = config.bots.find(({ id }) => id === bot)
    const { thoughts, tries } = callsOf(models, own)
    const { perPerson } = own ?? {}
    const note = noteOverhead(own?.name ?? bot, settings.memory.noteTokens)
    const overheadWith = (remembers: boolean): GroupInput['overhead'] => {
      const { decide, compose } = overheadOf(bot, settings.prompt, remembers)
      return { decide: decide + thoughts.decide, compose: compose + thoughts.compose, note }
    }
    const input: GroupInput = {
      bot,
      group,
      oneToOne,
      paused: isPaused(bot),
      seed: seedOf(key),
      settings,
      overhead: overheadWith(false),
      ...(perPerson && { limitsPersons: true as const }),
      ...(tries.decide + tries.compose > 2 && { tries }),
      ...(canReact(group) && { canReact: true }),
    }
    // The note takes room in every prompt, but only where there is ever one.
    return keepsNote(input) ? { ...input, overhead: overheadWith(true) } : input
  }
}

/** Tokens that its models take for thoughts, and how often a call may be tried: one failed try is paid for. */
function callsOf(models: ModelsOf | undefined, bot: BotConfig | undefined) {
  const [decide, compose] = models && bot ? [models.decision(bot), models.reply(bot)] : []
  const triesOf = (model: ChatModel | undefined) => (model === undefined || model.rehearsal ? 1 : 2)
  return {
    thoughts: { decide: decide?.thoughtTokens?.() ?? 0, compose: compose?.thoughtTokens?.() ?? 0 },
    tries: { decide: triesOf(decide), compose: triesOf(compose) },
  }
}
