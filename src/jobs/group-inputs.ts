// What the group chart of a bot is made with in its group: settings, identity, and the room that its prompts take.
import { sendToolName } from '../../machines/agent/post.ts'
import type { AgentRights, GroupInput, GroupSettings, PromptSettings } from '../../machines/group/settings.ts'
import type { ToolRight } from '../../machines/rules/tool-rights.ts'
import { keepsNote } from '../../machines/rules/note.ts'
import { seedOf } from '../../machines/rules/random.ts'
import type { BotConfig } from '../config/bots.ts'
import { type Config, settingsFor } from '../config/config.ts'
import type { ChatModel } from '../llm/model.ts'
import type { Models } from '../llm/models.ts'
import type { Media } from '../media/media.ts'
import type { RosterMember } from '../prompt/roster.ts'
import { partsOf } from '../room/key.ts'
import { describeToolName } from '../tools/describe-tool.ts'
import type { Registry } from '../tools/registry.ts'
import { rightsIn } from '../tools/rights.ts'
import type { Place } from '../tools/tool.ts'
import { mostWhole, overheadOfTools } from './run/offer.ts'
import { pageToolName } from './run/page-tool.ts'
import { handoffToolName } from './run/tape-tools.ts'
import { attachmentsOverhead, sensesOf } from './attachments/senses.ts'
import { botsWithTools } from './hands.ts'
import { type Beside, promptOverhead } from './prompt-overhead.ts'
import { noteOverhead } from './renew-note.ts'

type ModelsOf = Pick<Models, 'decision' | 'reply'>

/** What there is around the charts. */
interface Options {
  models?: ModelsOf | undefined
  media?: Pick<Media, 'recording'> | undefined
  canReact?: (group: string) => boolean
  canEdit?: (group: string) => boolean
  writesMarkdown?: (group: string) => boolean
  /** Those that there are; absent: no bot has any. */
  tools?: Registry
  /** Tokens of the notes and skills of a place in a prompt, as they were when they were last read. */
  textTokens?: ((place: Place) => number) | undefined
}

/** What each group's chart is made with, from the configuration, the roster and the personas as they are now. */
export function groupInputs(
  config: Config,
  roster: () => readonly RosterMember[],
  profile: (bot: BotConfig) => BotConfig = (bot) => bot,
  isPaused: (bot: string) => boolean = () => false,
  {
    models,
    media,
    canReact = () => false,
    canEdit = () => false,
    writesMarkdown = () => false,
    tools,
    textTokens,
  }: Options = {},
): (key: string) => GroupInput {
  const measured = new Map<
    string,
    { of: BotConfig; roster: readonly RosterMember[]; overhead: GroupInput['overhead'] }
  >()
  const working = botsWithTools(config, tools)
  const overheadOf = (id: string, prompt: PromptSettings, beside: Beside): GroupInput['overhead'] => {
    const bot = config.bots.find((each) => each.id === id)
    if (!bot) return { decide: 0, compose: 0 }
    const { remembers = false, works = false, hands = false } = beside
    const key = `${id} ${prompt.style} ${prompt.timeZone ?? ''} ${remembers} ${works} ${hands}`
    const [of, members, known] = [profile(bot), roster(), measured.get(key)]
    if (known?.of === of && known.roster === members) return known.overhead
    const overhead = promptOverhead(of, members, of.model.mode, { ...prompt, ...beside })
    measured.set(key, { of, roster: members, overhead })
    return overhead
  }
  return (key) => {
    const { bot, group, oneToOne } = partsOf(key)
    const settings = styled(settingsFor(config, group), writesMarkdown(group))
    const own = config.bots.find(({ id }) => id === bot)
    const { thoughts, tries, senses } = callsOf({ models, media }, own)
    const { perPerson } = own ?? {}
    const note = noteOverhead(own?.name ?? bot, settings.memory.noteTokens)
    const attachments = attachmentsOverhead(settings.reply, senses)
    const agent = agentOf(own, { registry: tools, textTokens }, { bot, group, oneToOne }, settings)
    const hands = working(bot, { group, oneToOne }).length > 0
    const overheadWith = (remembers: boolean): GroupInput['overhead'] => {
      const { decide, compose } = overheadOf(bot, settings.prompt, {
        remembers,
        works: remembers && agent !== undefined,
        hands,
      })
      return { decide: decide + thoughts.decide, compose: compose + thoughts.compose, note, attachments }
    }
    const input: GroupInput = {
      bot,
      group,
      oneToOne,
      paused: isPaused(bot),
      seed: seedOf(key),
      settings: debounced(settings, agent !== undefined),
      overhead: overheadWith(false),
      ...(perPerson && { limitsPersons: true as const }),
      ...(tries.decide + tries.compose > 2 && { tries }),
      ...(canReact(group) && { canReact: true }),
      ...(agent && { agent, ...(canEdit(group) && { canEdit: true as const }) }),
    }
    // The note, and what work leaves, take room in every prompt, but only where there is ever one.
    return keepsNote(input) ? { ...input, overhead: overheadWith(true) } : input
  }
}

