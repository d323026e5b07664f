// What the environment says: CHIME_… and a few names that other tools know, read also from `.env`.
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError, printPath, suggest } from './explain.ts'
import type { ChannelSection, VariableNames, Variables } from './section.ts'
import { readTextFile, TextFileError } from './text-file.ts'

export interface Environment {
  /** Laid over the file: the same keys. */
  data: Record<string, unknown>
  /** Path of a value to what gave it: `channels.web.port` → `.env: CHIME_PORT`. */
  sources: Map<string, string>
  /** CHIME_CONFIG. */
  file: string | undefined
  warnings: string[]
  /** All of them, `.env` included. */
  variables: Variables
}

/** The real environment wins over `.env`; an empty value counts as not set. Throws a ConfigError for an unreadable `.env`. */
export function readEnvironment(
  env: NodeJS.ProcessEnv,
  cwd: string,
  sections: readonly Pick<ChannelSection, 'name' | 'isOnTop' | 'environment'>[] = [],
): Environment {
  const variables = { ...readDotEnv(cwd), ...env }
  const result: Environment = { data: {}, sources: new Map(), file: undefined, warnings: [], variables }
  const where = (name: string) => `${Object.hasOwn(env, name) ? 'environment' : '.env'}: ${name}`
  const put = ({ variable, value, path }: VariableSetting): void => {
    place(result.data, path, value)
    result.sources.set(printPath(path), where(variable))
  }
  for (const [variable, path] of Object.entries(common)) {
    const value = variables[variable]?.trim()
    if (value)
      put({ variable, value: variable === 'CHIME_DATA' ? join(resolve(cwd, value), 'chime.sqlite') : value, path })
  }
  for (const { name, isOnTop, environment = {} } of sections) {
    const at = isOnTop ? [name] : ['channels', name]
    for (const setting of settingsBy(environment, variables)) put({ ...setting, path: [...at, ...setting.path] })
  }
  const names = [
    'CHIME_CONFIG',
    ...sections.flatMap(({ environment = {} }) => Object.keys(environment)),
    ...Object.keys(common),
  ]
  const known = names.filter((name) => name.startsWith('CHIME_') && !isFamily(name))
  for (const name of Object.keys(variables)) {
    const isKnown = known.includes(name) || names.some((each) => isFamily(each) && inFamily(each, name) !== undefined)
    if (!isKnown && name.startsWith('CHIME_'))
      result.warnings.push(`${where(name)}: unknown variable: ${suggest(name, known)}`)
  }
  result.file = variables['CHIME_CONFIG']?.trim() || undefined
  return result
}

/** A value of a variable, and the path of the key that it stands for. */
interface VariableSetting {
  variable: string
  value: unknown
  path: readonly string[]
}

/** What variables say of keys. */
export const settingsBy = (names: VariableNames, variables: Variables): VariableSetting[] =>
  Object.entries(names).flatMap(([name, key]): VariableSetting[] => {
    if (!isFamily(name)) {
      const value = variables[name]?.trim()
      return value ? [{ variable: name, value: numberIf(name.endsWith('PORT'), value), path: [key] }] : []
    }
    return Object.entries(variables).flatMap(([variable, value]) => {
      const rest = inFamily(name, variable)
      return rest !== undefined && value ? [{ variable, value, path: [key, rest] }] : []
    })
  })

const numberIf = (isOne: boolean, value: string): string | number =>
  isOne && /^\d+$/.test(value) ? Number(value) : value

const isFamily = (name: string): boolean => name.endsWith('*')

/** Where the name is one of the family: what tells it from the others. */
function inFamily(family: string, name: string): string | undefined {
  const prefix = family.slice(0, -1)
  const rest = name.slice(prefix.length)
  return name.startsWith(prefix) && /^[A-Z0-9_]+$/.test(rest) ? rest : undefined
}

const common: Record<string, readonly string[]> = {
  CHIME_DATA: ['store', 'path'],
  CHIME_LOG_LEVEL: ['log', 'level'],
  CHIME_LOG_FORMAT: ['log', 'format'],
  CHIME_PROVIDER: ['model', 'provider'],
  CHIME_MODEL: ['model', 'name'],
  OPENAI_API_KEY: ['model', 'apiKey'],
  CHIME_TRANSCRIPTION_API_KEY: ['transcription', 'apiKey'],
  CHIME_SEARCH_API_KEY: ['search', 'apiKey'],
  OPENAI_BASE_URL: ['model', 'baseUrl'],
}

/** Lays a value into a tree; a later one stands over an earlier one. */
export function place(tree: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) tree[key] = value
  else place((tree[key] ??= {}) as Record<string, unknown>, rest, value)
}

function readDotEnv(cwd: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readTextFile(join(cwd, '.env'), { pipe: true }))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return {}
    if (error instanceof TextFileError) throw new ConfigError([`.env: ${error.message} (${join(cwd, '.env')})`])
    throw new ConfigError([`.env: cannot be read (${code}): check the file ${join(cwd, '.env')}`])
  }
}
