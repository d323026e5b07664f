// What the environment says: CHIME_… and a few names that other tools know, read also from `.env`.
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError, printPath, suggest } from './explain.ts'
import type { ChannelSection } from './section.ts'
import { readTextFile, TextFileError } from './text-file.ts'

export interface Environment {
  /** Laid over the file: the same keys. */
  data: Record<string, unknown>
  /** Path of a value to what gave it: `channels.web.port` → `.env: CHIME_PORT`. */
  sources: Map<string, string>
  /** CHIME_CONFIG. */
  file: string | undefined
  warnings: string[]
}

/** The real environment wins over `.env`; an empty value counts as not set. Throws a ConfigError for an unreadable `.env`. */
export function readEnvironment(
  env: NodeJS.ProcessEnv,
  cwd: string,
  sections: readonly Pick<ChannelSection, 'name' | 'environment'>[] = [],
): Environment {
  const all = new Map([...Object.entries(readDotEnv(cwd)), ...Object.entries(env)])
  const result: Environment = { data: {}, sources: new Map(), file: undefined, warnings: [] }
  const where = (name: string) => `${Object.hasOwn(env, name) ? 'environment' : '.env'}: ${name}`
  const { single, families } = variablesOf(sections)
  const put = (name: string, path: ConfigPath, value: unknown) => {
    place(result.data, path, value)
    result.sources.set(printPath(path), where(name))
  }
  for (const [name, path] of single) {
    const value = all.get(name)?.trim()
    if (value) put(name, path, convert(name, value, cwd))
  }
  const known = ['CHIME_CONFIG', ...single.keys()].filter((name) => name.startsWith('CHIME_'))
  for (const [name, value] of all) {
    const family = families.find(
      ({ prefix }) => name.startsWith(prefix) && /^[A-Z0-9_]+$/.test(name.slice(prefix.length)),
    )
    if (family && value) put(name, [...family.path, name.slice(family.prefix.length)], value)
    if (!family && name.startsWith('CHIME_') && !known.includes(name))
      result.warnings.push(`${where(name)}: unknown variable: ${suggest(name, known)}`)
  }
  result.file = all.get('CHIME_CONFIG')?.trim() || undefined
  return result
}

type ConfigPath = readonly [string, ...string[]]

// Later ones win: CHIME_PORT over PORT.
const variables: Record<string, ConfigPath> = {
  PORT: ['channels', 'web', 'port'],
  CHIME_PORT: ['channels', 'web', 'port'],
  CHIME_HOST: ['channels', 'web', 'host'],
  CHIME_TOKEN: ['channels', 'web', 'token'],
  CHIME_DATA: ['store', 'path'],
  CHIME_LOG_LEVEL: ['log', 'level'],
  CHIME_LOG_FORMAT: ['log', 'format'],
  CHIME_PROVIDER: ['model', 'provider'],
  CHIME_MODEL: ['model', 'name'],
  OPENAI_API_KEY: ['model', 'apiKey'],
  OPENAI_BASE_URL: ['model', 'baseUrl'],
}

/** `families`: variables of one kind, as one for each bot. */
function variablesOf(sections: readonly Pick<ChannelSection, 'name' | 'environment'>[]) {
  const own = sections.flatMap(({ name: section, environment = {} }) =>
    Object.entries(environment).map(([name, key]) => [name, ['channels', section, key]] as [string, ConfigPath]),
  )
  const isFamily = (name: string) => name.endsWith('*')
  return {
    single: new Map([...Object.entries(variables), ...own.filter(([name]) => !isFamily(name))]),
    families: own.filter(([name]) => isFamily(name)).map(([name, path]) => ({ prefix: name.slice(0, -1), path })),
  }
}

function convert(name: string, value: string, cwd: string): unknown {
  if (name === 'CHIME_DATA') return join(resolve(cwd, value), 'chime.sqlite')
  return name.endsWith('PORT') && /^\d+$/.test(value) ? Number(value) : value
}

function place(tree: Record<string, unknown>, [key, ...rest]: ConfigPath, value: unknown): void {
  const [next, ...others] = rest
  if (next === undefined) tree[key] = value
  else place((tree[key] ??= {}) as Record<string, unknown>, [next, ...others], value)
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
