// Who the bots are: ids, names that cannot be mixed up, persona texts, and what each may spend a day.
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { foldName, namesOf } from '../language/names.ts'
import { type AgentConfig, resolveAgent } from './agent.ts'
import { type Findings, type Path, printPath, unheard } from './explain.ts'
import { type ModelConfig, layModel, resolveModel } from './model.ts'
import {
  clipPersona,
  isPersonaText,
  joinPersona,
  longestPersona,
  personaFilesAt,
  personaNames,
  readPersonaFile,
} from './persona.ts'
import { type ConfiguredJob, resolveJobs } from './schedule.ts'
import type { FileBot, FileModel } from './schema.ts'

/** Ceiling of a day across all groups (U6). */
export interface DailyLimits {
  dailyMessages: number
  dailyTokens: number
}

/** What one person's requests may cost a bot in a day, in all its groups together; absent: no limit. */
export interface PersonLimits {
  messagesPerDay?: number | undefined
  tokensPerDay?: number | undefined
}

export interface BotConfig {
  id: string
  name: string
  aliases: string[]
  role: string
  expertise: string
  /** Its text, given itself or by a file or folder; at most 4 000 characters. */
  persona?: string
  /** Where it was read, to be read again when it changes: absolute, in order. */
  personaFiles?: string[]
  /** Ids of the people who may give it commands, have it use the tools of operators, and call work off (A4). */
  operators: string[]
  /** Absent: it has no tools. */
  agent?: AgentConfig
  /** What it says or does at set times and at every start; absent: nothing. */
  jobs?: ConfiguredJob[]
  /** A model writes the everyday words of its field, unless this says no. */
  problemWords?: false
  model: ModelConfig
  limits: DailyLimits
  /** Absent: none. */
  perPerson?: PersonLimits
}

const botLimits: DailyLimits = { dailyMessages: 300, dailyTokens: 300_000 }

interface Common {
  /** What a bot without its own uses, and how it was given. */
  model: ModelConfig
  given: FileModel
  perPerson: PersonLimits | undefined
  /** Relative persona paths start here. */
  folder: string
}

export function resolveBots(bots: FileBot[], common: Common, findings: Findings): BotConfig[] {
  const resolved = bots.map((bot, i): BotConfig => {
    const path: Path = ['bots', i]
    const perPerson = { ...common.perPerson, ...bot.limits?.perPerson }
    const { persona, files } = personaOf(bot.persona, common.folder, [...path, 'persona'], findings)
    const operators = bot.operators ?? []
    const limits = layLimits(botLimits, bot.limits)
    const jobs = resolveJobs(bot, path, findings)
    const agent = resolveAgent(bot.agent, { folder: common.folder, operators, ...limits }, [...path, 'agent'], findings)
    return {
      id: bot.id ?? idFrom(bot.name),
      name: bot.name,
      aliases: bot.aliases ?? [],
      role: bot.role ?? '',
      expertise: bot.expertise ?? '',
      ...(persona && { persona }),
      ...(files.length > 0 && { personaFiles: files }),
      operators,
      ...(agent && { agent }),
      ...(jobs.length > 0 && { jobs }),
      ...(bot.problemWords === false && { problemWords: false }),
      model: bot.model ? ownModel(bot.model, common, [...path, 'model'], findings) : common.model,
      limits,
      ...(Object.keys(perPerson).length > 0 && { perPerson }),
    }
  })
  checkNames(resolved, bots, findings)
  return resolved
}

export function layLimits(base: DailyLimits, over: FileBot['limits']): DailyLimits {
  const { dailyMessages = base.dailyMessages, dailyTokens = base.dailyTokens } = over ?? {}
  return { dailyMessages, dailyTokens }
}

// The resolved model knows its address, so that its key stays there; the rehearsal has none to keep. A name of its own
// serves all its calls: the one that decides for the others is not laid under it.
function ownModel(own: FileModel, { model, given }: Common, path: Path, findings: Findings): ModelConfig {
  const elsewhere = own.provider !== undefined || own.baseUrl !== undefined
  const base = model.provider === 'rehearsal' ? given : model
  const named = own.name === undefined ? own : { decisionName: own.name, ...own }
  return resolveModel(layModel(base, named), path, elsewhere ? findings : unheard)
}

