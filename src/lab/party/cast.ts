// Who comes to a party: bots with a field each, and what people ask of them.
import type { Config } from '../../config/config.ts'

type BotConfig = Config['bots'][number]

export interface Topic {
  text: string
  /** Ids of the bots whose field it is. */
  fields: readonly string[]
}

/** `topics`: what only this field is asked about. */
const roles = [
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
const shared: readonly { names: readonly [string, string]; topic: string }[] = [
  { names: ['Iris', 'Dora'], topic: 'the data of the experiments' },
  { names: ['Rex', 'Dora'], topic: 'performance tests' },
  { names: ['Iris', 'Mika'], topic: 'surveys and interviews' },
  { names: ['Iris', 'Lena'], topic: 'papers and literature' },
]

export const mostBots = roles.length

export const people = ['Ann', 'Bo', 'Cem', 'Dana', 'Eli', 'Fay', 'Gus', 'Hoa'] as const

export const chatter = [
  'The train was late again.',
  'I bring cake at four.',
  'That went better than I thought.',
  'Back in ten minutes.',
  'Ha, nice one.',
  'The window is open, it is cold in here.',
]

/** `{}`: the topic. Of every kind that a rehearsal has lines for: it has few of each. */
export const openings = [
  'Does anybody know more about {}?',
  'How would you go about {}?',
  'Can somebody help me with {}?',
  'What should we do about {}?',
  'Who has notes on {}?',
  'Why is there so much trouble with {}?',
  'How long does it take to get through {}?',
]

/** The first of the cast, as bots of this configuration's model. */
export function castOf(config: Config, count: number): { bots: BotConfig[]; topics: Topic[] } {
  const [like] = config.bots
  if (!like) throw new Error('the configuration has no bot')
  const here = roles.slice(0, count)
  const bots = here.map(({ name, role, expertise }) => ({
    ...like,
    id: idOf(name),
    name,
    aliases: [],
    role,
    expertise,
  }))
  const present = new Set(here.map(({ name }) => name))
  const own = here.flatMap(({ name, topics }) => topics.map((text) => ({ text, fields: [idOf(name)] })))
  const common = shared.flatMap(({ names, topic }) => {
    const both = { text: topic, fields: names.map(idOf) }
    return names.every((name) => present.has(name)) ? [both, both] : []
  })
  return { bots, topics: [...own, ...common] }
}

/** What the bots of a configuration can be asked about: two phrases of one's expertise, and what two of them share. */
export function topicsOf(bots: readonly BotConfig[]): Topic[] {
  const fieldsOf = ({ expertise }: BotConfig) =>
    expertise
      .split(/[,;，；、。.]+/)
      .map((field) => field.trim())
      .filter(Boolean)
  return bots.flatMap((bot) => {
    const fields = fieldsOf(bot)
    return fields.slice(0, most).map((field, i) => {
      const next = fields[(i + 1) % fields.length] ?? field
      const experts = bots.filter((each) => [field, next].every((one) => fieldsOf(each).includes(one)))
      return { text: next === field ? field : `${field}, ${next}`, fields: experts.map(({ id }) => id) }
    })
  })
}

const most = 6
const idOf = (name: string): string => name.toLowerCase()
