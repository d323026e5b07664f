// Who comes to a party: bots with a field each, and what people ask of them.
import type { Config } from '../../config/config.ts'

type BotConfig = Config['bots'][number]

interface Role {
  name: string
  role: string
  expertise: string
  /** What only this field is asked about. */
  topics: readonly string[]
}

const roles: readonly Role[] = [
  {
    name: 'Iris',
    role: 'research assistant',
    expertise: 'papers, literature search, statistics, experiments, data, surveys, interviews',
    topics: ['papers and statistics', 'a literature search for papers', 'statistics for the surveys'],
  },
  {
    name: 'Rex',
    role: 'code reviewer',
    expertise: 'code review, bugs, tests, TypeScript, refactoring, performance, releases, charts',
    topics: ['the code review and its bugs', 'a TypeScript refactoring', 'bugs in the TypeScript tests'],
  },
  {
    name: 'Dora',
    role: 'operator',
    expertise: 'servers, deployment, backups, monitoring, data, experiments, performance, tests, releases',
    topics: ['the backups of the servers', 'a deployment to the new servers', 'monitoring of the backups'],
  },
  {
    name: 'Mika',
    role: 'designer',
    expertise: 'layout, colours, typography, icons, charts, surveys, interviews',
    topics: ['colours of the icons', 'typography and layout', 'icons in the layout'],
  },
  {
    name: 'Otto',
    role: 'accountant',
    expertise: 'invoices, travel costs, contracts, taxes, releases',
    topics: ['travel costs and taxes', 'the invoices and contracts', 'contracts and taxes'],
  },
  {
    name: 'Lena',
    role: 'editor',
    expertise: 'papers, literature, grammar, abstracts, translations, charts',
    topics: ['grammar of the abstracts', 'translations of the abstracts', 'grammar in translations'],
  },
]

/** Each belongs to two of the fields. */
const shared: readonly { fields: readonly [string, string]; topic: string }[] = [
  { fields: ['Iris', 'Dora'], topic: 'the data of the experiments' },
  { fields: ['Rex', 'Dora'], topic: 'performance tests' },
  { fields: ['Iris', 'Mika'], topic: 'surveys and interviews' },
  { fields: ['Iris', 'Lena'], topic: 'papers and literature' },
]

export const mostBots = roles.length

/** Ample, so that the talk and not the bill decides who speaks. */
const limits = {
  shortWindow: { maxMessages: 20, maxTokens: 40_000 },
  mediumWindow: { maxMessages: 400, maxTokens: 1_000_000 },
  longWindow: { maxMessages: 3_000, maxTokens: 8_000_000 },
}

export const people = ['Ann', 'Bo', 'Cem', 'Dana', 'Eli', 'Fay', 'Gus', 'Hoa'] as const

export const chatter = [
  'The train was late again.',
  'I bring cake at four.',
  'That went better than I thought.',
  'Back in ten minutes.',
  'Ha, nice one.',
  'The window is open, it is cold in here.',
]

/** `{}`: the topic. */
export const openings = [
  'Does anybody know more about {}?',
  'How would you go about {}?',
  'Can somebody help me with {}?',
  'What should we do about {}?',
]

/** The settings of the party's group: the built-in ones, but for the budget and the pace. */
export function partySettings(
  { groupSocial }: Config,
  pace: Config['groupSocial']['delay']['pace'],
): Config['groupSocial'] {
  const { shortWindow, mediumWindow, longWindow } = groupSocial.limits
  return {
    ...groupSocial,
    delay: { ...groupSocial.delay, pace },
    limits: {
      shortWindow: { ...shortWindow, ...limits.shortWindow },
      mediumWindow: { ...mediumWindow, ...limits.mediumWindow },
      longWindow: { ...longWindow, ...limits.longWindow },
    },
  }
}

/** The first of the cast, as bots of this configuration's model. */
export function castOf(config: Config, count: number): { bots: BotConfig[]; topics: string[] } {
  const [like] = config.bots
  if (!like) throw new Error('the configuration has no bot')
  const here = roles.slice(0, count)
  const bots = here.map(({ name, role, expertise }) => ({
    ...like,
    id: name.toLowerCase(),
    name,
    aliases: [],
    role,
    expertise,
  }))
  const present = new Set(here.map(({ name }) => name))
  const common = shared.flatMap(({ fields, topic }) =>
    fields.every((name) => present.has(name)) ? [topic, topic] : [],
  )
  return { bots, topics: [...here.flatMap(({ topics }) => topics), ...common] }
}