/** Of a name's Latin letters and digits; of one that has none, the numbers of its signs: `小研` is `u5c0f-u7814`. */
function idFrom(name: string): string {
  const plain = name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '-')
  const latin = plain.replaceAll(/[^a-z0-9._-]/g, '').replace(/^[._-]+/, '')
  if (latin !== '') return latin
  const signs = Array.from(plain, (sign) => `u${sign.codePointAt(0)?.toString(16)}`).join('-')
  return signs.length <= longestId ? signs : `u${createHash('sha256').update(plain).digest('hex').slice(0, 16)}`
}

const longestId = 48

// Whoever is called must be one bot, however the name is written (M1, M2).
function checkNames(bots: BotConfig[], given: FileBot[], findings: Findings): void {
  const owners = new Map<string, number>()
  for (const [i, bot] of bots.entries()) {
    for (const [folded, { key, name }] of callsOf(bot)) {
      const owner = owners.get(folded)
      const isDerived = key[0] === 'id' && given[i]?.id === undefined
      if (owner === undefined) owners.set(folded, i)
      else if (!isDerived) {
        const next = `is taken by bots[${owner}]: names, aliases and ids must differ`
        findings.problem(['bots', i, ...key], `${JSON.stringify(name)} ${next}`)
      } else if (foldName(bots[owner]?.name ?? '') !== foldName(bot.name)) {
        const from = `${JSON.stringify(name)}, made of the name ${JSON.stringify(bot.name)},`
        findings.problem(['bots', i, 'id'], `${from} is taken by bots[${owner}]: give this bot an id`)
      }
      if (key[0] !== 'id') warnOfShort(name, ['bots', i, ...key], findings)
    }
  }
}

function warnOfShort(name: string, key: Path, findings: Findings): void {
  const [read] = namesOf({ id: '', name, aliases: [] })
  if (read === undefined || Array.from(read.text).length > 1) return
  const where = read.kind === 'sign' ? 'only with @' : `only with @ or where it is called, as in "${name}, …"`
  findings.warn(`${printPath(key)}: ${JSON.stringify(name)} has one character and counts ${where}`)
}

// As mentions are read, so that no name calls two bots: a bot may give a name of its own twice.
function callsOf(bot: BotConfig): Map<string, { key: Path; name: string }> {
  const all: { key: Path; name: string }[] = [
    ...bot.aliases.map((name, n) => ({ key: ['aliases', n], name })),
    { key: ['id'], name: bot.id },
    { key: ['name'], name: bot.name },
  ]
  return new Map(all.filter(({ name }) => name !== '').map((entry) => [foldName(entry.name), entry] as const))
}

/** `files`: none for a persona that is given itself. */
function personaOf(given: string | undefined, folder: string, key: Path, findings: Findings) {
  if (given === undefined) return { persona: undefined, files: [] }
  const at = resolve(folder, given)
  if (isPersonaText(given, at)) return { persona: cut(given, key, findings), files: [] }
  const files = personaFilesAt(at)
  const refused: string[] = []
  const text = joinPersona(
    files.map((file) => readPersonaFile(file, (why) => refused.push(`${JSON.stringify(given)}: ${why} (${file})`))),
  )
  for (const why of refused) findings.problem(key, why)
  if (text === undefined && refused.length === 0) {
    const ways = `the text itself (a sentence, or lines behind |), a text file, or a folder with ${personaNames.join(', ')}`
    findings.problem(key, `expected ${ways}; found nothing readable at ${JSON.stringify(given)} (looked for ${at})`)
  }
  if (text === '') findings.warn(`${printPath(key)}: there is no text at ${JSON.stringify(given)}: it has no effect`)
  return { persona: text && cut(text, key, findings), files }
}

function cut(text: string, key: Path, findings: Findings): string {
  if (text.length > longestPersona) {
    findings.warn(`${printPath(key)}: only the first ${longestPersona} of ${text.length} characters are used`)
  }
  return clipPersona(text)
}