/** The tools that are on for a bot in a group, and for whom. */
function agentOf(
  bot: BotConfig | undefined,
  { registry, textTokens = () => 0 }: { registry: Registry | undefined; textTokens: Options['textTokens'] },
  place: Place,
  { reply }: GroupSettings,
): AgentRights | undefined {
  const { agent, operators = [] } = bot ?? {}
  if (!agent || !registry) return undefined
  const named = rightsIn(
    registry.tools.flatMap(({ name }) => (name === sendToolName ? [] : [name])),
    agent.allow,
    place,
  )
  if (named.length === 0) return undefined
  const { sendsItself, inlineMs, progressMs, maxTokens, limits, maxAskerShare } = agent
  const tools = [...withOwn(named, registry), ...(sendsItself ? [sendRight] : [])]
  const run = { ...agent.run, maxTalkTokens: reply.maxTalkTokens }
  return {
    operators,
    ...(sendsItself && { sendsItself }),
    tools,
    run,
    inlineMs,
    progressMs,
    maxTokens,
    limits,
    maxAskerShare,
    overhead: overheadOfTools(registry, tools) + textTokens(place),
  }
}

/** Who may be answered at all: a bot that posts nothing else answers by it. */
const sendRight: ToolRight = { name: sendToolName, by: 'members' }

/** Whoever may use a tool may read the whole of what it gave, and go on from a summary; of many tools, see what one takes. */
function withOwn(tools: ToolRight[], registry: Registry): ToolRight[] {
  const by = tools.some((tool) => tool.by === 'members') ? 'members' : 'operators'
  const own = [pageToolName, handoffToolName]
  const there = own.filter((name) => name === pageToolName || registry.find(name))
  const others = tools.filter(({ name }) => !own.includes(name) && name !== describeToolName)
  const isMany = others.length + there.length > mostWhole && registry.find(describeToolName)
  const all = [...there, ...(isMany ? [describeToolName] : [])]
  return [...others, ...all.map((name): ToolRight => ({ name, by }))]
}

/** A10: where nothing is set, who speaks to a bot with tools is waited for, and one without is asked at once (B2). */
const debounced = (settings: GroupSettings, hasTools: boolean): GroupSettings => ({
  ...settings,
  direct: { ...settings.direct, debounceMs: settings.direct.debounceMs ?? (hasTools ? usualDebounceMs : 0) },
})

const usualDebounceMs = 1_000

/** What the configuration leaves open is as the channel can show it. */
const styled = (settings: GroupSettings, writesMarkdown: boolean): GroupSettings =>
  writesMarkdown ? { ...settings, style: { markdown: true, ...settings.style } } : settings

/** Tokens that its models take for thoughts, how often a call may be tried (one failed try is paid for), and whether it sees. */
function callsOf({ models, media }: Pick<Options, 'models' | 'media'>, bot: BotConfig | undefined) {
  const [decide, compose] = models && bot ? [models.decision(bot), models.reply(bot)] : []
  const triesOf = (model: ChatModel | undefined) => (model === undefined || model.rehearsal ? 1 : 2)
  return {
    thoughts: { decide: decide?.thoughtTokens?.() ?? 0, compose: compose?.thoughtTokens?.() ?? 0 },
    tries: { decide: triesOf(decide), compose: triesOf(compose) },
    senses: sensesOf(compose, media),
  }
}
