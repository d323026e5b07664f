// What the environment says: CHIME_… and a few names that other tools know, read also from `.env`.
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError, printPath, suggest } from './explain.ts'
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
export function readEnvironment(env: NodeJS.ProcessEnv, cwd: string): Environment {
  const all = new Map([...Object.entries(readDotEnv(cwd)), ...Object.entries(env)])
  const result: Environment = { data: {}, sources: new Map(), file: undefined, warnings: [] }
  const where = (name: string) => `${Object.hasOwn(env, name) ? 'environment' : '.env'}: ${name}`
  for (const [name, path] of Object.entries(variables)) {
    const value = all.get(name)?.trim()
    if (!value) continue
    place(result.data, path, convert(name, value, cwd))
    result.sources.set(printPath(path), where(name))
  }
  for (const [name, given] of all) {
    const [, bot] = xmppPassword.exec(name) ?? []
    if (bot === undefined || !given) continue
    const path = ['channels', 'xmpp', 'passwords', bot] as const
    place(result.data, path, given)
    result.sources.set(printPath(path), where(name))
  }
  for (const name of all.keys()) {
    if (xmppPassword.test(name)) continue
    if (!name.startsWith('CHIME_') || name === 'CHIME_CONFIG' || Object.hasOwn(variables, name)) continue
    result.warnings.push(`${where(name)}: unknown variable: ${suggest(name, chimeNames)}`)
  }
  result.file = all.get('CHIME_CONFIG')?.trim() || undefined
  return result
}

// Later ones win: CHIME_PORT over PORT.
const variables: Record<string, readonly [string, ...string[]]> = {
  PORT: ['channels', 'web', 'port'],
  CHIME_PORT: ['channels', 'web', 'port'],
  CHIME_HOST: ['channels', 'web', 'host'],
  CHIME_TOKEN: ['channels', 'web', 'token'],
  CHIME_DATA: ['store', 'path'],
  CHIME_LOG_LEVEL: ['log', 'level'],
  CHIME_LOG_FORMAT: ['log', 'format'],
  CHIME_PROVIDER: ['model', 'provider'],
  CHIME_MODEL: ['model', 'name'],
  FEISHU_APP_ID: ['channels', 'feishu', 'appId'],
  FEISHU_APP_SECRET: ['channels', 'feishu', 'appSecret'],
  FEISHU_DOMAIN: ['channels', 'feishu', 'domain'],
  OPENAI_API_KEY: ['model', 'apiKey'],
  OPENAI_BASE_URL: ['model', 'baseUrl'],
}
/** One for each bot. */
const xmppPassword = /^CHIME_XMPP_PASSWORD_([A-Z0-9_]+)$/
const chimeNames = ['CHIME_CONFIG', ...Object.keys(variables).filter((name) => name.startsWith('CHIME_'))]

function convert(name: string, value: string, cwd: string): unknown {
  if (name === 'CHIME_DATA') return join(resolve(cwd, value), 'chime.sqlite')
  return name.endsWith('PORT') && /^\d+$/.test(value) ? Number(value) : value
}

function place(tree: Record<string, unknown>, [key, ...rest]: readonly [string, ...string[]], value: unknown): void {
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
