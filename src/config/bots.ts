// Who the bots are: ids, names that cannot be mixed up, persona texts, and what each may spend a day.
import { resolve } from 'node:path'
import { foldName } from '../../machines/rules/names.ts'
import { type Findings, type Path, printPath, unheard } from './explain.ts'
import { type ModelConfig, layModel, resolveModel } from './model.ts'
import { clipPersona, joinPersona, longestPersona, personaFilesAt, personaNames, readPersonaFile } from './persona.ts'
import type { FileBot, FileModel } from './schema.ts'

/** Ceiling of a day across all groups (U6). */
export interface DailyLimits {
  dailyMessages: number
  dailyTokens: number
}

export interface BotConfig {
  id: string
  name: string
  aliases: string[]
  role: string
  expertise: string
  /** The text of the persona file or folder, at most 4 000 characters. */
  persona?: string
  /** Where it was read, to be read again when it changes: absolute, in order. */
  personaFiles?: string[]
  /** Ids of the people who may command it, as soon as there are commands (A4). */
  operators: string[]
  /** A model writes the everyday words of its field, unless this says no. */
  problemWords?: false
  model: ModelConfig
  limits: DailyLimits
}

const botLimits: DailyLimits = { dailyMessages: 300, dailyTokens: 300_000 }

interface Common {
  /** What a bot without its own uses, and how it was given. */
  model: ModelConfig
  given: FileModel
  /** Relative persona paths start here. */
  folder: string
}

export function resolveBots(bots: FileBot[], common: Common, findings: Findings): BotConfig[] {
  const resolved = bots.map((bot, i): BotConfig => {
    const path: Path = ['bots', i]
    const at = bot.persona && resolve(common.folder, bot.persona)
    const files = at ? personaFilesAt(at) : []
    const persona = at && readPersona(files, at, bot.persona ?? '', [...path, 'persona'], findings)
    if (bot.operators?.length)
      findings.warn(`${printPath([...path, 'operators'])}: bots take no commands yet: it has no effect`)
    return {
      id: bot.id ?? deriveId(bot.name, [...path, 'id'], findings),
      name: bot.name,
      aliases: bot.aliases ?? [],
      role: bot.role ?? '',
      expertise: bot.expertise ?? '',
      ...(persona && { persona }),
      ...(files.length > 0 && { personaFiles: files }),
      operators: bot.operators ?? [],
      ...(bot.problemWords === false && { problemWords: false }),
      model: bot.model ? ownModel(bot.model, common, [...path, 'model'], findings) : common.model,
      limits: layLimits(botLimits, bot.limits),
    }
  })
  checkNames(resolved, findings)
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

function deriveId(name: string, path: Path, findings: Findings): string {
  const plain = name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '-')
  const id = plain.replaceAll(/[^a-z0-9._-]/g, '').replace(/^[._-]+/, '')
  if (!id)
    findings.problem(path, `missing: ${JSON.stringify(name)} has no letters a-z to derive it from: give the bot an id`)
  return id
}

// Whoever is called must be one bot, however the name is written (M1, M2).
function checkNames(bots: BotConfig[], findings: Findings): void {
  const owners = new Map<string, number>()
  for (const [i, bot] of bots.entries()) {
    for (const [folded, { key, name }] of namesOf(bot)) {
      const owner = owners.get(folded)
      const taken = `${JSON.stringify(name)} is taken by bots[${owner}]: names, aliases and ids must differ`
      if (owner === undefined) owners.set(folded, i)
      else findings.problem(['bots', i, ...key], taken)
      if (Array.from(folded).length === 1 && key[0] !== 'id') {
        findings.warn(
          `${printPath(['bots', i, ...key])}: ${JSON.stringify(name)} has one character and counts only with @`,
        )
      }
    }
  }
}

// As mentions are read, so that no name calls two bots: a bot may give a name of its own twice.
function namesOf(bot: BotConfig): Map<string, { key: Path; name: string }> {
  const all: { key: Path; name: string }[] = [
    ...bot.aliases.map((name, n) => ({ key: ['aliases', n], name })),
    { key: ['id'], name: bot.id },
    { key: ['name'], name: bot.name },
  ]
  return new Map(all.filter(({ name }) => name !== '').map((entry) => [foldName(entry.name), entry] as const))
}

function readPersona(files: string[], at: string, given: string, key: Path, findings: Findings): string | undefined {
  const refused: string[] = []
  const text = joinPersona(
    files.map((file) => readPersonaFile(file, (why) => refused.push(`${JSON.stringify(given)}: ${why} (${file})`))),
  )
  for (const why of refused) findings.problem(key, why)
  if (refused.length > 0) return text
  if (text === undefined) {
    const wanted = `a text file, or a folder with ${personaNames.join(', ')}`
    findings.problem(key, `expected ${wanted}, found nothing readable at ${JSON.stringify(given)} (looked for ${at})`)
  } else if (text === '') {
    findings.warn(`bots[${String(key[1])}].persona: there is no text at ${JSON.stringify(given)}: it has no effect`)
  } else if (text.length > longestPersona) {
    findings.warn(
      `bots[${String(key[1])}].persona: only the first ${longestPersona} of ${text.length} characters are used`,
    )
  }
  return text && clipPersona(text)
}
